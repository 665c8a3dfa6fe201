package propagation

import (
	"context"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// result runs the last stages and returns the plan, or nil if everything must be planned again.
func (a *again) result(ctx context.Context, after *objects) (*Plan, error) {
	pending := a.sorted()
	a.plan.Bindings = sortedBindings(a.bindings)
	a.leave(pending)
	a.placeNamespaces(pending)
	rows := map[override.Ref]bool{}
	for ref := range a.was {
		rows[ref] = true
	}
	if !a.Options.WithoutManifests {
		if err := a.rerender(ctx, pending); err != nil {
			return nil, err
		}
	}
	before := a.worksBefore()
	if a.stopped || !a.areApart(before) || len(a.plan.Warnings) > 0 {
		return nil, nil
	}
	plan := *a.from.plan
	plan.Bindings = replaceNamed(plan.Bindings, a.plan.Bindings, api.Binding.Ref, a.names)
	plan.Left.Bindings = replaceNamed(plan.Left.Bindings, a.plan.Left.Bindings, api.Binding.Ref, a.names)
	stored := refsOf(a.Works)
	plan.Works = replaceNamed(plan.Works, a.plan.Works, (*api.Work).Ref, before)
	plan.works = replaceNamed(plan.works, a.plan.works, work.Rendered.Ref, before)
	plan.Left.Works = replaceNamed(plan.Left.Works, a.plan.Left.Works, (*api.Work).Ref, stored)
	plan.Deleted = replaceNamed(plan.Deleted, a.plan.Deleted, func(o work.Orphan) override.Ref { return o.Work }, stored)
	var made []Row
	for _, t := range slices.AppendSeq(pending, maps.Values(a.shown)) {
		made = append(made, *t.row)
	}
	slices.SortFunc(made, func(x, y Row) int { return content.CompareRefs(x.Template, y.Template) })
	plan.Rows = replaceNamed(plan.Rows, made, func(r Row) override.Ref { return r.Template }, rows)
	plan.origin = a.origin(&plan, after)
	return &plan, nil
}

// areApart reports whether no other template and no other stored Work has the name of a new Work.
func (a *again) areApart(before map[override.Ref]bool) bool {
	stored, own := a.from.objects().works, refsOf(a.Works)
	for w := range a.plan.EachWork() {
		ref := w.Ref()
		if a.from.plan.hasWork(ref) && !before[ref] {
			return false
		}
		if isStored(stored, ref) && !own[ref] {
			return false
		}
	}
	return true
}

func refsOf(works []*api.Work) map[override.Ref]bool {
	refs := map[override.Ref]bool{}
	for _, w := range works {
		refs[w.Ref()] = true
	}
	return refs
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
	for _, t := range a.pending {
		t.row, t.reasons, t.warnings = nil, nil, nil
	}
	for _, t := range a.shown {
		t.row = nil
	}
	copied := *plan
	copied.origin = nil
	from, byName, stored := a.from.traits, a.byName, a.from.stored() // not a itself, which has the old plan
	needed := a.from.needed().with(a.pending)
	return &origin{
		indexes: a.indexes, in: PlanInput{Registry: a.from.in.Registry, Options: a.from.in.Options}, templates: a.templates, plan: &copied,
		traits:  traits{contested: from.contested || a.traits.contested, failing: from.failing || a.traits.failing},
		objects: func() *objects { return &of }, byName: func() []*template { return byName }, stored: func() *history { return stored },
		needed: func() *neededKinds { return needed },
		index:  a.from.index.with(a),
	}
}
