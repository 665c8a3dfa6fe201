package propagation

import (
	"context"
	"slices"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// replanner plans some templates of a plan again: those that changes touch, those that share a binding with them, and so on.
type replanner struct {
	*planner
	from      *snapshot
	templates []*template // all, after the changes
	byName    []*template // templates, sorted by the names of their bindings

	before, now finder // among the templates of the old plan, and among templates

	names      map[override.Ref]bool      // the bindings that are made again or are gone
	pending    map[override.Ref]*template // the templates that are planned again
	was        map[override.Ref]*template // pending and removed templates, as they were in the old plan
	queue      []*template                // templates of pending that are not scheduled yet
	overridden map[override.Ref]bool      // the templates whose Works override policies may change
	rerendered map[override.Ref]*template // all other templates whose Works are made again, by binding

	independent []*template                        // templates of pending whose dependencies are distributed
	interpreted map[override.Ref]*bind.Interpreted // templates of independent whose dependencies are propagated
	stopped     bool                               // what the changes touch cannot be bounded
}

// replan returns the plan after changes that are bounded, or nil if everything must be planned again.
func (s *snapshot) replan(ctx context.Context, e *edits, after *objects) (*Plan, error) {
	r := newReplanner(s, e, after)
	if err := r.changeIndexes(e); err != nil {
		return nil, err
	}
	r.changeTemplates(e.templates)
	r.addClaimed(e.policies)
	r.addPlaced(e.clusters)
	if r.touchesMost() {
		return nil, nil
	}
	overridden := r.findOverridden(e)
	for _, t := range overridden {
		r.overridden[t.ref] = true
	}
	if err := r.scheduleQueue(ctx); err != nil || r.stopped {
		return nil, err
	}
	if err := r.redistribute(ctx); err != nil || r.stopped {
		return nil, err
	}
	r.rerenderOnly(overridden)
	return r.result(ctx, after)
}

// touchesMost reports whether so many templates are touched that a new plan, which uses all cores, takes less time.
func (r *replanner) touchesMost() bool {
	const few = 100 // of so few templates, the time does not matter
	return len(r.templates) > few && len(r.pending) > len(r.templates)/2
}

func newReplanner(s *snapshot, e *edits, after *objects) *replanner {
	x := *s.indexes
	p := newPlanner(&x)
	p.fleet = s.fleet
	templates, byName := after.templates, e.templates.apply(s.byName(), compareOwn)
	if len(e.templates) == 0 { // otherwise they are copies
		templates, byName = slices.Clone(templates), slices.Clone(byName)
	}
	return &replanner{
		planner: p, from: s, templates: templates, byName: byName,
		before: finder{templates: s.templates}, now: finder{templates: templates},
		names: map[override.Ref]bool{}, pending: map[override.Ref]*template{}, was: map[override.Ref]*template{}, rerendered: map[override.Ref]*template{},
		overridden:  map[override.Ref]bool{},
		interpreted: map[override.Ref]*bind.Interpreted{},
	}
}

// changeTemplates adds the templates that have changed, are new or are gone.
//
//  1. Templates whose bindings would have the same name are added: the first one gets it.
//  2. Templates that need one are added as addDependents does.
func (r *replanner) changeTemplates(e edit[*template]) {
	for _, c := range e {
		if c.was {
			r.was[c.ref] = c.before
		}
		if c.is {
			r.checkObject(c.after)
			r.checkScope(c.after)
			r.pending[c.ref] = c.after
			r.queue = append(r.queue, c.after)
		}
	}
	for _, c := range e {
		if c.was {
			r.addName(c.before.own)
			r.addNeeds(c.before)
		} else {
			r.addName(c.after.own)
		}
	}
	r.addDependents(e)
}

// add adds a template of the old plan that did not change itself.
func (r *replanner) add(t *template) {
	if r.was[t.ref] != nil || r.pending[t.ref] != nil {
		return
	}
	replanned := &template{ref: t.ref, object: t.given, given: t.given, fault: t.fault, marked: t.marked, own: t.own}
	r.replace(replanned)
	r.was[t.ref], r.pending[t.ref] = t, replanned
	r.queue = append(r.queue, replanned)
	r.addName(t.own)
	r.addNeeds(t)
}

// replace puts a template in the place of the one with its reference.
func (r *replanner) replace(t *template) {
	at, _ := search(r.templates, templateRef, t.ref)
	r.templates[at] = t
	same := withOwn(r.byName, t.own)
	at, _ = search(same, templateRef, t.ref)
	same[at] = t
}

// addNeeds adds the bindings of what a template of the old plan needed.
func (r *replanner) addNeeds(t *template) {
	if t.needs == nil {
		return
	}
	for _, d := range t.needs.dependencies {
		for _, object := range r.before.find(d) {
			r.addName(attachedName(t, object))
		}
	}
}

// addName adds a binding by its name, and all templates whose binding it may be.
func (r *replanner) addName(name override.Ref) {
	if r.names[name] {
		return
	}
	r.names[name] = true
	if b := r.given[name]; b != nil {
		r.stored[name] = b
		r.addStored(b)
	}
	for _, t := range withOwn(r.byName, name) {
		r.add(t)
	}
	for _, attached := range r.from.stored().attached[labelOf(name)] {
		r.addName(attached)
	}
}

// addStored adds the templates whose stored bindings require b although they do not need its object.
func (r *replanner) addStored(b api.Binding) {
	for _, by := range b.BindingSpec().RequiredBy {
		name := resourceBindingRef(by.Namespace, by.Name)
		if r.names[name] {
			continue
		}
		if t := r.distributed(name); t == nil || !r.reaches(t, b.Ref()) {
			r.addName(name)
			r.stopped = r.stopped || t == nil && r.given[name] == nil
		}
	}
}

// distributed returns the template of the old plan with a binding that has distributed its dependencies, or nil.
func (r *replanner) distributed(name override.Ref) *template {
	for _, t := range withOwn(r.from.byName(), name) {
		if t.needs != nil {
			return t
		}
	}
	return nil
}

// reaches reports whether a template has attached a binding in the old plan.
func (r *replanner) reaches(t *template, name override.Ref) bool {
	return slices.ContainsFunc(t.needs.dependencies, func(d interpreter.Dependency) bool {
		return slices.ContainsFunc(r.before.find(d), func(object *template) bool { return attachedName(t, object) == name })
	})
}

// scheduleQueue claims, binds and schedules the templates, and all that are added by what they need now.
func (r *replanner) scheduleQueue(ctx context.Context) error {
	for len(r.queue) > 0 {
		batch := r.queue
		r.queue = nil
		slices.SortFunc(batch, compareOwn)
		for _, t := range batch {
			r.adopt(t)
		}
		if err := r.rows(ctx, batch); err != nil {
			return err
		}
		r.addRelabeled(batch)
		r.now.reset()
		for _, t := range batch {
			r.interpret(ctx, t)
		}
		if len(r.queue) == 0 {
			r.addFailed()
		}
	}
	return nil
}

// addFailed adds the templates that could not attach a binding that is made again.
func (r *replanner) addFailed() {
	if !r.from.traits.failing {
		return
	}
	for _, t := range r.from.templates {
		if t.needs == nil || !t.needs.failed || r.was[t.ref] != nil {
			continue
		}
		for _, d := range t.needs.dependencies {
			if slices.ContainsFunc(r.before.find(d), func(object *template) bool { return r.names[attachedName(t, object)] }) {
				r.add(t)
				break
			}
		}
	}
}
