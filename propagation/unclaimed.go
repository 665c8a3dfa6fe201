package propagation

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// moveUnclaimed schedules the stored binding of a template again that no policy claims now, and completes its row. Karmada's scheduler does not look at
// claims when a cluster changes.
//
//  1. A cluster of the binding is gone or being deleted, or [PlanOptions].Touched says that the scheduler looks at the binding.
//  2. The binding has a placement, and names this scheduler. It is not suspended, and it is not being deleted.
//  3. If the result is another one, the Works are rendered again, from the template without its claim. Otherwise the binding is left. It keeps
//     a cluster that is being deleted if no other one can take the replicas, and then the row has a warning.
//  4. A binding is left if two templates share its name, or if it has workload affinity groups, which depend on all other bindings.
//  5. What it has under eviction is not assessed, as for all bindings that are left.
func (p *planner) moveUnclaimed(t *template) {
	stored := p.storedOf(t)
	if t.fault != nil || t.row.Err != nil || stored == nil || stored.GetDeletionTimestamp() != nil || stored.BindingSpec().Placement == nil {
		return
	}
	if t.shared || p.faulty[stored.Ref()] != nil || p.peers != nil && stored.BindingSpec().WorkloadAffinityGroups != nil {
		return
	}
	why := p.losesCluster(stored)
	switch {
	case why != "":
		why = "cluster " + content.Clip(why) + " leaves"
	case p.Options.Touched != nil && p.Options.Touched(t.ref):
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
			t.row.Warnings = append(t.row.Warnings, "its binding, which no policy claims, cannot be scheduled again although "+why+": "+out.problem.Error())
		}
		return
	}
	t.row.Reason += "; its binding is scheduled again because " + why
	t.row.Binding, t.row.Replicas, t.row.Interpreters = b.Ref(), b.BindingSpec().Replicas, p.interpreters(t)
	t.binding, t.moved, t.warnings = b.Ref(), true, t.row.Warnings
	p.bindings[t.binding] = b
	t.setOutcome(b, out)
}
