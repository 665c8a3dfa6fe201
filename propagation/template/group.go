package template

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
	of      *Placing
	outcome outcome
	seen    int // groups.changes when it was last scheduled
}

// groups are the templates of a control plane whose clusters depend on each other: those with workload affinity groups. They change the peers.
type groups struct {
	peers   *schedule.Peers // that of the control; nil: there are no groups
	members []*member
	changes int // the number of changes of peers
}

// add makes the binding of a template a peer of the others. If it is in a group itself, [groups.schedule] schedules it.
func (g *groups) add(p *Placing) {
	if g.put(p.Binding) && !p.untouched && p.inGroup() {
		g.members = append(g.members, &member{p.Binding.(*api.ResourceBinding), p.scheduleInput(p.Binding), p, outcome{}, 0})
	}
}

// put puts a binding into the index, unless that is off or the binding has no namespace.
func (g *groups) put(b api.Binding) bool {
	rb, namespaced := b.(*api.ResourceBinding)
	if !namespaced || g.peers == nil {
		return false
	}
	g.peers.Put(rb)
	return true
}

// inGroup reports whether the binding is in a group, and this scheduler accepts it. Then all peers must be bound before it is scheduled.
func (p *Placing) inGroup() bool {
	rb, namespaced := p.Binding.(*api.ResourceBinding)
	if !namespaced || p.control.Peers == nil || rb.Spec.WorkloadAffinityGroups == nil {
		return false
	}
	accepted, _ := schedule.Accepted(p.scheduleInput(rb), rb)
	return accepted
}

// schedule schedules the members of all groups and reports after each group how many they were.
func (g *groups) schedule(ctx context.Context, done func(members int)) error {
	for _, unit := range g.units() {
		if err := g.scheduleUnit(ctx, unit); err != nil {
			return err
		}
		done(len(unit))
	}
	return nil
}

// units divides the members so that two that share a group, directly or through others, are in the same unit. It keeps their order.
func (g *groups) units() [][]*member {
	parent, first := make([]int, len(g.members)), map[schedule.Group]int{}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for i, m := range g.members {
		parent[i] = i
		for _, k := range schedule.Groups(&m.binding.Spec) {
			if other, found := first[k]; found {
				a, b := root(i), root(other)
				parent[max(a, b)] = min(a, b)
			} else {
				first[k] = i
			}
		}
	}
	all := make([][]*member, len(g.members))
	for i, m := range g.members {
		all[root(i)] = append(all[root(i)], m)
	}
	return slices.DeleteFunc(all, func(unit []*member) bool { return unit == nil })
}

// scheduleUnit schedules the members of a unit one after the other, repeatedly, until none changes the clusters that others see. Karmada's
// scheduler also sees all peers when it schedules a binding again. If a state of the unit repeats, members that change get a [SwingError].
func (g *groups) scheduleUnit(ctx context.Context, unit []*member) error {
	history := [][]state{statesOf(unit)}
	for _, m := range unit {
		m.seen = -1
	}
	for {
		changed, err := g.pass(ctx, unit)
		if err != nil {
			return err
		}
		if !changed {
			break
		}
		now := statesOf(unit)
		if first := slices.IndexFunc(history, func(earlier []state) bool { return slices.EqualFunc(earlier, now, state.equal) }); first >= 0 {
			if err := g.stopSwing(ctx, unit, history[first:]); err != nil {
				return err
			}
			break
		}
		if len(history) == maxRounds {
			g.giveUp(unit, history[0], now)
			break
		}
		history = append(history, now)
	}
	for _, m := range unit {
		m.of.setOutcome(m.outcome)
	}
	return nil
}

// pass schedules each member if another one has changed since its last run, and reports whether any changed.
func (g *groups) pass(ctx context.Context, unit []*member) (changed bool, err error) {
	before := g.changes
	for _, m := range unit {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if m.seen == g.changes {
			continue
		}
		m.outcome = m.of.scheduleOne(m.in, m.binding)
		if g.peers.Put(m.binding) {
			g.changes++
		}
		m.seen = g.changes
	}
	return g.changes > before, nil
}

// stopSwing sets a unit to one state of its cycle. Which one does not depend on where the cycle begins.
func (g *groups) stopSwing(ctx context.Context, unit []*member, cycle [][]state) error {
	cycle = rotateToLeast(cycle, func(states []state) string {
		var parts []string
		for _, s := range states {
			parts = append(parts, s.String())
		}
		return strings.Join(parts, ", ")
	})
	g.restore(unit, cycle[0])
	if _, err := g.pass(ctx, unit); err != nil { // for the errors of members that do not change
		return err
	}
	g.restore(unit, cycle[0])
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
		m.outcome = m.of.run(m.in, m.binding)
		m.outcome.problem = problem
	}
	return nil
}

// giveUp sets a unit to the state that it started from.
func (g *groups) giveUp(unit []*member, start, now []state) {
	g.restore(unit, start)
	for i, m := range unit {
		m.outcome = m.of.run(m.in, m.binding)
		if !start[i].equal(now[i]) {
			m.outcome.problem = fmt.Errorf("scheduling with its workload affinity groups does not settle in %d rounds: %s, then %s", maxRounds, start[i], now[i])
		}
	}
}

func (g *groups) restore(unit []*member, states []state) {
	for i, m := range unit {
		states[i].write(m.binding)
		g.peers.Put(m.binding)
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
func (g *groups) scheduleAgain(ctx context.Context, changed []*Placing) error {
	grouped := map[*Placing]bool{}
	for _, m := range g.members {
		grouped[m.of] = true
	}
	again := map[*Placing]bool{}
	for _, p := range changed {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.untouched = false
		if before := len(g.members); !grouped[p] {
			if g.add(p); len(g.members) == before {
				p.scheduleStage()
				continue
			}
		}
		again[p] = true
	}
	if len(again) == 0 {
		return nil
	}
	slices.SortFunc(g.members, func(a, b *member) int { return content.CompareRefs(a.of.Ref, b.of.Ref) })
	for _, unit := range g.units() {
		if slices.ContainsFunc(unit, func(m *member) bool { return again[m.of] }) {
			if err := g.scheduleUnit(ctx, unit); err != nil {
				return err
			}
		}
	}
	return nil
}
