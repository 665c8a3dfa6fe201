package propagation

import (
	"slices"
	"sync"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// snapshot is what a plan was made of, and what was found on the way. It is never written after the plan is made.
type snapshot struct {
	*indexes
	in        PlanInput   // as it was given; with objects, only the registry and the options count
	templates []*template // parallel to the rows
	traits    traits
	fleet     *schedule.Fleet // index of Clusters
	plan      *Plan           // without a snapshot, with the lists that With reads

	objects func() *objects
	byName  func() []*template // the templates by the names of their bindings
	stored  func() *history
	needed  func() *neededKinds
	index   *objectIndex
}

// newSnapshot returns the snapshot of a plan after all of its stages.
func newSnapshot(in PlanInput, p *planner, templates []*template) *snapshot {
	for _, t := range templates { // the rest is in the rows
		t.row, t.reasons, t.warnings = nil, nil, nil
	}
	copied := p.plan
	s := &snapshot{indexes: p.indexes, in: in, templates: templates, traits: p.traits, fleet: p.fleet, plan: &copied, index: &objectIndex{}}
	s.objects = sync.OnceValue(func() *objects { return objectsOf(&in, templates) })
	s.byName = sync.OnceValue(func() []*template { return slices.SortedFunc(slices.Values(templates), compareOwn) })
	s.stored = sync.OnceValue(func() *history { return newHistory(s.objects(), p.indexes) })
	s.needed = sync.OnceValue(func() *neededKinds { return newNeededKinds(templates) })
	return s
}

// withOwn returns the templates whose own bindings have a name. The list is sorted by these.
func withOwn(list []*template, name override.Ref) []*template {
	from, _ := slices.BinarySearchFunc(list, name, func(t *template, name override.Ref) int { return content.CompareRefs(t.own, name) })
	length, _ := slices.BinarySearchFunc(list[from:], name, func(t *template, name override.Ref) int {
		if t.own == name {
			return -1
		}
		return 1
	})
	return list[from : from+length]
}

// compareOwn orders templates by the names of their bindings.
func compareOwn(a, b *template) int {
	if c := content.CompareRefs(a.own, b.own); c != 0 {
		return c
	}
	return content.CompareRefs(a.ref, b.ref)
}
