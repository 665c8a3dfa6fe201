package propagation

import (
	"context"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// evict assesses the eviction tasks of scheduled bindings until nothing changes. Bindings that are left are not assessed: a plan leaves them as
// they are stored.
//
//  1. A binding is scheduled if the scheduler succeeded or had nothing to do. One that this scheduler does not accept is scheduled if its
//     stored status says so, and the plan has not started an eviction, which its scheduler has not observed.
//  2. A change of the tasks is a change of the binding: the scheduler looks at it, even if nothing else has touched it. Whether it
//     then schedules it again is up to the rules of [schedule.Triggered]. It always does for duplicated replicas, so these return to the cluster.
//     Karmada may delete the Work there before it makes it again; the plan has what is stored in the end.
//  3. Then the tasks that are kept are assessed again, with the new clusters, until none changes. Each task is created at most once and dropped
//     at most once, so this ends.
func (p *planner) evict(ctx context.Context, templates []*template) error {
	evicting := p.evicting(templates)
	for round := 0; ; round++ {
		if round == 0 || p.peers != nil {
			p.reviewUntouched(templates)
		}
		var changed []*template
		for _, t := range evicting {
			if p.assess(p.bindings[t.binding], t) {
				changed = append(changed, t)
			}
		}
		if len(changed) == 0 {
			return nil
		}
		if err := p.scheduleAgain(ctx, changed); err != nil {
			return err
		}
	}
}

// evictAttached assesses the eviction tasks of the bindings of dependencies, which have no clusters of their own and are not scheduled.
func (p *planner) evictAttached(templates []*template) {
	for _, t := range p.evicting(templates) {
		if b := p.bindings[t.binding]; t.row.Evictions == nil {
			t.unscheduled = !content.Observed(b)
			for p.assess(b, t) {
			}
		}
	}
}

// evicting returns the templates whose bindings have eviction tasks and are not being deleted.
func (p *planner) evicting(templates []*template) (found []*template) {
	if p.Options.Now.IsZero() {
		return nil
	}
	for _, t := range templates {
		if b := p.bindings[t.binding]; b != nil && !t.moved && len(b.BindingSpec().GracefulEvictionTasks) > 0 && b.GetDeletionTimestamp() == nil {
			found = append(found, t)
		}
	}
	return found
}

// assess assesses the eviction tasks of a binding once, and reports whether they have changed.
func (p *planner) assess(b api.Binding, t *template) (changed bool) {
	spec := b.BindingSpec()
	result := eviction.Assess(eviction.Input{
		Tasks: spec.GracefulEvictionTasks, Targets: spec.Clusters, Health: b.BindingStatus().AggregatedStatus, Scheduled: !t.unscheduled,
		Now: p.Options.Now, GracePeriod: p.Options.EvictionGracePeriod,
	})
	if t.row.Evictions == nil {
		t.row.Evictions = result.Decisions
	} else { // the tasks are those that were kept before
		next := 0
		for i, d := range t.row.Evictions {
			if !d.Dropped {
				t.row.Evictions[i] = result.Decisions[next]
				next++
			}
		}
	}
	if result.Changed {
		spec.GracefulEvictionTasks = slices.Clip(result.Tasks)
	}
	return result.Changed
}
