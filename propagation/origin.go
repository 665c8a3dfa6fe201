package propagation

import (
	"slices"
	"sync"

	"github.com/overridekit/overridekit/propagation/internal/content"
)

// origin is what a plan was made of, and what was found on the way. It is never written after the plan is made.
type origin struct {
	*indexes
	in        PlanInput   // as it was given; with objects, only the registry and the options count
	templates []*template // parallel to the rows
	traits    traits
	plan      *Plan // without an origin, with the lists that With reads

	objects func() *objects
	byName  func() []*template // the templates by the names of their bindings
	stored  func() *history
	needed  func() *neededKinds
	index   *objectIndex
}

// newOrigin returns the origin of a plan after all of its stages.
func newOrigin(in PlanInput, p *planner, templates []*template) *origin {
	for _, t := range templates { // the rest is in the rows
		t.row, t.reasons, t.warnings = nil, nil, nil
	}
	copied := p.plan
	o := &origin{indexes: p.indexes, in: in, templates: templates, traits: p.traits, plan: &copied, index: &objectIndex{}}
	o.objects = sync.OnceValue(func() *objects { return objectsOf(&in, templates) })
	o.byName = sync.OnceValue(func() []*template { return slices.SortedFunc(slices.Values(templates), compareOwn) })
	o.stored = sync.OnceValue(func() *history { return newHistory(o.objects(), p.indexes) })
	o.needed = sync.OnceValue(func() *neededKinds { return newNeededKinds(templates) })
	return o
}

// compareOwn orders templates by the names of their bindings.
func compareOwn(a, b *template) int {
	if c := content.CompareRefs(a.own, b.own); c != 0 {
		return c
	}
	return content.CompareRefs(a.ref, b.ref)
}
