package propagation

import (
	"slices"
	"sync"

	"github.com/overridekit/overridekit/propagation/schedule"
)

// snapshot keeps the input of a plan and the indexes that With needs. It is never written after the plan is made.
type snapshot struct {
	*indexes
	in        PlanInput   // the input; after objects was called, only the registry and the options are read
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

// traits are facts about a whole plan that With needs. The first two keep it from bounding a change.
type traits struct {
	contested bool // two objects have a Work with the same name
	warned    bool // there are warnings of stored objects, see warnStored
	failing   bool // the distribution of a template has an error
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
