package override_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/internal/overridetest"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// TestSetPicksInOrder compares the policies that a set picks, and their order, with a scan of all policies, in both
// tiers and for objects that the first tier changes. There are few words, so that many selectors match.
func TestSetPicksInOrder(t *testing.T) {
	t.Parallel()
	found := 0
	for seed := range uint64(500) {
		g := &chooser{rand.New(rand.NewPCG(seed, 0))}
		var specs []override.PolicySpec
		var compiled []*override.Policy
		for i := range 1 + g.IntN(30) {
			spec := g.policy(fmt.Sprintf("%c%d", 'a'+g.IntN(3), i))
			p, err := override.NewPolicy(spec)
			require.NoError(t, err)
			specs, compiled = append(specs, spec), append(compiled, p)
		}
		given := &unstructured.Unstructured{Object: g.object()}
		given.SetAPIVersion(cmp.Or(given.GetAPIVersion(), "v1"))
		result, err := override.NewSet(compiled...).Select(given).Apply(selector.Cluster{})
		require.NoError(t, err)
		now, err := result.Object()
		require.NoError(t, err)

		got := []string{}
		for _, a := range result.Applied() {
			got = append(got, a.Policy.Name)
		}
		want := append(ask(specs, override.ClusterWide, given, given), ask(specs, override.Namespaced, given, now)...)
		require.Equal(t, want, got, "seed %d: %s, then %s", seed, overridetest.AsJSON(t, given.Object), overridetest.AsJSON(t, now.Object))
		found += len(got)
	}
	require.Greater(t, found, 1000, "too few selectors match")
}

// ask returns the policies of a tier that cover an object, in order, found by a scan.
func ask(specs []override.PolicySpec, tier override.Tier, given, now *unstructured.Unstructured) []string {
	rank := func(p override.PolicySpec) selector.Rank {
		obj := selector.ObjectOf(now.Object)
		if p.AsGiven {
			obj = selector.ObjectOf(given.Object)
		}
		if p.Tier != tier || tier == override.Namespaced && p.Ref.Namespace != obj.Namespace {
			return selector.RankNone
		}
		return p.Objects.Match(obj)
	}
	matching := slices.DeleteFunc(slices.Clone(specs), func(p override.PolicySpec) bool { return rank(p) == selector.RankNone })
	slices.SortFunc(matching, func(a, b override.PolicySpec) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Ref.Name, b.Ref.Name))
	})
	names := []string{}
	for _, p := range matching {
		names = append(names, p.Ref.Name)
	}
	return names
}

type chooser struct{ *rand.Rand }

func (g *chooser) word(words ...string) string { return words[g.IntN(len(words))] }

func (g *chooser) object() map[string]any {
	obj := map[string]any{"kind": g.word("A", "B")}
	if v := g.word("v1", "v2", ""); v != "" {
		obj["apiVersion"] = v
	}
	metadata := map[string]any{"name": g.word("x", "z", "")}
	if ns := g.word("ns", "ms", ""); ns != "" {
		metadata["namespace"] = ns
	}
	if g.IntN(3) > 0 {
		metadata["labels"] = map[string]any{g.word("k", "l"): g.word("x", "z", "")}
	}
	if g.IntN(10) > 0 {
		obj["metadata"] = metadata
	}
	return obj
}

// policy returns a policy for some objects. In the first tier, it sometimes writes what selectors match.
func (g *chooser) policy(name string) override.PolicySpec {
	spec := override.PolicySpec{Ref: override.Ref{Name: name}, AsGiven: g.IntN(4) == 0, Rules: []override.Rule{{At: "rule"}}}
	if g.IntN(2) == 0 {
		spec.Tier, spec.Ref.Namespace = override.Namespaced, g.word("ns", "ms")
	}
	if spec.Tier == override.ClusterWide && g.IntN(4) == 0 {
		edit := overridetest.Do("set /metadata "+g.word("{name: x}", "{name: z, namespace: ns}", "{labels: {k: x}, namespace: ms}"), "set /kind A", "set /apiVersion v1")[g.IntN(3)]
		spec.Rules[0].Stages = override.Steps(override.Step{At: "step", Overrider: edit})
	}
	if g.IntN(6) == 0 {
		spec.Objects = selector.LabelEquals(g.word("k", "l"), g.word("x", "z", ""))
		return spec
	}
	var selectors []selector.ObjectSelector
	for range g.IntN(4) {
		s := selector.ObjectSelector{APIVersion: g.word("v1", "v2", ""), Kind: g.word("A", "A", "B", ""), Namespace: g.word("ns", "ms", "", "")}
		switch g.IntN(4) {
		case 0:
			s.Name = g.word("x", "z")
		case 1:
			s.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{g.word("k", "l"): g.word("x", "z", "")}}
		case 2:
			s.LabelSelector = &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{
				Key: g.word("k", "l"), Operator: metav1.LabelSelectorOperator(g.word("In", "NotIn", "Exists", "DoesNotExist", "Near")), Values: []string{"x"},
			}}}
		}
		selectors = append(selectors, s)
	}
	spec.Objects, _ = selector.NewObjects(selectors...) // an invalid selector matches nothing
	return spec
}
