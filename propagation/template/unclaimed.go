package template

import (
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// moveUnclaimed evicts and schedules the object of a stored binding that no policy claims now, and completes its row. Karmada's controllers of evictions do not
// look at claims, and neither does its scheduler when a cluster changes.
//
//  1. What fails evicts the object, and its eviction tasks are assessed, as for any binding. The scheduler does not look at it because of that.
//  2. It is scheduled again if a cluster of the binding is gone or being deleted, or if [Control].Touched says that the scheduler looks at it. The binding
//     must name this scheduler, and must not be suspended.
//  3. If the spec changes, the Works are rendered again, from the template without its claim. Otherwise the binding is left. It keeps a cluster that is being
//     deleted if no other one can take the replicas, and then the row has a warning.
//  4. A binding is left in any case if it has no placement or is being deleted, if two templates share its name, or if it has workload affinity
//     groups, which depend on all other bindings.
func (p *Placing) moveUnclaimed() {
	stored := p.storedOwn()
	if p.Fault != nil || p.Row.Err != nil || stored == nil || stored.GetDeletionTimestamp() != nil || stored.BindingSpec().Placement == nil {
		return
	}
	if p.shared || p.unread != nil || p.control.Peers != nil && stored.BindingSpec().WorkloadAffinityGroups != nil {
		return
	}
	p.Binding, _ = stored.DeepCopyObject().(api.Binding)
	p.failOver(p.Binding)
	p.scheduleUnclaimed()
	p.unscheduled = !content.Observed(stored) || len(p.started) > 0
	for p.assess(p.Binding) {
	}
	if p.moved = true; !rewrites(stored, p.Binding) {
		p.Binding, p.moved = nil, false
		return
	}
	b := p.Binding
	if slices.Contains(bind.ChangedFields(stored, b), "spec.gracefulEvictionTasks") {
		p.Row.Reason += "; its evictions have changed its binding"
	}
	p.Row.Binding, p.Row.Replicas, p.Row.Interpreters, p.Row.Clusters = b.Ref(), b.BindingSpec().Replicas, p.interpreters(), slices.Clip(b.BindingSpec().Clusters)
}

// scheduleUnclaimed implements rule 2 of moveUnclaimed.
func (p *Placing) scheduleUnclaimed() {
	why := p.control.losesCluster(p.Binding)
	switch {
	case why != "":
		why = "cluster " + content.Clip(why) + " leaves"
	case p.control.Touched != nil && p.control.Touched(p.Ref):
		why = "a cluster has changed"
	default:
		return
	}
	in := p.scheduleInput(p.Binding)
	if accepted, _ := schedule.AcceptedForCluster(in); !accepted {
		return
	}
	before := stateOf(p.Binding)
	out := p.scheduleOne(in, p.Binding)
	if now := stateOf(p.Binding); now.equal(before) {
		if out.problem != nil {
			p.Row.Warnings = append(p.Row.Warnings, "its binding, which no policy claims, cannot be scheduled again although "+why+": "+out.problem.Error())
		}
		return
	}
	p.Row.Reason += "; its binding is scheduled again because " + why
	p.warnings = p.Row.Warnings
	p.setOutcome(out)
}
