package propagation

import (
	"context"
	"slices"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// again plans some templates of a plan again: those that changes touch, and all that have a binding in common with them, until there are no more.
type again struct {
	*planner
	from      *origin
	templates []*template // all, after the changes
	byName    []*template // the same by the names of their bindings

	names   map[override.Ref]bool      // of the bindings that are made again, or are gone
	pending map[override.Ref]*template // the templates that are planned again
	was     map[override.Ref]*template // they, and those that are gone, as they were
	queue   []*template                // those of pending that are not scheduled yet
	fresh   map[override.Ref]bool      // the templates whose Works override policies may change
	shown   map[override.Ref]*template // all other templates whose Works are made again, by binding

	independent  []*template                               // of pending: those whose dependencies are distributed
	dependencies map[override.Ref][]interpreter.Dependency // of these, if they are known
	stopped      bool                                      // what the changes touch cannot be bounded
}

// again returns the plan after changes that are bounded, or nil if everything must be planned again.
func (o *origin) again(ctx context.Context, e *edits, after *objects) (*Plan, error) {
	a := newAgain(o, e, after)
	if err := a.changeIndexes(e); err != nil {
		return nil, err
	}
	a.changeTemplates(e.templates)
	a.addClaimed(e.policies)
	a.addPlaced(e.clusters)
	if a.touchesMost() {
		return nil, nil
	}
	overridden := a.overridden(e)
	for _, t := range overridden {
		a.fresh[t.ref] = true
	}
	if err := a.settle(ctx); err != nil || a.stopped {
		return nil, err
	}
	if err := a.redistribute(ctx); err != nil || a.stopped {
		return nil, err
	}
	a.show(overridden)
	return a.result(ctx, after)
}

// touchesMost reports whether so many templates are touched that a new plan, which uses all cores, takes less time.
func (a *again) touchesMost() bool {
	const few = 100 // of so few templates, the time does not matter
	return len(a.templates) > few && len(a.pending) > len(a.templates)/2
}

func newAgain(o *origin, e *edits, after *objects) *again {
	x := *o.indexes
	p := newPlanner(&x)
	templates, byName := after.templates, e.templates.apply(o.byName(), compareOwn)
	if len(e.templates) == 0 { // otherwise they are copies
		templates, byName = slices.Clone(templates), slices.Clone(byName)
	}
	return &again{
		planner: p, from: o, templates: templates, byName: byName,
		names: map[override.Ref]bool{}, pending: map[override.Ref]*template{}, was: map[override.Ref]*template{}, shown: map[override.Ref]*template{},
		fresh:        map[override.Ref]bool{},
		dependencies: map[override.Ref][]interpreter.Dependency{},
	}
}

// changeTemplates adds the templates that have changed, are new or are gone.
//
//  1. Templates whose bindings would have the same name are added: the first one gets it.
//  2. Templates that need one are added if it is new or gone, if they select their dependencies, or if they had errors.
func (a *again) changeTemplates(e edit[*template]) {
	for _, c := range e {
		if c.was {
			a.was[c.ref] = c.before
		}
		if c.is {
			a.checkObject(c.after)
			a.checkScope(c.after)
			a.pending[c.ref] = c.after
			a.queue = append(a.queue, c.after)
		}
	}
	for _, c := range e {
		if c.was {
			a.addName(c.before.own)
			a.addNeeds(c.before, a.from.templates)
		} else {
			a.addName(c.after.own)
		}
	}
	if !slices.ContainsFunc(e, a.from.needed().mayMean) {
		return
	}
	for _, t := range a.from.templates {
		if t.needs != nil && slices.ContainsFunc(e, t.needs.mayMean) {
			a.add(t)
		}
	}
}

// mayMean reports whether a change of an object may matter to what has these needs, in addition to the binding of the object.
func (n *needs) mayMean(c change[*template]) bool {
	return slices.ContainsFunc(n.dependencies, func(d interpreter.Dependency) bool {
		return d.Kind == c.ref.Kind && d.APIVersion == c.ref.APIVersion && d.Namespace == c.ref.Namespace && (d.Name == "" || d.Name == c.ref.Name && comesOrGoes(c))
	})
}

// comesOrGoes reports whether a change makes a valid object exist, or no longer exist.
func comesOrGoes(c change[*template]) bool {
	return (c.was && c.before.fault == nil) != (c.is && c.after.fault == nil)
}

// add adds a template of the old plan that did not change itself.
func (a *again) add(t *template) {
	if a.was[t.ref] != nil || a.pending[t.ref] != nil {
		return
	}
	fresh := &template{ref: t.ref, object: t.given, given: t.given, fault: t.fault, own: t.own}
	a.replace(fresh)
	a.was[t.ref], a.pending[t.ref] = t, fresh
	a.queue = append(a.queue, fresh)
	a.addName(t.own)
	a.addNeeds(t, a.from.templates)
}

// replace puts a template in the place of the one with its reference.
func (a *again) replace(t *template) {
	at, _ := place(a.templates, templateRef, t.ref)
	a.templates[at] = t
	at, _ = slices.BinarySearchFunc(a.byName, t, compareOwn)
	a.byName[at] = t
}

// addNeeds adds the bindings of what a template needs, among these templates.
func (a *again) addNeeds(t *template, among []*template) {
	if t.needs == nil {
		return
	}
	for _, d := range t.needs.dependencies {
		for _, object := range find(among, d) {
			a.addName(attachedName(t, object))
		}
	}
}

// addName adds a binding by its name, and all templates whose binding it may be.
func (a *again) addName(name override.Ref) {
	if a.names[name] {
		return
	}
	a.names[name] = true
	if b := a.given[name]; b != nil {
		a.stored[name] = b
		a.addStored(b)
	}
	at, _ := slices.BinarySearchFunc(a.byName, name, func(t *template, name override.Ref) int { return content.CompareRefs(t.own, name) })
	for ; at < len(a.byName) && a.byName[at].own == name; at++ {
		a.add(a.byName[at])
	}
	for _, attached := range a.from.stored().attached[labelOf(name)] {
		a.addName(attached)
	}
}

// addStored adds the templates whose stored bindings require b although they do not need its object.
func (a *again) addStored(b api.Binding) {
	for _, by := range b.BindingSpec().RequiredBy {
		name := resourceBindingRef(by.Namespace, by.Name)
		if a.names[name] {
			continue
		}
		if t := a.distributed(name); t == nil || !a.reaches(t, b.Ref()) {
			a.addName(name)
			a.stopped = a.stopped || t == nil && a.given[name] == nil
		}
	}
}

// distributed returns the template of the old plan with a binding that has distributed its dependencies, or nil.
func (a *again) distributed(name override.Ref) *template {
	list := a.from.byName()
	at, _ := slices.BinarySearchFunc(list, name, func(t *template, name override.Ref) int { return content.CompareRefs(t.own, name) })
	for ; at < len(list) && list[at].own == name; at++ {
		if list[at].needs != nil {
			return list[at]
		}
	}
	return nil
}

// reaches reports whether a template has attached a binding in the old plan.
func (a *again) reaches(t *template, name override.Ref) bool {
	return slices.ContainsFunc(t.needs.dependencies, func(d interpreter.Dependency) bool {
		return slices.ContainsFunc(find(a.from.templates, d), func(object *template) bool { return attachedName(t, object) == name })
	})
}

// settle claims, binds and schedules the templates, and all that are added by what they need now.
func (a *again) settle(ctx context.Context) error {
	for len(a.queue) > 0 {
		batch := a.queue
		a.queue = nil
		slices.SortFunc(batch, compareOwn)
		for _, t := range batch {
			a.adopt(t)
		}
		if err := a.rows(ctx, batch); err != nil {
			return err
		}
		for _, t := range batch {
			a.interpret(ctx, t)
		}
		if len(a.queue) == 0 {
			a.addFailed()
		}
	}
	return nil
}

// addFailed adds the templates that could not attach a binding that is made again.
func (a *again) addFailed() {
	if !a.from.traits.failing {
		return
	}
	for _, t := range a.from.templates {
		if t.needs == nil || !t.needs.failed || a.was[t.ref] != nil {
			continue
		}
		for _, d := range t.needs.dependencies {
			if slices.ContainsFunc(find(a.from.templates, d), func(object *template) bool { return a.names[attachedName(t, object)] }) {
				a.add(t)
				break
			}
		}
	}
}
