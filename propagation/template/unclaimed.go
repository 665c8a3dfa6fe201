package template

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// moveUnclaimed schedules the stored binding of a template again that no policy claims now, and completes its row. Karmada's scheduler does not look at
// claims when a cluster changes.
//
//  1. A cluster of the binding is gone or being deleted, or [Control].Touched says that the scheduler looks at the binding.
//  2. The binding has a placement, and names this scheduler. It is not suspended, and it is not being deleted.
//  3. If the result is another one, the Works are rendered again, from the template without its claim. Otherwise the binding is left. It keeps
//     a cluster that is being deleted if no other one can take the replicas, and then the row has a warning.
//  4. A binding is left if two templates share its name, or if it has workload affinity groups, which depend on all other bindings.
//  5. What it has under eviction is not assessed, as for all bindings that are left.
func (p *Placing) moveUnclaimed() {
	stored := p.storedOwn()
	if p.Fault != nil || p.Row.Err != nil || stored == nil || stored.GetDeletionTimestamp() != nil || stored.BindingSpec().Placement == nil {
		return
	}
	if p.Shared || p.fault != nil || p.control.Peers != nil && stored.BindingSpec().WorkloadAffinityGroups != nil {
		return
	}
	why := p.control.losesCluster(stored)
	switch {
	case why != "":
		why = "cluster " + content.Clip(why) + " leaves"
	case p.control.Touched != nil && p.control.Touched(p.Ref):
		why = "a cluster has changed"
	default:
		return
	}
	b, _ := stored.DeepCopyObject().(api.Binding)
	in := p.scheduleInput(b)
	if accepted, _ := schedule.AcceptedForCluster(in); !accepted {
		return
	}
	out := p.scheduleOne(in, b)
	if !rewrites(stored, b) {
		if out.problem != nil {
			p.Row.Warnings = append(p.Row.Warnings, "its binding, which no policy claims, cannot be scheduled again although "+why+": "+out.problem.Error())
		}
		return
	}
	p.Row.Reason += "; its binding is scheduled again because " + why
	p.Row.Binding, p.Row.Replicas, p.Row.Interpreters = b.Ref(), b.BindingSpec().Replicas, p.interpreters()
	p.Binding, p.moved, p.warnings = b, true, p.Row.Warnings
	p.setOutcome(out)
}
