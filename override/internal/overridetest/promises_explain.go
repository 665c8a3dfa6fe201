package overridetest

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// requireExplained checks promise 7. The result is nil if there is an error.
func requireExplained(t testing.TB, selection override.Selection, obj *unstructured.Unstructured, cluster selector.Cluster, policies []Policy, result *override.Result, err error) {
	t.Helper()
	e := selection.Explain(cluster)
	text := AsJSON(t, e)
	scribbleOnExplanation(e)
	e = selection.Explain(cluster)
	require.Equal(t, text, AsJSON(t, e), "promise 7: another explanation, or one that shares data with the first")
	require.True(t, json.Valid([]byte(text)), "promise 7: %s", text)
	require.NotEmpty(t, e.String(), "promise 7")
	require.Equal(t, cluster.Name, e.Cluster, "promise 7")
	facts := selector.ObjectOf(ContentOf(obj))
	require.Equal(t, override.Ref{APIVersion: facts.APIVersion, Kind: facts.Kind, Namespace: facts.Namespace, Name: facts.Name}, e.Object, "promise 7")

	seen, want := map[override.Ref]int{}, map[override.Ref]int{}
	for i := range e.Policies {
		seen[e.Policies[i].Policy]++
	}
	for _, p := range policies {
		want[p.Ref()] = 1
	}
	require.Equal(t, want, seen, "promise 7: each policy of the set once")
	requireOrder(t, e)
	requireWhy(t, e)
	if err != nil {
		requireFailure(t, e, err)
		return
	}
	require.Nil(t, e.Err, "promise 7")
	require.Equal(t, AsJSON(t, result.Conflicts()), AsJSON(t, e.Conflicts), "promise 7")
	requireSame(t, e, result)
}

// requireOrder checks that the policies that cover the object come first, tier by tier and by rank within a tier.
func requireOrder(t testing.TB, e *override.Explanation) {
	t.Helper()
	for i := 1; i < len(e.Policies); i++ {
		a, b := e.Policies[i-1], e.Policies[i]
		if b.Rank == selector.RankNone {
			continue
		}
		require.NotEqual(t, selector.RankNone, a.Rank, "promise 7: %s covers the object and comes after %s, which does not", b.Policy, a.Policy)
		require.False(t, a.Tier > b.Tier || a.Tier == b.Tier && a.Rank > b.Rank, "promise 7: %s before %s", a.Policy, b.Policy)
	}
}

// requireWhy checks that everything without effect, or skipped, has a reason.
func requireWhy(t testing.TB, e *override.Explanation) {
	t.Helper()
	for _, p := range e.Policies {
		switch {
		case p.Rank == selector.RankNone:
			require.Equal(t, override.OutcomeSkipped, p.Outcome, "promise 7: %s", p.Policy)
			require.NotEmpty(t, p.Reason, "promise 7: %s", p.Policy)
			require.NotEmpty(t, p.Misses, "promise 7: %s", p.Policy)
			require.Empty(t, p.Rules, "promise 7: %s", p.Policy)
		case len(p.Rules) == 0 && p.Outcome == override.OutcomeNoEffect:
			require.NotEmpty(t, p.Reason, "promise 7: %s", p.Policy)
		}
		for _, rule := range p.Rules {
			if rule.Outcome == override.OutcomeSkipped {
				require.NotEmpty(t, rule.Reason, "promise 7: %s: %s", p.Policy, rule.At)
				require.NotEmpty(t, rule.Misses, "promise 7: %s: %s", p.Policy, rule.At)
			}
			if rule.Outcome == override.OutcomeNoEffect && len(rule.Steps) == 0 {
				require.NotEmpty(t, rule.Reason, "promise 7: %s: %s", p.Policy, rule.At)
			}
			for _, step := range rule.Steps {
				changed := step.Outcome == override.OutcomeApplied || step.Outcome == override.OutcomeFailed && len(step.Changes) > 0
				require.Equal(t, changed, len(step.Changes) > 0, "promise 7: %s: %s", p.Policy, step.At)
				if step.Outcome == override.OutcomeNoEffect || step.Outcome == override.OutcomeFailed {
					require.NotEmpty(t, step.Reasons, "promise 7: %s: %s", p.Policy, step.At)
				}
			}
		}
	}
}

// requireFailure checks that only the step, or the rule, that the error names has failed, and that no policy after it was
// reached.
func requireFailure(t testing.TB, e *override.Explanation, err error) {
	t.Helper()
	require.Equal(t, err, error(e.Err), "promise 7")
	var failed []override.Origin
	for _, p := range e.Policies {
		if len(failed) > 0 && p.Rank != selector.RankNone {
			require.Equal(t, override.OutcomeNotReached, p.Outcome, "promise 7: %s", p.Policy)
		}
		for _, rule := range p.Rules {
			if rule.Outcome == override.OutcomeFailed && len(rule.Steps) == 0 {
				failed = append(failed, override.Origin{Policy: p.Policy, At: rule.At})
				require.NotEmpty(t, rule.Reason, "promise 7: %s: %s", p.Policy, rule.At)
			}
			for _, step := range rule.Steps {
				if step.Outcome == override.OutcomeFailed {
					failed = append(failed, override.Origin{Policy: p.Policy, At: step.At})
					require.Equal(t, e.Err.Err.Error(), step.Reasons[len(step.Reasons)-1], "promise 7: %s: %s", p.Policy, step.At)
				}
			}
		}
	}
	require.Equal(t, []override.Origin{{Policy: e.Err.Policy, At: e.Err.At}}, failed, "promise 7")
}

// requireSame checks that the explanation agrees with the result on each step.
func requireSame(t testing.TB, e *override.Explanation, result *override.Result) {
	t.Helper()
	changes, applied, divergences := []override.Change{}, []override.Applied{}, []override.Divergence{}
	reasons, skips := map[override.Origin][]string{}, map[override.Origin][]string{}
	warned, warnings := map[override.Origin][]override.Warning{}, map[override.Origin][]override.Warning{} // a result has warnings of identity last
	for _, p := range e.Policies {
		for _, rule := range p.Rules {
			own := 0
			for _, step := range rule.Steps {
				origin := override.Origin{Policy: p.Policy, At: step.At}
				for _, c := range step.Changes {
					require.Equal(t, origin, c.Origin, "promise 7")
				}
				own += len(step.Changes)
				changes = append(changes, step.Changes...)
				if len(step.Warnings) > 0 {
					warned[origin] = step.Warnings
				}
				divergences = append(divergences, step.Divergences...)
				if len(step.Reasons) > 0 {
					reasons[origin] = step.Reasons
				}
			}
			switch rule.Outcome {
			case override.OutcomeApplied, override.OutcomeNoEffect:
				require.Equal(t, own > 0, rule.Outcome == override.OutcomeApplied, "promise 7: %s: %s", p.Policy, rule.At)
				applied = append(applied, override.Applied{Policy: p.Policy, At: rule.At, Changes: own})
			default:
				require.Equal(t, override.OutcomeSkipped, rule.Outcome, "promise 7: %s: %s", p.Policy, rule.At)
			}
		}
	}
	for _, s := range result.Skips() {
		skips[s.Origin] = append(skips[s.Origin], s.Reason)
	}
	require.Equal(t, AsJSON(t, result.Changes()), AsJSON(t, changes), "promise 7")
	require.Equal(t, result.Applied(), applied, "promise 7")
	require.Equal(t, skips, reasons, "promise 7")
	for _, w := range result.Warnings() {
		warnings[w.Origin] = append(warnings[w.Origin], w)
	}
	require.Equal(t, warnings, warned, "promise 7")
	said := map[string]int{}
	for _, d := range divergences {
		said[d.Code+d.Origin.String()+d.Upstream]++
	}
	for _, d := range result.Divergences() { // the others were erased; the places are those of the result
		said[d.Code+d.Origin.String()+d.Upstream]--
		require.GreaterOrEqual(t, said[d.Code+d.Origin.String()+d.Upstream], 0, "promise 7: %s", d)
	}
}

// scribbleOnExplanation writes into every part of an explanation.
func scribbleOnExplanation(e *override.Explanation) {
	for _, p := range e.Policies {
		clear(p.Misses)
		for _, rule := range p.Rules {
			clear(rule.Misses)
			for _, step := range rule.Steps {
				for i := range step.Changes {
					Scribble(step.Changes[i].Old)
					Scribble(step.Changes[i].New)
					ScribbleOn(step.Changes[i].Pointer)
				}
				clear(step.Changes)
				for i := range step.Divergences {
					ScribbleOn(step.Divergences[i].Pointer)
				}
				for i := range step.Warnings {
					ScribbleOn(step.Warnings[i].Pointer)
				}
				clear(step.Reasons)
			}
		}
	}
	for i := range e.Conflicts {
		Scribble(e.Conflicts[i].Earlier.Value)
		Scribble(e.Conflicts[i].Later.Value)
		ScribbleOn(e.Conflicts[i].Pointer)
	}
	if e.Err != nil {
		ScribbleOn(e.Err.Pointer)
	}
	clear(e.Policies)
}
