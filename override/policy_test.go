package override_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
)

// TestNewPolicy shows what NewPolicy refuses. Anything else may only be a fault.
func TestNewPolicy(t *testing.T) {
	t.Parallel()
	clusterWide := override.Ref{Kind: "ClusterPolicy", Name: "p"}
	namespaced := override.Ref{Kind: "Policy", Namespace: "shop", Name: "p"}
	steps := func(steps ...override.Step) []override.Rule {
		return []override.Rule{{At: "spec.rules[0]", Stages: override.Steps(steps...)}}
	}
	for _, c := range []struct {
		name, reason string
		spec         override.PolicySpec
		err          string // empty: no error
	}{
		{"bare", "a name is enough", override.PolicySpec{Ref: clusterWide}, ""},
		{"namespaced", "a namespaced policy needs a namespace", override.PolicySpec{Ref: namespaced, Tier: override.Namespaced}, ""},
		{
			"no name", "messages could not name it",
			override.PolicySpec{}, "metadata.name: Required value: a policy must have a name",
		}, {
			"no namespace", "it would cover nothing",
			override.PolicySpec{Ref: clusterWide, Tier: override.Namespaced},
			"metadata.namespace: Required value: a namespaced policy must have a namespace",
		}, {
			"a namespace too many", "it would be ignored",
			override.PolicySpec{Ref: namespaced},
			"metadata.namespace: Forbidden: a cluster-wide policy must not have a namespace",
		}, {
			"no such tier", "tiers are a fixed list",
			override.PolicySpec{Ref: clusterWide, Tier: 2},
			"tier: Invalid value: 2: must be ClusterWide or Namespaced",
		}, {
			"a negative tier", "tiers are a fixed list",
			override.PolicySpec{Ref: namespaced, Tier: -1},
			"tier: Invalid value: -1: must be ClusterWide or Namespaced",
		}, {
			"no overrider", "the step is named",
			override.PolicySpec{Ref: clusterWide, Rules: steps(override.Step{At: "spec.rules[0].a", Overrider: override.Ignore("")}, override.Step{At: "spec.rules[0].b"})},
			"spec.rules[0].b: Required value: a step must have an overrider",
		}, {
			"a nil overrider in a step without a place", "the step is named by its index",
			override.PolicySpec{Ref: clusterWide, Rules: steps(override.Step{Overrider: override.Ignore("")}, override.Step{})},
			"rules[0].steps[1]: Required value: a step must have an overrider",
		}, {
			"no overrider in a lane", "every lane is checked",
			override.PolicySpec{Ref: clusterWide, Rules: []override.Rule{{Stages: []override.Stage{{{}, {{At: "a"}}, {{At: "b"}}}}}}},
			"[a: Required value: a step must have an overrider, b: Required value: a step must have an overrider]",
		}, {
			"all at once", "all errors are reported, in the order of the fields",
			override.PolicySpec{Tier: 3, Rules: steps(override.Step{At: "spec"})},
			"[metadata.name: Required value: a policy must have a name, tier: Invalid value: 3: must be ClusterWide or Namespaced, spec: Required value: a step must have an overrider]",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, err := override.NewPolicy(c.spec)
			if c.err != "" {
				prefix := ""
				if c.spec.Ref.Name != "" {
					prefix = c.spec.Ref.String() + ": "
				}
				require.EqualError(t, err, prefix+c.err, c.reason)
				require.Nil(t, p)
				return
			}
			require.NoError(t, err, c.reason)
			require.Equal(t, c.spec.Ref, p.Ref())
			require.Equal(t, c.spec.Tier, p.Tier())
			require.Empty(t, p.Faults())
		})
	}
}

// TestFaults shows that a policy keeps its faults and still acts.
func TestFaults(t *testing.T) {
	t.Parallel()
	faults := field.ErrorList{field.Required(field.NewPath("spec"), "a"), field.Required(field.NewPath("spec"), "b")}
	p, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "p"}, Faults: faults})
	require.NoError(t, err)
	require.Equal(t, faults, p.Faults())
	p.Faults()[0] = nil
	require.Equal(t, faults, p.Faults(), "the list is the caller's")
	_, err = override.Apply(overridetest.Object("{kind: Test}"), overridetest.Member1, p)
	require.NoError(t, err, "the steps decide what a fault means")
	p, err = override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "p"}, Faults: append(field.ErrorList{nil}, faults...)})
	require.NoError(t, err)
	require.Equal(t, faults, p.Faults(), "callers read the fields of each fault, so there is no nil")
}

// TestTierString shows the names of the tiers.
func TestTierString(t *testing.T) {
	t.Parallel()
	require.Equal(t, "cluster-wide", override.ClusterWide.String())
	require.Equal(t, "namespaced", override.Namespaced.String())
}

// TestRefString shows a Ref as a string.
func TestRefString(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason string
		ref    override.Ref
		want   string
	}{
		{"the namespace precedes the name; the API version is left out", override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}, "Deployment shop/web"},
		{"cluster-scoped", override.Ref{Kind: "Node", Name: "n1"}, "Node n1"},
		{"empty fields are left out", override.Ref{Namespace: "shop", Name: "web"}, "shop/web"},
		{"empty fields are left out", override.Ref{Kind: "Node"}, "Node"},
		{"all fields are empty", override.Ref{}, ""},
	} {
		require.Equal(t, c.want, c.ref.String(), c.reason)
	}
}

// TestPolicyPlaces applies a policy whose rules and steps have no At.
func TestPolicyPlaces(t *testing.T) {
	t.Parallel()
	rules := []override.Rule{{}, {Stages: override.Steps(override.Step{Overrider: override.Ignore("a")},
		override.Step{At: "b", Overrider: override.Ignore("b")}, override.Step{Overrider: override.Ignore("c")})}}
	p, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "p"}, Rules: rules})
	require.NoError(t, err)
	result, err := override.Apply(overridetest.Object("{}"), overridetest.Member1, p)
	require.NoError(t, err)
	var places []string
	for _, s := range result.Skips() {
		places = append(places, s.Origin.At)
	}
	require.Equal(t, []string{"rules[1].steps[0]", "b", "rules[1].steps[2]"}, places)
	require.Empty(t, rules[1].Stages[0][0][0].At, "the input is not written")
}

// TestRemoveItems removes elements by index.
func TestRemoveItems(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		at           string
		indexes      []int
		want, err    string
	}{
		{"some", "the others stay in order", "/list", []int{0, 2}, "{list: [b]}", ""},
		{"none", "nothing changes", "/list", nil, "{list: [a, b, c]}", ""},
		{"no list", "only lists have elements", "/kind", []int{0}, "", `/kind is the string "Test", expected a list`},
		{"nothing", "a missing list is an error", "/x", []int{0}, "", "/x is missing, expected a list"},
		{"out of range", "it would be another element, or none", "/list", []int{0, 3}, "", "remove from /list: found the index 3, expected ascending indexes below 3"},
		{"negative", "it does not count from the end", "/list", []int{-1}, "", "remove from /list: found the index -1, expected ascending indexes below 3"},
		{"descending", "each removal would move the next", "/list", []int{1, 0}, "", "remove from /list: found the index 0, expected ascending indexes below 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			step := override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
				return out.RemoveItems(overridetest.At(c.at), c.indexes)
			})
			result, err := override.Apply(overridetest.Object("{list: [a, b, c]}"), overridetest.Member1, overridetest.Policy{Name: "p", Steps: overridetest.One(step)}.Compile(t))
			if c.err != "" {
				require.ErrorContains(t, err, c.err, c.reason)
				return
			}
			require.NoError(t, err)
			require.Equal(t, overridetest.Object(c.want).Object["list"], result.SharedContent()["list"], c.reason)
		})
	}
}
