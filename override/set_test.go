package override_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
)

// TestNewSet shows which policies a set holds.
func TestNewSet(t *testing.T) {
	t.Parallel()
	p := func(ref override.Ref, tier override.Tier, name string) *override.Policy {
		compiled, err := override.NewPolicy(override.PolicySpec{Ref: ref, Tier: tier, Rules: []override.Rule{{At: name, Stages: override.Steps(overridetest.Lane(name, overridetest.Do("add /order/- "+name))...)}}})
		require.NoError(t, err)
		return compiled
	}
	clusterWide := func(version, kind, name, text string) *override.Policy {
		return p(override.Ref{APIVersion: version, Kind: kind, Name: name}, override.ClusterWide, text)
	}
	for _, c := range []struct {
		name, reason string
		set          *override.Set
		want         string
	}{
		{"nil", "the nil set is empty", nil, "[]"},
		{"no policies", "a set may be empty", override.NewSet(), "[]"},
		{"the zero set", "it is empty, too", &override.Set{}, "[]"},
		{"nil policies", "they are left out", override.NewSet(nil, clusterWide("v1", "P", "a", "one"), nil), "[one]"},
		{
			"the same twice", "of one Ref the later policy counts, wherever it stands",
			override.NewSet(clusterWide("v1", "P", "a", "one"), clusterWide("v1", "P", "b", "two"), clusterWide("v1", "P", "a", "three")),
			"[three, two]",
		}, {
			"one name", "policies of one name act by kind, then by API version",
			override.NewSet(clusterWide("v2", "P", "a", "three"), clusterWide("v1", "P", "a", "two"), clusterWide("v3", "A", "a", "one")),
			"[one, two, three]",
		}, {
			"one name in both tiers", "the tier is told apart by the namespace",
			override.NewSet(p(override.Ref{Kind: "A", Namespace: "shop", Name: "a"}, override.Namespaced, "two"), clusterWide("v1", "P", "a", "one")),
			"[one, two]",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := c.set.Select(overridetest.Object("{kind: Test, metadata: {namespace: shop}, order: []}")).Apply(overridetest.Member1)
			require.NoError(t, err, c.reason)
			got, err := result.Object()
			require.NoError(t, err)
			require.Equal(t, overridetest.Value(c.want), got.Object["order"], c.reason)
		})
	}
}

// TestSetIsReadOnly shows that a set keeps its policies when the list that it was made of is written.
func TestSetIsReadOnly(t *testing.T) {
	t.Parallel()
	policies := overridetest.Compile(t, []overridetest.Policy{by("a", nil), by("b", nil)})
	set := override.NewSet(policies...)
	clear(policies)
	result, err := set.Select(overridetest.Object("{kind: Test, order: []}")).Apply(overridetest.Member1)
	require.NoError(t, err)
	require.Len(t, result.Applied(), 2)
}

// TestZeroSelection shows that a selection of nothing gives an empty object.
func TestZeroSelection(t *testing.T) {
	t.Parallel()
	result, err := override.Selection{}.Apply(overridetest.Member1)
	require.NoError(t, err)
	got, err := result.Object()
	require.NoError(t, err)
	require.Empty(t, got.Object)
}
