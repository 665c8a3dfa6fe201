package propagation

import (
	"context"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// result runs the last stages and returns the plan, or nil if everything must be planned again.
func (a *again) result(ctx context.Context, after *objects) (*Plan, error) {
	todo := a.sorted()
	a.plan.Bindings = sortedBindings(a.bindings)
	a.leave(todo)
	a.placeNamespaces(todo)
	rows := map[override.Ref]bool{}
	for ref := range a.was {
		rows[ref] = true
	}
	if !a.Options.WithoutManifests {
		if err := a.rerender(ctx, todo); err != nil {
			return nil, err
		}
	}
	works, apart := a.works()
	if a.stopped || !apart || a.traits.warned || len(a.plan.Warnings) > 0 {
		return nil, nil
	}
	plan := *a.from.plan
	plan.Bindings = replaceNamed(plan.Bindings, a.plan.Bindings, api.Binding.Ref, a.names)
	plan.Left.Bindings = replaceNamed(plan.Left.Bindings, a.plan.Left.Bindings, api.Binding.Ref, a.names)
	stored := map[override.Ref]bool{}
	for _, w := range a.Works {
		stored[w.Ref()] = true
	}
	plan.Works, plan.Left.Works = works, replaceNamed(plan.Left.Works, a.plan.Left.Works, (*api.Work).Ref, stored)
	plan.Deleted = replaceNamed(plan.Deleted, a.plan.Deleted, func(o work.Orphan) override.Ref { return o.Work }, stored)
	var made []Row
	for _, t := range todo {
		made = append(made, *t.row)
	}
	plan.Rows = replaceNamed(plan.Rows, made, func(r Row) override.Ref { return r.Template }, rows)
	plan.origin = a.origin(&plan, after)
	return &plan, nil
}

// works returns the Works of the plan. They are not apart if two have the same name.
func (a *again) works() (works []*api.Work, apart bool) {
	gone := map[override.Ref]bool{}
	old := map[*api.Work]bool{}
	for _, t := range a.was {
		for _, w := range t.made.works {
			gone[w.Ref()], old[w] = true, true
		}
	}
	list, stored := a.from.plan.Works, a.from.objects().works
	for _, w := range a.plan.Works {
		if at, found := place(list, (*api.Work).Ref, w.Ref()); found && !old[list[at]] {
			return nil, false
		}
		if isStored(stored, w) && !slices.ContainsFunc(a.Works, func(own *api.Work) bool { return content.CompareObjects(own, w) == 0 }) {
			return nil, false
		}
	}
	return replaceNamed(list, a.plan.Works, (*api.Work).Ref, gone), true
}

// replaceNamed returns a copy of a sorted list without what has one of these references, and with new items, sorted too.
func replaceNamed[T any](list, items []T, ref func(T) override.Ref, without map[override.Ref]bool) []T {
	var cuts []cut[T]
	for _, item := range items {
		at, found := place(list, ref, ref(item))
		c := cut[T]{at: at, items: []T{item}}
		if found {
			c.remove = 1
		}
		cuts = append(cuts, c)
	}
	for name := range without {
		if _, replaced := place(items, ref, name); replaced {
			continue
		}
		if at, found := place(list, ref, name); found {
			cuts = append(cuts, cut[T]{at: at, remove: 1})
		}
	}
	if len(cuts) == 0 {
		return list
	}
	return splice(list, cuts, byRef(ref))
}

// origin returns the origin of the plan.
func (a *again) origin(plan *Plan, after *objects) *origin {
	of := *after
	of.templates = a.templates
	a.Templates, a.Bindings, a.Works = nil, nil, nil
	for _, t := range a.todo {
		t.row, t.reasons, t.warnings = nil, nil, nil
	}
	copied := *plan
	copied.origin = nil
	from, byName, stored := a.from.traits, a.byName, a.from.stored() // not a itself, which has the old plan
	return &origin{
		indexes: a.indexes, in: PlanInput{Registry: a.from.in.Registry, Options: a.from.in.Options}, templates: a.templates, plan: &copied,
		traits:  traits{contested: from.contested || a.traits.contested, needy: from.needy || a.traits.needy, failing: from.failing || a.traits.failing},
		objects: func() *objects { return &of }, byName: func() []*template { return byName }, stored: func() *history { return stored },
	}
}
