package override_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// TestNewSet shows which policies a set has.
func TestNewSet(t *testing.T) {
	t.Parallel()
	p := func(ref override.Ref, tier override.Tier, name string) *override.Policy {
		compiled, err := override.NewPolicy(override.PolicySpec{Ref: ref, Tier: tier,
			Rules: []override.Rule{{At: name, Stages: override.Steps(overridetest.Lane(name, overridetest.Do("add /order/- "+name))...)}}})
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
			"the same twice", "with the same Ref the last policy counts, at any position",
			override.NewSet(clusterWide("v1", "P", "a", "one"), clusterWide("v1", "P", "b", "two"), clusterWide("v1", "P", "a", "three")),
			"[three, two]",
		}, {
			"one name", "policies of one name act by kind, then by API version",
			override.NewSet(clusterWide("v2", "P", "a", "three"), clusterWide("v1", "P", "a", "two"), clusterWide("v3", "A", "a", "one")),
			"[one, two, three]",
		}, {
			"one name in both tiers", "the namespace distinguishes the tiers",
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

// TestSetIsReadOnly shows that a set keeps its policies when the caller writes the original slice.
func TestSetIsReadOnly(t *testing.T) {
	t.Parallel()
	policies := overridetest.Compile(t, []overridetest.Policy{by("a", nil), by("b", nil)})
	set := override.NewSet(policies...)
	clear(policies)
	result, err := set.Select(overridetest.Object("{kind: Test, order: []}")).Apply(overridetest.Member1)
	require.NoError(t, err)
	require.Len(t, result.Applied(), 2)
}

// TestZeroSelection shows that a zero selection is an error.
func TestZeroSelection(t *testing.T) {
	t.Parallel()
	_, err := override.Selection{}.Apply(overridetest.Member1)
	require.EqualError(t, err, "an object without a name in cluster member1: /apiVersion is missing, expected the object's apiVersion (see override.Unstructured for typed objects)")
}

// TestSetGet reads the policies of a set.
func TestSetGet(t *testing.T) {
	t.Parallel()
	set := override.NewSet(overridetest.Compile(t, []overridetest.Policy{{Name: "b"}, {Name: "shop/a"}, {Name: "a"}})...)
	var names []string
	for p := range set.All() {
		names = append(names, p.Ref().String())
		got, found := set.Get(p.Ref())
		require.True(t, found)
		require.Same(t, p, got)
	}
	require.Equal(t, []string{"ClusterPolicy a", "ClusterPolicy b", "Policy shop/a"}, names)
	require.Equal(t, 3, set.Len())
	require.Equal(t, 2, set.Without(override.Ref{Kind: "ClusterPolicy", Name: "a"}).Len())
	_, found := set.Get(override.Ref{Kind: "Policy", Namespace: "other", Name: "a"})
	require.False(t, found)
	for range set.All() {
		break // stops early, which the iterator must allow
	}
}

// TestPolicyCovers shows what policies cover.
func TestPolicyCovers(t *testing.T) {
	t.Parallel()
	web := selector.Object{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web", Labels: map[string]any{"app": "web"}}
	for _, c := range []struct {
		name, reason string
		policy       overridetest.Policy
		object       selector.Object
		want         bool
	}{
		{"everything", "without selectors it covers every object", overridetest.Policy{Name: "p"}, web, true},
		{"its namespace", "it has the object", overridetest.Policy{Name: "shop/p", Objects: overridetest.Labelled("web")}, web, true},
		{"another namespace", "a namespaced policy covers only its namespace", overridetest.Policy{Name: "other/p"}, web, false},
		{"another label", "the selector does not match", overridetest.Policy{Name: "p", Objects: overridetest.Labelled("api")}, web, false},
		{"no namespace", "a namespaced policy does not cover cluster-scoped objects", overridetest.Policy{Name: "shop/p"}, selector.Object{Kind: "Node", Name: "n"}, false},
	} {
		require.Equal(t, c.want, c.policy.Compile(t).Covers(c.object), "%s: %s", c.name, c.reason)
	}
	require.Equal(t, selector.RankName, overridetest.Policy{Name: "other/p",
		Objects: overridetest.Named("web")}.Compile(t).Objects().Match(web), "Objects ignores the namespace of the policy")
}
