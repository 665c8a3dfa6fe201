package propagation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// member is a binding with workload affinity groups, whose clusters depend on those of other bindings.
type member struct {
	binding *api.ResourceBinding
	in      schedule.Input
	of      *template
	outcome outcome
	seen    int // planner.changes when it was last scheduled
}

// newPeers returns an index of the stored bindings, or nil if the feature gate WorkloadAffinity is off.
func newPeers(in PlanInput) *schedule.Peers {
	if !in.Options.FeatureGates.Enabled(api.GateWorkloadAffinity) {
		return nil
	}
	var stored []*api.ResourceBinding
	for _, b := range in.Bindings {
		if rb, ok := b.(*api.ResourceBinding); ok {
			stored = append(stored, rb)
		}
	}
	return schedule.NewPeers(stored...)
}

// addPeer puts a binding into the index. It returns nil for a binding that is not indexed.
func (p *planner) addPeer(b api.Binding) *api.ResourceBinding {
	rb, namespaced := b.(*api.ResourceBinding)
	if !namespaced || p.peers == nil {
		return nil
	}
	p.peers.Put(rb)
	return rb
}

// addMember puts a binding into the index and reports whether it is in a group. Then scheduleUnit schedules it.
func (p *planner) addMember(b api.Binding, t *template) (added bool) {
	rb := p.addPeer(b)
	if rb == nil || !p.isMember(b) {
		return false
	}
	p.members = append(p.members, &member{binding: rb, in: p.scheduleInput(rb), of: t})
	return true
}

// isMember reports whether a binding is in a group, and this scheduler accepts it.
func (p *planner) isMember(b api.Binding) bool {
	rb, namespaced := b.(*api.ResourceBinding)
	if !namespaced || p.peers == nil || rb.Spec.WorkloadAffinityGroups == nil {
		return false
	}
	accepted, _ := schedule.Accepted(p.scheduleInput(rb), rb)
	return accepted
}

// units divides the members so that two that share a group, directly or through others, are in the same unit. It keeps their order.
func (p *planner) units() [][]*member {
	type key struct {
		namespace, group string
		apart            bool
	}
	parent, first := make([]int, len(p.members)), map[key]int{}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for i, m := range p.members {
		parent[i] = i
		spec := &m.binding.Spec
		for _, k := range []key{
			{spec.Resource.Namespace, spec.WorkloadAffinityGroups.AffinityGroup, false}, {spec.Resource.Namespace, spec.WorkloadAffinityGroups.AntiAffinityGroup, true},
		} {
			if other, found := first[k]; found && k.group != "" {
				a, b := root(i), root(other)
				parent[max(a, b)] = min(a, b)
			} else {
				first[k] = i
			}
		}
	}
	all := make([][]*member, len(p.members))
	for i, m := range p.members {
		all[root(i)] = append(all[root(i)], m)
	}
	return slices.DeleteFunc(all, func(unit []*member) bool { return unit == nil })
}

// scheduleUnit schedules the members of a unit one after the other, repeatedly, until none changes the clusters that others see. Karmada's
// scheduler also sees all peers when it schedules a binding again. If a state of the unit repeats, members that change get a [SwingError].
func (p *planner) scheduleUnit(ctx context.Context, unit []*member) error {
	history := [][]state{statesOf(unit)}
	for _, m := range unit {
		m.seen = -1
	}
	for {
		changed, err := p.pass(ctx, unit)
		if err != nil {
			return err
		}
		if !changed {
			break
		}
		now := statesOf(unit)
		if first := slices.IndexFunc(history, func(earlier []state) bool { return slices.EqualFunc(earlier, now, state.equal) }); first >= 0 {
			if err := p.stopSwing(ctx, unit, history[first:]); err != nil {
				return err
			}
			break
		}
		if len(history) == maxRounds {
			p.giveUp(unit, history[0], now)
			break
		}
		history = append(history, now)
	}
	for _, m := range unit {
		m.of.setOutcome(m.binding, m.outcome)
	}
	return nil
}

// pass schedules each member if another one has changed since its last run, and reports whether any changed.
func (p *planner) pass(ctx context.Context, unit []*member) (changed bool, err error) {
	before := p.changes
	for _, m := range unit {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if m.seen == p.changes {
			continue
		}
		m.outcome = p.scheduleOne(m.in, m.binding)
		if p.peers.Put(m.binding) {
			p.changes++
		}
		m.seen = p.changes
	}
	return p.changes > before, nil
}

// stopSwing sets a unit to one state of its cycle. Which one does not depend on where the cycle begins.
func (p *planner) stopSwing(ctx context.Context, unit []*member, cycle [][]state) error {
	cycle = rotateToLeast(cycle, func(states []state) string {
		var parts []string
		for _, s := range states {
			parts = append(parts, s.String())
		}
		return strings.Join(parts, ", ")
	})
	p.restore(unit, cycle[0])
	if _, err := p.pass(ctx, unit); err != nil { // for the errors of members that do not change
		return err
	}
	p.restore(unit, cycle[0])
	for i, m := range unit {
		var between []state
		for _, states := range cycle {
			if len(between) == 0 || !between[len(between)-1].equal(states[i]) {
				between = append(between, states[i])
			}
		}
		if last := len(between) - 1; last > 0 && between[last].equal(between[0]) {
			between = between[:last]
		}
		problem := m.outcome.problem
		if len(between) > 1 {
			problem = newSwingError(between)
		}
		m.outcome = p.run(m.in, m.binding)
		m.outcome.problem = problem
	}
	return nil
}

// giveUp sets a unit to the state that it started from.
func (p *planner) giveUp(unit []*member, start, now []state) {
	p.restore(unit, start)
	for i, m := range unit {
		m.outcome = p.run(m.in, m.binding)
		if !start[i].equal(now[i]) {
			m.outcome.problem = fmt.Errorf("scheduling with its workload affinity groups does not settle in %d rounds: %s, then %s", maxRounds, start[i], now[i])
		}
	}
}

func (p *planner) restore(unit []*member, states []state) {
	for i, m := range unit {
		states[i].write(m.binding)
		p.peers.Put(m.binding)
		m.seen = -1
	}
}

func statesOf(unit []*member) (all []state) {
	for _, m := range unit {
		all = append(all, stateOf(m.binding))
	}
	return all
}

// scheduleAgain schedules templates whose bindings have changed, and all others of their groups.
func (p *planner) scheduleAgain(ctx context.Context, changed []*template) error {
	grouped := map[*template]bool{}
	for _, m := range p.members {
		grouped[m.of] = true
	}
	again := map[*template]bool{}
	for _, t := range changed {
		if err := ctx.Err(); err != nil {
			return err
		}
		b := p.bindings[t.binding]
		if !grouped[t] && !(t.untouched && p.addMember(b, t)) {
			p.schedule(b, t, p.scheduleOne)
		} else {
			again[t] = true
		}
		t.untouched = false
	}
	if len(again) == 0 {
		return nil
	}
	slices.SortFunc(p.members, func(a, b *member) int { return content.CompareRefs(a.of.ref, b.of.ref) })
	for _, unit := range p.units() {
		if slices.ContainsFunc(unit, func(m *member) bool { return again[m.of] }) {
			if err := p.scheduleUnit(ctx, unit); err != nil {
				return err
			}
		}
	}
	return nil
}
