package template

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/parallel"
)

// AllInput is many templates with what a control plane stores about them. [PlaceAll] writes only the templates.
type AllInput struct {
	Templates []*Placing                   // sorted, each reference once
	Bindings  map[override.Ref]api.Binding // all stored bindings, also of other templates
	Faulty    map[override.Ref]error       // why the other stored bindings cannot be read
	Memory    []Remembered                 // the memory that the last call returned; a binding may have several, of which the last counts for each cluster
	Workers   int                          // the number of goroutines; the result does not depend on it
	Progress  func(done, total int)        // called after each template is scheduled, never concurrently; may be nil
}

// All is what a control plane should store for its templates, see [Placed].
type All struct {
	Bindings map[override.Ref]api.Binding // of templates and dependencies
	Left     map[override.Ref]api.Binding // copies of the stored ones that no stage makes
	Detached map[override.Ref]bool        // those of Left that other bindings required
	Memory   []Remembered                 // for the next time, sorted by binding
	Again    time.Time                    // when to place all again even if nothing happens until then; zero: never
	Warnings []string                     // about bindings without a template, and about clusters
}

// walk goes through the stages with all templates. Those without workload affinity groups come first.
type walk struct {
	AllInput
	All
	control *Control
	groups  *groups
	stored  map[override.Ref]api.Binding // without the claims that were removed
}

// PlaceAll decides everything about many templates, as [Place] does about one. Control.Peers gets the bindings that the stages make, and each step sees the
// bindings of dependencies that others have changed. The stages write their results into the templates.
func PlaceAll(ctx context.Context, control *Control, in AllInput) (*All, error) {
	w := &walk{
		AllInput: in, control: control, groups: &groups{peers: control.Peers}, stored: maps.Clone(in.Bindings),
		All: All{Bindings: map[override.Ref]api.Binding{}, Left: map[override.Ref]api.Binding{}, Detached: map[override.Ref]bool{}},
	}
	memory := map[override.Ref]Memory{}
	for _, m := range in.Memory {
		memory[m.Binding] = memory[m.Binding].with(m.Memory)
	}
	for _, p := range in.Templates {
		p.begin(control, in.Bindings[p.own], in.Faulty[p.own], memory[p.own])
	}
	progress := w.progress()
	if err := w.bind(ctx, progress); err != nil {
		return nil, err
	}
	if err := w.groups.schedule(ctx, progress); err != nil {
		return nil, err
	}
	if err := w.evict(ctx); err != nil {
		return nil, err
	}
	for _, p := range in.Templates {
		p.review()
	}
	if err := w.distribute(ctx); err != nil {
		return nil, err
	}
	w.end(memory)
	return &w.All, nil
}

// progress returns a function that reports that more templates are scheduled.
func (w *walk) progress() func(more int) {
	if w.Progress == nil {
		return func(int) {}
	}
	var lock sync.Mutex
	done := 0
	return func(more int) {
		lock.Lock()
		defer lock.Unlock()
		for range more {
			done++
			w.Progress(done, len(w.Templates))
		}
	}
}

// bind binds all templates, and schedules those that are in no group. Templates whose bindings have one name depend on each other, so one
// goroutine goes through them in order. Peers are set in the order of the templates, and so are ids that NewID returns.
func (w *walk) bind(ctx context.Context, progress func(int)) error {
	same := byBinding(w.Templates)
	err := parallel.EachContext(ctx, parallel.Workers(w.Workers, len(same)), len(same), func(ctx context.Context, _, i int) {
		for at, p := range same[i] {
			for _, earlier := range same[i][:at] {
				if earlier.Binding != nil {
					p.other = earlier.Binding
				}
			}
			p.shared = len(same[i]) > 1
			if p.bindStage(ctx); p.Binding != nil && w.control.NewID == nil {
				w.control.setID(p.Binding)
			}
			switch {
			case p.untouched: // its row is completed after all peers are scheduled
				progress(1)
			case !p.inGroup():
				p.scheduleStage()
				progress(1)
			}
		}
	})
	if err != nil {
		return err
	}
	for _, p := range w.Templates {
		if p.Binding == nil {
			continue
		}
		w.All.Bindings[p.Binding.Ref()] = p.Binding
		w.control.setID(p.Binding) // unless it has an id
		w.groups.add(p)
	}
	return nil
}

// byBinding groups the templates by the names of their bindings, in order.
func byBinding(templates []*Placing) (same [][]*Placing) {
	of := make(map[override.Ref]int, len(templates))
	for i, p := range templates {
		at, known := of[p.own]
		if !known {
			of[p.own] = len(same)
			same = append(same, templates[i:i+1:i+1])
			continue
		}
		same[at] = append(same[at], p)
	}
	return same
}

// evict assesses the eviction tasks of all templates until none changes.
func (w *walk) evict(ctx context.Context) error {
	for round := 0; ; round++ {
		var changed []*Placing
		for _, p := range w.Templates {
			if p.untouched && (round == 0 || w.control.Peers != nil) {
				p.scheduleStage()
			}
			if p.assess(p.Binding) {
				changed = append(changed, p)
			}
		}
		if len(changed) == 0 {
			return nil
		}
		if err := w.groups.scheduleAgain(ctx, changed); err != nil {
			return err
		}
	}
}

// end completes the rows, and collects what the next time needs to know.
func (w *walk) end(remembered map[override.Ref]Memory) {
	tolerances := &eviction.ToleranceCache{Now: w.control.Now}
	needs := w.dependencies()
	for _, p := range w.Templates {
		var own []dependency
		if p.Binding != nil {
			own = needs[content.NameOf(p.Binding)]
		}
		p.end(w.Left[p.own], own, tolerances)
	}
	if !w.control.assesses() {
		return
	}
	maps.DeleteFunc(remembered, func(ref override.Ref, _ Memory) bool { return w.stored[ref] == nil })
	for _, p := range w.Templates {
		if p.remembers {
			remembered[p.own] = p.after
		}
		w.Again = w.control.earlier(w.Again, p.again)
	}
	w.warnNothingEvicts()
	for _, ref := range slices.SortedFunc(maps.Keys(remembered), content.CompareRefs) {
		if m := remembered[ref]; len(m.Unhealthy)+len(m.Evicted) > 0 {
			w.All.Memory = append(w.All.Memory, Remembered{ref, m})
		}
	}
}
