package override

import (
	"sync"
	"sync/atomic"

	"github.com/overridekit/overridekit/selector"
)

// shared is what a Selection shares with its copies and its results.
type shared struct {
	source   source
	applied  atomic.Int32
	outcomes atomic.Pointer[recent]
}

// recent has outcomes of a Selection to which Apply is called for one cluster after the other.
type recent struct {
	hits atomic.Int32

	lock     sync.RWMutex // of the following fields
	misses   int32
	variants *variants // nil: the clusters have too little in common
}

const (
	applyAlone    = 3  // the clusters of a Selection before Apply keeps outcomes
	maxRecent     = 64 // outcomes
	maxConditions = 64 // a cluster is compared with each of them
	minMisses     = 8  // after which the hits decide
)

// recentOutcomes returns the recent outcomes, or nil for the first clusters. The Selection may be copied.
func (s *shared) recentOutcomes(selection *Selection) *recent {
	if s == nil || selection.set == nil || s.applied.Load() < applyAlone && s.applied.Add(1) <= applyAlone {
		return nil
	}
	if s.outcomes.Load() == nil {
		s.outcomes.CompareAndSwap(nil, newRecent(*selection))
	}
	return s.outcomes.Load()
}

func newRecent(s Selection) *recent { return &recent{variants: newVariants(&s, maxRecent)} }

// find returns the outcome of an earlier cluster that is valid for this one, or nil.
func (r *recent) find(cluster *selector.Cluster) *outcome {
	r.lock.RLock()
	defer r.lock.RUnlock()
	if r.variants == nil {
		return nil
	}
	o := r.variants.find(cluster)
	if o != nil {
		r.hits.Add(1)
	}
	return o
}

// keep keeps the outcome of a cluster, unless there were too few hits.
func (r *recent) keep(cluster *selector.Cluster, o *outcome) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.variants == nil {
		return
	}
	r.misses++
	if r.variants.conditions() > maxConditions || r.misses > minMisses && r.hits.Load() < r.misses {
		r.variants = nil
		return
	}
	r.variants.keep(cluster, o)
	if !o.own {
		o.run.treeState.Store(treeShared) // Object copies it for each cluster, instead of applying the changes again
	}
}

// conditions returns the number of conditions that a cluster is compared with.
func (v *variants) conditions() int {
	n := 0
	for _, m := range v.tiers {
		if m != nil {
			n += len(m.conditions)
		}
	}
	return n
}
