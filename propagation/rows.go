package propagation

import (
	"context"
	"maps"
	"sync"

	"github.com/overridekit/overridekit/override"
)

// rows claims, binds and schedules all templates. Those without workload affinity groups come first.
func (p *planner) rows(ctx context.Context, templates []*template) error {
	p.plan.Rows = make([]*Row, len(templates))
	for i, t := range templates {
		t.row = &Row{Template: t.ref}
		p.plan.Rows[i] = t.row
	}
	progress := p.progress(len(templates))
	if err := p.bindAll(ctx, templates, progress); err != nil {
		return err
	}
	for _, unit := range p.units() {
		if err := p.scheduleUnit(ctx, unit); err != nil {
			return err
		}
		progress(len(unit))
	}
	if err := p.evict(ctx, templates); err != nil {
		return err
	}
	for _, t := range templates {
		if t.untouched && p.bindings[t.binding] != nil {
			t.row.Reason += "; nothing has touched the binding since it was scheduled"
		}
	}
	return nil
}

// progress returns a function that reports that more templates are scheduled.
func (p *planner) progress(total int) func(more int) {
	if p.Options.Progress == nil {
		return func(int) {}
	}
	var lock sync.Mutex
	done := 0
	return func(more int) {
		lock.Lock()
		defer lock.Unlock()
		for range more {
			done++
			p.Options.Progress(done, total)
		}
	}
}

// bindAll claims and binds all templates, and schedules those that are in no group. Templates whose bindings have one name depend on each other, so one
// goroutine goes through them in order. Peers are set in the order of the rows, and so are ids that NewID returns.
func (p *planner) bindAll(ctx context.Context, templates []*template, progress func(int)) error {
	groups := byBinding(templates)
	forks := make([]*planner, p.workers(len(groups)))
	for i := range forks {
		forks[i] = p.fork()
	}
	err := eachContext(ctx, len(forks), len(groups), func(ctx context.Context, worker, i int) {
		fork := forks[worker]
		ref := groups[i][0].own
		if stored := p.stored[ref]; stored != nil {
			fork.stored[ref] = stored
		}
		for _, t := range groups[i] {
			t.shared = len(groups[i]) > 1
			if fork.row(ctx, t) {
				progress(1)
			}
			if b := fork.bindings[t.binding]; b != nil && p.Options.NewID == nil {
				fork.setID(b)
			}
		}
	})
	if err != nil {
		return err
	}
	for _, fork := range forks {
		p.join(fork)
	}
	for _, t := range templates {
		b := p.bindings[t.binding]
		if b == nil {
			continue
		}
		if p.Options.NewID != nil { // otherwise it has an id
			p.setID(b)
		}
		if t.untouched {
			p.addPeer(b)
		} else {
			p.addMember(b, t)
		}
	}
	return nil
}

// byBinding groups the templates by the names of their bindings, in order.
func byBinding(templates []*template) (groups [][]*template) {
	of := make(map[override.Ref]int, len(templates))
	for i, t := range templates {
		ref := t.own
		at, known := of[ref]
		if !known {
			at = len(groups)
			of[ref] = at
			groups = append(groups, templates[i:i+1:i+1])
			continue
		}
		groups[at] = append(groups[at], t)
	}
	return groups
}

// fork returns a planner for some of the bindings. It has the same indexes and peers, which it does not write.
func (p *planner) fork() *planner {
	fork := newPlanner(p.indexes)
	fork.peers, fork.fleet = p.peers, p.fleet
	return fork
}

// join takes over what a fork has found.
func (p *planner) join(fork *planner) {
	maps.Copy(p.stored, fork.stored)
	maps.Copy(p.bindings, fork.bindings)
	maps.Copy(p.remembered.unhealthy, fork.remembered.unhealthy)
	maps.Copy(p.remembered.evicted, fork.remembered.evicted)
	p.plan.Warnings = append(p.plan.Warnings, fork.plan.Warnings...)
	if !fork.again.IsZero() {
		p.lookAgain(fork.again)
	}
}
