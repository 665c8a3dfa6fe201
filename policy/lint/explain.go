package lint

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// mostExplained limits the objects for which the failure of one step is explained. Further failures of the step are only counted.
const mostExplained = 100

// explain records what each step did before a failure, and the failure.
func (inv *inventory) explain(o *object, failed *override.Error) {
	origin := override.Origin{Policy: failed.Policy, At: failed.At}
	st := inv.steps[origin]
	inv.failures[origin]++
	if inv.failures[origin] > mostExplained {
		if st != nil {
			st.seen.meet(o)
			st.seen.fail(o, failed, st)
		}
		return
	}
	if s := inv.subjects[failed.Policy]; st == nil && s != nil && !s.found[foundAt{Fails, failed.At}] { // the rule itself fails, or the policy was built in Go
		if !s.broken()[failed.At+".targetClusters"] {
			s.reportAt(Fails, failed.At, nil, "%s", failureText("the rule", failed))
		}
	}
	cluster, failures := inv.named[failed.Cluster], 0
	if st != nil {
		failures = st.seen.failed
	}
	explanation := override.NewSet(inv.covering(o, cluster)...).Hiding(inv.hide).Select(o.source).Explain(cluster)
	for i := range explanation.Policies {
		p := &explanation.Policies[i]
		for j := range p.Rules {
			for k := range p.Rules[j].Steps {
				inv.observeStep(o, p.Policy, &p.Rules[j].Steps[k], failed)
			}
		}
	}
	if st != nil && st.seen.failed == failures { // the explanation has another outcome
		st.seen.meet(o)
		st.seen.fail(o, failed, st)
	}
	inv.observeConflicts(o, failed.Cluster, explanation.Conflicts)
}

// covering returns the policies that select an object, before or after the cluster-wide policies.
func (inv *inventory) covering(o *object, cluster selector.Cluster) []*override.Policy {
	given := selector.ObjectOf(o.content)
	all := inv.matcher.covering(given)
	after, err := inv.wide.Select(o.source).Apply(cluster)
	if err != nil {
		return all
	}
	now := selector.ObjectOf(after.SharedContent())
	if now.Equal(&given) {
		return all
	}
	inv.matcher.mark(now, true)
	return append(all, inv.matcher.covering(now)...)
}

// observeStep records the outcome of one step.
func (inv *inventory) observeStep(o *object, policy override.Ref, outcome *override.StepOutcome, failed *override.Error) {
	st := inv.steps[override.Origin{Policy: policy, At: outcome.At}]
	if st == nil || outcome.Outcome == override.OutcomeNotReached || outcome.Outcome == override.OutcomeSkipped {
		return
	}
	st.seen.meet(o)
	st.seen.meetContainers(o, st.containers)
	for i := range outcome.Changes {
		if c := &outcome.Changes[i]; st.adds() {
			st.seen.added(o, c)
		}
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
	if len(outcome.Reasons) > 0 && st.seen.reason == "" {
		st.seen.reason = outcome.Reasons[0]
	}
	st.seen.done(o, outcome.Outcome == override.OutcomeApplied)
}

// failureText describes the failure of a step or a rule.
func failureText(what string, err *override.Error) string {
	text := what + " fails on " + err.Object.String() + inCluster(err.Cluster) + ": " + err.Err.Error()
	if err.Divergence != nil {
		text += "; upstream " + err.Divergence.Upstream
	}
	return text
}
