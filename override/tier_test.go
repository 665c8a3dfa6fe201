package override_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// TestTiers shows that a tier chooses its policies by the object that the tier before it left.
func TestTiers(t *testing.T) {
	t.Parallel()
	seen := func(name string) []override.Overrider { return do("set /seen " + name) }
	for _, c := range []struct {
		name, reason string
		policies     []policy
		want         string // the field "seen"
	}{
		{
			"a label set", "a namespaced policy may cover the object only because a cluster-wide one labelled it",
			[]policy{{name: "a", steps: do("set /metadata/labels/app api")}, {name: "shop/p", objects: labelled("api"), steps: seen("p")}},
			"p",
		}, {
			"labels made", "the whole map may be new",
			[]policy{{name: "a", steps: do("set /metadata/labels {app: api}")}, {name: "shop/p", objects: labelled("api"), steps: seen("p")}},
			"p",
		}, {
			"metadata made", "all of the metadata may be new",
			[]policy{{name: "a", steps: do("set /metadata {name: web, namespace: shop, labels: {app: api}}")}, {name: "shop/p", objects: labelled("api"), steps: seen("p")}},
			"p",
		}, {
			"a label changed", "a policy that covered the object as it came in covers it no longer",
			[]policy{{name: "a", steps: do("set /metadata/labels/app api")}, {name: "shop/p", objects: labelled("web"), steps: seen("p")}},
			"null",
		}, {
			"a label removed", "a policy that covered the object as it came in covers it no longer",
			[]policy{{name: "a", steps: do("remove /metadata/labels")}, {name: "shop/p", objects: labelled("web"), steps: seen("p")}},
			"null",
		}, {
			"the rank changed", "the order in the second tier is that of what the first one left",
			[]policy{
				{name: "a", steps: do("set /metadata/name api")},
				{name: "shop/p", objects: append(labelled("web"), named("web")...), steps: seen("p")},
				{name: "shop/q", objects: named("api"), steps: seen("q")},
			},
			"q",
		}, {
			"the namespace written", "the policies of the new namespace count, those of the old one do not",
			[]policy{
				{name: "a", steps: do("replace /metadata/namespace depot")},
				{name: "shop/p", steps: do("set /wrong true")},
				{name: "depot/q", steps: seen("q")},
			},
			"q",
		}, {
			"the namespace removed", "namespaced policies cover only objects that are in a namespace",
			[]policy{{name: "a", steps: do("remove /metadata/namespace")}, {name: "shop/p", steps: seen("p")}},
			"null",
		}, {
			"the kind written", "selectors compare the kind as it is now",
			[]policy{{name: "a", steps: do("replace /kind StatefulSet")}, {name: "shop/p", objects: kind("StatefulSet"), steps: seen("p")}},
			"p",
		}, {
			"the apiVersion written", "selectors compare the apiVersion as it is now",
			[]policy{{name: "a", steps: do("replace /apiVersion apps/v2")}, {name: "shop/p", objects: kind("Deployment"), steps: seen("p")}},
			"null",
		}, {
			"the document replaced", "all that selectors look at may be new",
			[]policy{
				{name: "a", steps: []override.Overrider{override.Patch{Op: jsontree.Replace, Value: value("{apiVersion: apps/v1, kind: Deployment, metadata: {name: api, namespace: shop}}")}}},
				{name: "shop/p", objects: named("api"), steps: seen("p")},
			},
			"p",
		}, {
			"within a tier", "policies of one tier are chosen before any of them acts",
			[]policy{
				{name: "a", steps: do("set /metadata/labels/app api")},
				{name: "b", objects: labelled("api"), steps: do("set /wrong true")},
				{name: "c", objects: labelled("web"), steps: seen("c")},
			},
			"c",
		}, {
			"written and written back", "what counts is the object that the tier left, not what happened on the way",
			[]policy{
				{name: "a", steps: do("set /metadata/labels/app api", "set /metadata/labels/app web")},
				{name: "shop/p", objects: labelled("web"), steps: seen("p")},
			},
			"p",
		}, {
			"annotations written", "no selector looks at annotations",
			[]policy{{name: "a", steps: do("set /metadata/annotations {app: api}")}, {name: "shop/p", objects: labelled("web"), steps: seen("p")}},
			"p",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := apply(t, object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}}"), member1, c.policies...)
			require.NoError(t, err, c.reason)
			got, err := result.Object()
			require.NoError(t, err)
			require.Equal(t, value(c.want), got.Object["seen"], c.reason)
			require.NotContains(t, got.Object, "wrong", c.reason)
		})
	}
}

// TestAsGiven shows that a policy may go by the object as it came in, whatever the tier before it did.
func TestAsGiven(t *testing.T) {
	t.Parallel()
	asGiven := func(p policy) *override.Policy {
		spec := p.spec(t)
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
			"a label changed", "it covers the object by the label that it had, and not by the one that it got",
			[]string{"set /metadata/labels/app api"},
			[]*override.Policy{asGiven(by("shop/p", labelled("web"))), asGiven(by("shop/q", labelled("api"))), by("shop/r", labelled("api")).compile(t)},
			[]string{"first", "p", "r"},
		}, {
			"the namespace changed", "its namespace is that of the object as it came in",
			[]string{"set /metadata/namespace depot"},
			[]*override.Policy{asGiven(by("shop/p", nil)), asGiven(by("depot/q", nil)), by("depot/r", nil).compile(t)},
			[]string{"first", "p", "r"},
		}, {
			"the rank", "it ranks by the object as it came in, among all others",
			[]string{"set /metadata/name api"},
			[]*override.Policy{asGiven(by("shop/p", named("web"))), by("shop/q", named("web")).compile(t), by("shop/z", nil).compile(t)},
			[]string{"first", "z", "p"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			policies := append(c.policies, policy{name: "first", steps: do(c.first...)}.compile(t))
			result, err := override.Apply(object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}, order: []}"), member1, policies...)
			require.NoError(t, err)
			var took []string
			for _, a := range result.Applied() {
				took = append(took, a.Policy.Name)
			}
			require.Equal(t, c.want, took, c.reason)
		})
	}
}

// TestSelectOnce shows when the second tier is chosen: with the object, unless the first tier wrote what selectors look at.
// The object is written between Select and Apply, which nobody may do elsewhere, to see which one looked.
func TestSelectOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		first        string
		want         int
	}{
		{"identity not written", "the choice that Select made stands", "set /spec {}", 2},
		{"identity written", "the second tier is chosen anew", "set /metadata/labels/other label", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			obj := object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}}")
			selection := override.NewSet(compile(t, []policy{
				{name: "a", steps: do(c.first)},
				{name: "shop/p", objects: labelled("web"), steps: do("set /seen true")},
			})...).Select(obj)
			obj.SetLabels(map[string]string{"app": "api"})
			result, err := selection.Apply(member1)
			require.NoError(t, err)
			require.Len(t, result.Applied(), c.want, c.reason)
		})
	}
}
