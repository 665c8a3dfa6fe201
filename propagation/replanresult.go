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
func (r *replanner) result(ctx context.Context, after *objects) (*Plan, error) {
	pending := r.sorted()
	r.plan.Bindings = sortedBindings(r.bindings)
	r.leave(pending)
	r.placeNamespaces(pending)
	rows := map[override.Ref]bool{}
	for ref := range r.was {
		rows[ref] = true
	}
	if !r.Options.WithoutManifests {
		if err := r.rerender(ctx, pending); err != nil {
			return nil, err
		}
	}
	before := r.worksBefore()
	if r.stopped || !r.areApart(before) || len(r.plan.Warnings) > 0 {
		return nil, nil
	}
	plan := *r.from.plan
	plan.Bindings = replaceNamed(plan.Bindings, r.plan.Bindings, api.Binding.Ref, r.names)
	plan.Left.Bindings = replaceNamed(plan.Left.Bindings, r.plan.Left.Bindings, api.Binding.Ref, r.names)
	stored := refsOf(r.Works)
	plan.Works = replaceNamed(plan.Works, r.plan.Works, (*api.Work).Ref, before)
	plan.works = replaceNamed(plan.works, r.plan.works, work.Rendered.Ref, before)
	plan.Left.Works = replaceNamed(plan.Left.Works, r.plan.Left.Works, (*api.Work).Ref, stored)
	plan.Deleted = replaceNamed(plan.Deleted, r.plan.Deleted, func(o work.Orphan) override.Ref { return o.Work }, stored)
	var made []*Row
	for _, t := range slices.AppendSeq(pending, maps.Values(r.rerendered)) {
		made = append(made, t.row)
	}
	slices.SortFunc(made, func(x, y *Row) int { return content.CompareRefs(x.Template, y.Template) })
	plan.Rows = replaceNamed(plan.Rows, made, func(r *Row) override.Ref { return r.Template }, rows)
	plan.snapshot = r.snapshot(&plan, after)
	return &plan, nil
}

// areApart reports whether no other template and no other stored Work has the name of a new Work.
func (r *replanner) areApart(before map[override.Ref]bool) bool {
	stored, own := r.from.objects().works, refsOf(r.Works)
	for w := range r.plan.EachWork() {
		ref := w.Ref()
		if r.from.plan.hasWork(ref) && !before[ref] {
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
		at, found := search(list, ref, ref(item))
		c := cut[T]{at: at, items: []T{item}}
		if found {
			c.remove = 1
		}
		cuts = append(cuts, c)
	}
	for name := range without {
		if _, replaced := search(items, ref, name); replaced {
			continue
		}
		if at, found := search(list, ref, name); found {
			cuts = append(cuts, cut[T]{at: at, remove: 1})
		}
	}
	if len(cuts) == 0 {
		return list
	}
	return splice(list, cuts, byRef(ref))
}

// snapshot returns the snapshot of the plan.
func (r *replanner) snapshot(plan *Plan, after *objects) *snapshot {
	of := *after
	of.templates = r.templates
	r.Templates, r.Bindings, r.Works = nil, nil, nil
	for _, t := range r.pending {
		t.row, t.reasons, t.warnings = nil, nil, nil
	}
	for _, t := range r.rerendered {
		t.row = nil
	}
	copied := *plan
	copied.snapshot = nil
	from, byName, stored := r.from.traits, r.byName, r.from.stored() // not r itself, which has the old plan
	needed := r.from.needed().with(r.pending)
	return &snapshot{
		indexes: r.indexes, in: PlanInput{Registry: r.from.in.Registry, Options: r.from.in.Options}, templates: r.templates, fleet: r.fleet, plan: &copied,
		traits:  traits{contested: from.contested || r.traits.contested, failing: from.failing || r.traits.failing},
		objects: func() *objects { return &of }, byName: func() []*template { return byName }, stored: func() *history { return stored },
		needed: func() *neededKinds { return needed },
		index:  r.from.index.with(r),
	}
}
