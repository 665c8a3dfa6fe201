package lint

import (
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// maxExplained limits the failures that are explained: of one policy, and on one object. Further failures are only counted. An explanation
// takes time in proportion to all rules that cover the object.
const maxExplained = 100

// explain records what each step did before a failure, and the failure. If the policies are sound, they are those without refused steps, see [sound].
func (inv *inventory) explain(o *object, failed *override.Error, sound bool) {
	st, failures := inv.steps[override.Origin{Policy: failed.Policy, At: failed.At}], 0
	if st == nil {
		inv.reportRule(failed)
	} else {
		failures = st.seen.failed
	}
	inv.explained[failed.Policy]++
	o.explained++
	if inv.explained[failed.Policy] <= maxExplained && o.explained <= maxExplained {
		cluster := inv.named[failed.Cluster]
		explanation := override.NewSet(inv.covering(o, cluster, sound)...).Hiding(inv.hide).Select(o.source).Explain(cluster)
		inv.observeExplanation(o, explanation, failed, sound)
	}
	if st != nil && st.seen.failed == failures && !sound { // the explanation is missing, or has another outcome
		inv.fail(o, failed)
	}
}

// fail records the failure of a step.
func (inv *inventory) fail(o *object, failed *override.Error) {
	st := inv.steps[override.Origin{Policy: failed.Policy, At: failed.At}]
	st.seen.meet(o)
	st.seen.meetPlaces(o, st)
	st.seen.fail(o, failed, st)
}

// reportRule reports the failure of a rule itself, or of a policy that was built in Go.
func (inv *inventory) reportRule(failed *override.Error) {
	s := inv.subjects[failed.Policy]
	if s == nil || s.found[foundAt{Fails, failed.At}] || s.broken[failed.At+".targetClusters"] {
		return
	}
	s.reportAt(Fails, failed.At, nil, "%s", failureText("the rule", failed))
}

// observeExplanation records the outcomes of all steps.
func (inv *inventory) observeExplanation(o *object, explanation *override.Explanation, failed *override.Error, sound bool) {
	var leftOut []*step
	for i := range explanation.Policies {
		p := &explanation.Policies[i]
		for j := range p.Rules {
			if sound && p.Rules[j].Outcome != override.OutcomeSkipped {
				leftOut = append(leftOut, inv.leftOut(p.Policy, p.Rules[j].At)...)
			}
			if p.Rules[j].Outcome == override.OutcomeNotReached && len(p.Rules[j].Steps) == 0 {
				inv.observeNotReached(o, p.Policy, j, failed.Cluster, leftOut)
			}
			for k := range p.Rules[j].Steps {
				inv.observeStep(o, p.Policy, &p.Rules[j].Steps[k], failed, leftOut)
			}
		}
	}
	inv.observeConflicts(o, failed.Cluster, explanation.Conflicts)
}

// observeNotReached records the containers of an object for the steps of a rule that an earlier failure hides. Names of containers are compared
// with the object before policies, so this needs no result.
func (inv *inventory) observeNotReached(o *object, policy override.Ref, number int, cluster string, leftOut []*step) {
	s := inv.subjects[policy]
	if s == nil {
		return
	}
	rules, in := s.policy.Spec().Rules, inv.named[cluster]
	if number >= len(rules) || !rules[number].Clusters.Match(&in) {
		return
	}
	if r := inv.rules[override.Origin{Policy: policy, At: rules[number].At}]; r != nil {
		for _, st := range r.steps {
			if !dependsOn(st, leftOut) {
				st.seen.meetUnreached(o, st.containers)
			}
		}
	}
}

// covering returns the policies that select an object, before or after the cluster-wide policies. Sound ones have no refused steps.
func (inv *inventory) covering(o *object, cluster selector.Cluster, sound bool) []*override.Policy {
	given := selector.ObjectOf(o.content)
	all, wide := inv.matcher.covering(given), inv.wide
	if sound {
		wide = inv.soundPolicies().wide
	}
	if after, err := wide.Select(o.source).Apply(cluster); err == nil {
		if now := selector.ObjectOf(after.SharedContent()); !now.Equal(&given) {
			inv.matcher.mark(now, true)
			all = append(all, inv.matcher.covering(now)...)
		}
	}
	if sound {
		for i, p := range all {
			all[i] = inv.soundPolicies().policies[p.Ref()]
		}
	}
	return all
}

// observeStep records the outcome of one step.
func (inv *inventory) observeStep(o *object, policy override.Ref, outcome *override.StepOutcome, failed *override.Error, leftOut []*step) {
	st := inv.steps[override.Origin{Policy: policy, At: outcome.At}]
	switch {
	case st == nil || dependsOn(st, leftOut) || outcome.Outcome == override.OutcomeSkipped:
		return
	case outcome.Outcome == override.OutcomeNotReached:
		st.seen.meetUnreached(o, st.containers)
		return
	}
	st.seen.meet(o)
	st.seen.meetContainers(o, st.containers)
	st.seen.meetPlaces(o, st)
	for i := range outcome.Changes {
		st.seen.change(o, st, &outcome.Changes[i])
	}
	for _, d := range outcome.Divergences {
		if outcome.Outcome != override.OutcomeFailed {
			st.seen.diverge(o, d)
		}
	}
	if outcome.Outcome == override.OutcomeFailed {
		st.seen.fail(o, failed, st)
		return
	}
	for _, reason := range outcome.Reasons {
		st.seen.skip(reason)
	}
	st.seen.done(o, outcome.Outcome == override.OutcomeApplied, slices.Contains(outcome.Reasons, override.UpToDate))
}

// failureText describes the failure of a step or a rule.
func failureText(what string, err *override.Error) string {
	text := what + " fails on " + err.Object.String() + inCluster(err.Cluster) + ": " + err.Err.Error()
	if err.Divergence != nil {
		text += "; upstream " + err.Divergence.Upstream
	}
	return text
}
