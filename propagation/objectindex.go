package propagation

import (
	"sync"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
)

// objectIndex finds the templates that override policies select. It is built on first use. Later plans copy and change it.
type objectIndex struct {
	lock sync.Mutex
	made *impact.Index
}

// get returns the index of the templates of a plan.
func (x *objectIndex) get(s *snapshot) *impact.Index {
	x.lock.Lock()
	defer x.lock.Unlock()
	if x.made == nil {
		x.made = impact.NewIndex(validObjects(s.templates)...)
	}
	return x.made
}

// with returns the index of the next plan.
func (x *objectIndex) with(r *replanner) *objectIndex {
	x.lock.Lock()
	before := x.made
	x.lock.Unlock()
	if before == nil {
		return &objectIndex{}
	}
	var gone []override.Ref
	for ref, t := range r.was {
		if r.rerendered[t.binding] == nil {
			gone = append(gone, ref)
		}
	}
	return &objectIndex{made: before.Without(gone...).With(validObjects(r.sorted())...)}
}
