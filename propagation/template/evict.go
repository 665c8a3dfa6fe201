package template

import (
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// assess is the stage evict: it assesses the eviction tasks of a binding once, and reports whether they have changed. Bindings that are being deleted
// are not assessed.
//
//  1. A binding is scheduled if the scheduler succeeded or had nothing to do. One that this scheduler does not accept is scheduled if its
//     stored status says so, and the stages have not started an eviction, which its scheduler has not observed.
//  2. A change of the tasks is a change of the binding: the scheduler looks at it, even if nothing else has touched it. Whether it
//     then schedules it again is up to the rules of [schedule.Triggered]. It always does for duplicated replicas, so these return to the cluster.
//     Karmada may delete the Work there before it makes it again; the result has what is stored in the end.
//  3. Then the tasks that are kept are assessed again, with the new clusters, until none changes. Each task is created at most once and dropped
//     at most once, so this ends.
func (p *Placing) assess(b api.Binding) (changed bool) {
	if p.control.Now.IsZero() || b == nil || p.moved || len(b.BindingSpec().GracefulEvictionTasks) == 0 || b.GetDeletionTimestamp() != nil {
		return false
	}
	spec := b.BindingSpec()
	result := eviction.Assess(eviction.Input{
		Tasks: spec.GracefulEvictionTasks, Targets: spec.Clusters, Health: b.BindingStatus().AggregatedStatus, Scheduled: !p.unscheduled,
		Now: p.control.Now, GracePeriod: p.control.EvictionGracePeriod,
	})
	if p.Row.Evictions == nil {
		p.Row.Evictions = result.Decisions
	} else { // the tasks are those that were kept before
		next := 0
		for i, d := range p.Row.Evictions {
			if !d.Dropped {
				p.Row.Evictions[i] = result.Decisions[next]
				next++
			}
		}
	}
	if result.Changed {
		spec.GracefulEvictionTasks = slices.Clip(result.Tasks)
	}
	return result.Changed
}

// assessAttached assesses the tasks of a binding that others require, which has no clusters of its own and is not scheduled.
func (p *Placing) assessAttached(b api.Binding) {
	if b == nil || p.Row.Evictions != nil {
		return
	}
	p.unscheduled = !content.Observed(b)
	for p.assess(b) {
	}
}
