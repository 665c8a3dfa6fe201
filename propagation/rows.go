package propagation

import (
	"context"
	"sync"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/template"
)

// rows runs the stages from claim to evict for all templates. Those without workload affinity groups come first.
func (p *planner) rows(ctx context.Context) error {
	p.plan.Rows = make([]*Row, len(p.templates))
	for i, t := range p.templates {
		p.plan.Rows[i] = t.Row
	}
	progress := p.progress(len(p.templates))
	if err := p.bindAll(ctx, progress); err != nil {
		return err
	}
	if err := p.groups.Schedule(ctx, progress); err != nil {
		return err
	}
	if err := p.evict(ctx); err != nil {
		return err
	}
	for _, t := range p.templates {
		t.Review()
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

// bindAll binds all templates, and schedules those that are in no group. Templates whose bindings have one name depend on each other, so one
// goroutine goes through them in order. Peers are set in the order of the rows, and so are ids that NewID returns.
func (p *planner) bindAll(ctx context.Context, progress func(int)) error {
	same := byBinding(p.templates)
	err := eachContext(ctx, p.workers(len(same)), len(same), func(ctx context.Context, _, i int) {
		for at, t := range same[i] {
			for _, earlier := range same[i][:at] {
				if earlier.Binding != nil {
					t.Other = earlier.Binding
				}
			}
			t.Shared = len(same[i]) > 1
			if t.Bind(ctx); t.Binding != nil && p.Options.NewID == nil {
				p.control.SetID(t.Binding)
			}
			switch {
			case t.Untouched(): // its row is completed after all peers are scheduled
				progress(1)
			case !t.InGroup():
				t.Schedule()
				progress(1)
			}
		}
	})
	if err != nil {
		return err
	}
	for _, t := range p.templates {
		if t.Binding == nil {
			continue
		}
		p.bindings[t.Binding.Ref()] = t.Binding
		p.control.SetID(t.Binding) // unless it has an id
		p.groups.Add(t)
	}
	return nil
}

// byBinding groups the templates by the names of their bindings, in order.
func byBinding(templates []*template.Placing) (same [][]*template.Placing) {
	of := make(map[override.Ref]int, len(templates))
	for i, t := range templates {
		at, known := of[t.Own]
		if !known {
			of[t.Own] = len(same)
			same = append(same, templates[i:i+1:i+1])
			continue
		}
		same[at] = append(same[at], t)
	}
	return same
}

// evict assesses the eviction tasks of all templates until none changes.
func (p *planner) evict(ctx context.Context) error {
	for round := 0; ; round++ {
		var changed []*template.Placing
		for _, t := range p.templates {
			if t.Untouched() && (round == 0 || p.control.Peers != nil) {
				t.Schedule()
			}
			if t.Assess() {
				changed = append(changed, t)
			}
		}
		if len(changed) == 0 {
			return nil
		}
		if err := p.groups.ScheduleAgain(ctx, changed); err != nil {
			return err
		}
	}
}
