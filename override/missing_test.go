package override_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// fromLabel returns the ClusterPolicies in the label "policies", which are separated by dots.
func fromLabel(object selector.Object) []override.Ref {
	names, ok := object.Labels["policies"].(string)
	if !ok {
		return nil
	}
	var refs []override.Ref
	for _, name := range strings.Split(names, ".") {
		refs = append(refs, override.Ref{Kind: "ClusterPolicy", Name: name})
	}
	return refs
}

// TestMissing has objects that name policies, and sets with some of these.
func TestMissing(t *testing.T) {
	t.Parallel()
	a, b := overridetest.Policy{Name: "a"}.Spec(t), overridetest.Policy{Name: "b", Steps: overridetest.Do("set /metadata/labels {policies: z}")}.Spec(t)
	b.References = fromLabel
	for _, c := range []struct {
		name, reason string
		label        string
		policies     []override.PolicySpec
		want         []string
	}{
		{"in the set", "nothing is missing", "a.b", []override.PolicySpec{a, b}, nil},
		{"not in the set", "in the order of the names", "z.a.y", []override.PolicySpec{a, b}, []string{"ClusterPolicy z", "ClusterPolicy y"}},
		{"named twice", "it is listed once", "z.z", []override.PolicySpec{a, b}, []string{"ClusterPolicy z"}},
		{"an empty name", "no policy has this name", "", []override.PolicySpec{a, b}, []string{"ClusterPolicy"}},
		{"no References", "no policy of the set has References", "z", []override.PolicySpec{a}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var policies []*override.Policy
			for _, spec := range c.policies {
				p, err := override.NewPolicy(spec)
				require.NoError(t, err)
				policies = append(policies, p)
			}
			selection := override.NewSet(policies...).Select(overridetest.Object("{kind: Test, metadata: {labels: {policies: '" + c.label + "'}}}"))
			var got []string
			for _, ref := range selection.Missing() {
				got = append(got, ref.String())
			}
			require.Equal(t, c.want, got, c.reason)
			result, err := selection.Apply(overridetest.Member1)
			require.NoError(t, err)
			require.Equal(t, selection.Missing(), result.Missing(), "the labels of the input object count")
			require.Equal(t, selection.Missing(), selection.Explain(overridetest.Member1).Missing)
			if len(got) > 0 {
				result.Missing()[0].Name = "other"
				require.Equal(t, selection.Missing(), result.Missing(), "the slice is the caller's")
			}
		})
	}
}

// TestReferring shows that Referring does not change the original set.
func TestReferring(t *testing.T) {
	t.Parallel()
	obj := overridetest.Object("{kind: Test, metadata: {labels: {policies: z}}}")
	to := func(name string) override.References {
		return func(selector.Object) []override.Ref { return []override.Ref{{Kind: "ClusterPolicy", Name: name}} }
	}
	base := override.NewSet().Referring(fromLabel)
	one, other := base.Referring(to("one")), base.Referring(to("other"))
	require.Len(t, base.Select(obj).Missing(), 1)
	require.Equal(t, "one", one.Select(obj).Missing()[1].Name)
	require.Equal(t, "other", other.Select(obj).Missing()[1].Name)
	require.Empty(t, one.Without(override.Ref{}).With(overridetest.Policy{Name: "z"}.Compile(t)).With(overridetest.Policy{Name: "one"}.Compile(t)).Select(obj).Missing(), "copies of the set have them, too")
}

// TestExplainMissing shows the missing policies in an explanation.
func TestExplainMissing(t *testing.T) {
	t.Parallel()
	e := override.NewSet().Referring(fromLabel).Select(overridetest.Object("{kind: Test, metadata: {labels: {policies: 'z.'}}}")).Explain(overridetest.Member1)
	require.Equal(t, strings.TrimPrefix(overridetest.Dedent(`
		Test in cluster member1: unchanged, no policy selects it (0 checked)

		policies that the object names but the set does not have:
		  ClusterPolicy z
		  ClusterPolicy with an empty name
	`), "\n"), e.String())
	require.JSONEq(t, `{"object": {"apiVersion": "v1", "kind": "Test", "name": ""}, "cluster": "member1", "policies": [], "conflicts": [],
		"missing": [{"kind": "ClusterPolicy", "name": "z"}, {"kind": "ClusterPolicy", "name": ""}]}`, overridetest.AsJSON(t, e))
}
