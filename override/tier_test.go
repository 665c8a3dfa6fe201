package override_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
)

// TestTiers shows that a tier selects its policies by the output of the previous tier.
func TestTiers(t *testing.T) {
	t.Parallel()
	seen := func(name string) []override.Overrider { return overridetest.Do("set /seen " + name) }
	for _, c := range []struct {
		name, reason string
		policies     []overridetest.Policy
		want         string // the field "seen"
	}{
		{
			"a label set", "a namespaced policy may cover the object only because a cluster-wide one labelled it",
			[]overridetest.Policy{{Name: "a", Steps: overridetest.Do("set /metadata/labels/app api")}, {Name: "shop/p", Objects: overridetest.Labelled("api"), Steps: seen("p")}},
			"p",
		}, {
			"labels made", "the whole map may be new",
			[]overridetest.Policy{{Name: "a", Steps: overridetest.Do("set /metadata/labels {app: api}")}, {Name: "shop/p", Objects: overridetest.Labelled("api"), Steps: seen("p")}},
			"p",
		}, {
			"metadata made", "all of the metadata may be new",
			[]overridetest.Policy{{Name: "a", Steps: overridetest.Do("set /metadata {name: web, namespace: shop, labels: {app: api}}")},
				{Name: "shop/p", Objects: overridetest.Labelled("api"), Steps: seen("p")}},
			"p",
		}, {
			"a label changed", "a policy that covered the input object does not cover it any more",
			[]overridetest.Policy{{Name: "a", Steps: overridetest.Do("set /metadata/labels/app api")}, {Name: "shop/p", Objects: overridetest.Labelled("web"), Steps: seen("p")}},
			"null",
		}, {
			"a label removed", "a policy that covered the input object does not cover it any more",
			[]overridetest.Policy{{Name: "a", Steps: overridetest.Do("remove /metadata/labels")}, {Name: "shop/p", Objects: overridetest.Labelled("web"), Steps: seen("p")}},
			"null",
		}, {
			"the rank changed", "the order in the second tier depends on the output of the first",
			[]overridetest.Policy{
				{Name: "a", Steps: overridetest.Do("set /metadata/name api")},
				{Name: "shop/p", Objects: append(overridetest.Labelled("web"), overridetest.Named("web")...), Steps: seen("p")},
				{Name: "shop/q", Objects: overridetest.Named("api"), Steps: seen("q")},
			},
			"q",
		}, {
			"the namespace written", "the policies of the new namespace count, those of the old one do not",
			[]overridetest.Policy{
				{Name: "a", Steps: overridetest.Do("replace /metadata/namespace depot")},
				{Name: "shop/p", Steps: overridetest.Do("set /wrong true")},
				{Name: "depot/q", Steps: seen("q")},
			},
			"q",
		}, {
			"the namespace removed", "namespaced policies cover only objects that are in a namespace",
			[]overridetest.Policy{{Name: "a", Steps: overridetest.Do("remove /metadata/namespace")}, {Name: "shop/p", Steps: seen("p")}},
			"null",
		}, {
			"the kind written", "selectors match the current kind",
			[]overridetest.Policy{{Name: "a", Steps: overridetest.Do("replace /kind StatefulSet")}, {Name: "shop/p", Objects: overridetest.Kind("StatefulSet"), Steps: seen("p")}},
			"p",
		}, {
			"the apiVersion written", "selectors match the current apiVersion",
			[]overridetest.Policy{{Name: "a", Steps: overridetest.Do("replace /apiVersion apps/v2")}, {Name: "shop/p", Objects: overridetest.Kind("Deployment"), Steps: seen("p")}},
			"null",
		}, {
			"the document replaced", "all fields that selectors match may be new",
			[]overridetest.Policy{
				{Name: "a", Steps: []override.Overrider{overrider.Patch{Op: jsontree.Replace, Value: overridetest.Value("{apiVersion: apps/v1, kind: Deployment, metadata: {name: api, namespace: shop}}")}}},
				{Name: "shop/p", Objects: overridetest.Named("api"), Steps: seen("p")},
			},
			"p",
		}, {
			"within a tier", "policies of one tier are selected before any of them acts",
			[]overridetest.Policy{
				{Name: "a", Steps: overridetest.Do("set /metadata/labels/app api")},
				{Name: "b", Objects: overridetest.Labelled("api"), Steps: overridetest.Do("set /wrong true")},
				{Name: "c", Objects: overridetest.Labelled("web"), Steps: seen("c")},
			},
			"c",
		}, {
			"written and written back", "only the output of the tier counts",
			[]overridetest.Policy{
				{Name: "a", Steps: overridetest.Do("set /metadata/labels/app api", "set /metadata/labels/app web")},
				{Name: "shop/p", Objects: overridetest.Labelled("web"), Steps: seen("p")},
			},
			"p",
		}, {
			"annotations written", "selectors do not match annotations",
			[]overridetest.Policy{{Name: "a", Steps: overridetest.Do("set /metadata/annotations {app: api}")},
				{Name: "shop/p", Objects: overridetest.Labelled("web"), Steps: seen("p")}},
			"p",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}}"), overridetest.Member1, c.policies...)
			require.NoError(t, err, c.reason)
			got, err := result.Object()
			require.NoError(t, err)
			require.Equal(t, overridetest.Value(c.want), got.Object["seen"], c.reason)
			require.NotContains(t, got.Object, "wrong", c.reason)
		})
	}
}

// TestAsGiven shows that a policy may match the input object, whatever the previous tier did.
func TestAsGiven(t *testing.T) {
	t.Parallel()
	asGiven := func(p overridetest.Policy) *override.Policy {
		spec := p.Spec(t)
		spec.AsGiven = true
		compiled, err := override.NewPolicy(spec)
		require.NoError(t, err)
		return compiled
	}
	for _, c := range []struct {
		name, reason string
		first        []string
		policies     []*override.Policy
		want         []string
	}{
		{
			"a label changed", "the original label counts, not the new one",
			[]string{"set /metadata/labels/app api"},
			[]*override.Policy{asGiven(by("shop/p", overridetest.Labelled("web"))), asGiven(by("shop/q", overridetest.Labelled("api"))),
				by("shop/r", overridetest.Labelled("api")).Compile(t)},
			[]string{"first", "p", "r"},
		}, {
			"the namespace changed", "the original namespace counts",
			[]string{"set /metadata/namespace depot"},
			[]*override.Policy{asGiven(by("shop/p", nil)), asGiven(by("depot/q", nil)), by("depot/r", nil).Compile(t)},
			[]string{"first", "p", "r"},
		}, {
			"the rank", "its rank is that for the input object",
			[]string{"set /metadata/name api"},
			[]*override.Policy{asGiven(by("shop/p", overridetest.Named("web"))), by("shop/q", overridetest.Named("web")).Compile(t), by("shop/z", nil).Compile(t)},
			[]string{"first", "z", "p"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policies := append(c.policies, overridetest.Policy{Name: "first", Steps: overridetest.Do(c.first...)}.Compile(t))
			result, err := override.Apply(overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}, order: []}"), overridetest.Member1, policies...)
			require.NoError(t, err)
			var took []string
			for _, a := range result.Applied() {
				took = append(took, a.Policy.Name)
			}
			require.Equal(t, c.want, took, c.reason)
		})
	}
}

// TestSelectOnce shows when the policies of the second tier are selected: in Select, unless the first tier wrote what selectors match.
// The test writes the object between Select and Apply, which is forbidden otherwise, to see which of them read it.
func TestSelectOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		first        string
		want         int
	}{
		{"identity not written", "the selection of Select is used", "set /spec {}", 2},
		{"identity written", "the second tier is selected again", "set /metadata/labels/other label", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			obj := overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}}")
			selection := override.NewSet(overridetest.Compile(t, []overridetest.Policy{
				{Name: "a", Steps: overridetest.Do(c.first)},
				{Name: "shop/p", Objects: overridetest.Labelled("web"), Steps: overridetest.Do("set /seen true")},
			})...).Select(obj)
			obj.SetLabels(map[string]string{"app": "api"})
			result, err := selection.Apply(overridetest.Member1)
			require.NoError(t, err)
			require.Len(t, result.Applied(), c.want, c.reason)
		})
	}
}
