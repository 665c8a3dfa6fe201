package override

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// bucket is the policies at one entry of the index of a tier, in their order.
type bucket struct {
	all       []*Policy
	one       [1]*Policy // room of all for the first policy: most buckets have no other
	byCluster *byCluster // nil: there are only a few
}

// byCluster is the policies of a bucket by the clusters that they may cover, each list in their order.
type byCluster struct {
	anywhere []*Policy            // those with a rule that does not name its clusters
	named    map[string][]*Policy // the others, by the clusters that their rules name
}

// few is how many policies a bucket has without byCluster.
const few = 8

// index finds the policies of a tier that may cover an object. It is never written once it is part of a Set.
type index = selector.Index[bucket]

// within is the namespace of the objects that a policy covers, whatever its selectors say; empty for any.
func (p *Policy) within() string {
	if p.spec.Tier == Namespaced {
		return p.spec.Ref.Namespace
	}
	return ""
}

// addTo adds a policy to an index that is not shared.
func (p *Policy) addTo(ix *index) {
	ix.Add(p.spec.Objects, p.within(), func(b *bucket, _ int) { b.add(p) })
}

// removeFrom removes a policy from an index that is not shared.
func (p *Policy) removeFrom(ix *index) {
	ix.Remove(p.spec.Objects, p.within(), func(b *bucket) bool {
		b.remove(p)
		return len(b.all) == 0
	})
}

// forkFor returns an index to which a policy may be added, or from which it may be removed.
func forkFor(ix *index, p *Policy) index {
	return ix.Fork(p.spec.Objects, p.within(), func(b *bucket) *bucket { return b.fork(p) })
}

// each calls found with the policies that may cover a cluster; nil is any cluster.
func (b *bucket) each(cluster *string, found func(*Policy)) {
	if cluster != nil && b.byCluster != nil {
		for _, p := range b.byCluster.anywhere {
			found(p)
		}
		for _, p := range b.byCluster.named[*cluster] {
			found(p)
		}
		return
	}
	for _, p := range b.all {
		if cluster == nil || p.mayCover(*cluster) {
			found(p)
		}
	}
}

// mayCover reports whether a rule of the policy names a cluster, or does not name its clusters.
func (p *Policy) mayCover(cluster string) bool {
	if p.anywhere {
		return true
	}
	_, named := slices.BinarySearch(p.clusters, cluster)
	return named
}

func (b *bucket) add(p *Policy) {
	if b.all == nil {
		b.all = b.one[:0]
	}
	b.all = insert(b.all, p)
	switch {
	case b.byCluster != nil:
		b.byCluster.add(p)
	case len(b.all) > few:
		b.byCluster = &byCluster{}
		for _, p := range b.all {
			b.byCluster.add(p)
		}
	}
}

func (b *bucket) remove(p *Policy) {
	b.all = drop(b.all, p)
	if b.byCluster != nil {
		b.byCluster.remove(p)
	}
}

func (b *bucket) fork(p *Policy) *bucket {
	return &bucket{all: slices.Clone(b.all), byCluster: b.byCluster.fork(p)}
}

func (c *byCluster) add(p *Policy) {
	if p.anywhere {
		c.anywhere = insert(c.anywhere, p)
		return
	}
	if c.named == nil {
		c.named = make(map[string][]*Policy, len(p.clusters))
	}
	for _, cluster := range p.clusters {
		c.named[cluster] = insert(c.named[cluster], p)
	}
}

func (c *byCluster) remove(p *Policy) {
	if p.anywhere {
		c.anywhere = drop(c.anywhere, p)
		return
	}
	for _, cluster := range p.clusters {
		if c.named[cluster] = drop(c.named[cluster], p); len(c.named[cluster]) == 0 {
			delete(c.named, cluster)
		}
	}
}

func (c *byCluster) fork(p *Policy) *byCluster {
	if c == nil {
		return nil
	}
	forked := &byCluster{slices.Clone(c.anywhere), c.named}
	if !p.anywhere {
		forked.named = maps.Clone(c.named)
		for _, cluster := range p.clusters {
			if list := forked.named[cluster]; list != nil {
				forked.named[cluster] = slices.Clone(list)
			}
		}
	}
	return forked
}

// insert inserts a policy into a sorted list, which it may write, unless the list has it: two selectors of a policy may share a
// bucket.
func insert(list []*Policy, p *Policy) []*Policy {
	if n := len(list); n == 0 || list[n-1].compare(p) < 0 { // as when a set is made
		return append(list, p)
	}
	at, found := slices.BinarySearchFunc(list, p, (*Policy).compare)
	if found {
		return list
	}
	return slices.Insert(list, at, p)
}

// drop takes a policy out of a list, which it may write.
func drop(list []*Policy, p *Policy) []*Policy {
	if at := slices.Index(list, p); at >= 0 {
		return slices.Delete(list, at, at+1)
	}
	return list
}
