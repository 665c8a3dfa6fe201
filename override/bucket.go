package override

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// bucket is the policies at one entry of the index of a tier, each list in their order.
type bucket struct {
	all      []*Policy
	anywhere []*Policy            // those with a rule that does not name its clusters
	named    map[string][]*Policy // the others, by the clusters that their rules name
}

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

func (b *bucket) add(p *Policy) {
	b.all = insert(b.all, p)
	if p.anywhere {
		b.anywhere = insert(b.anywhere, p)
		return
	}
	if b.named == nil {
		b.named = make(map[string][]*Policy, len(p.clusters))
	}
	for _, cluster := range p.clusters {
		b.named[cluster] = insert(b.named[cluster], p)
	}
}

func (b *bucket) remove(p *Policy) {
	b.all = drop(b.all, p)
	if p.anywhere {
		b.anywhere = drop(b.anywhere, p)
		return
	}
	for _, cluster := range p.clusters {
		if b.named[cluster] = drop(b.named[cluster], p); len(b.named[cluster]) == 0 {
			delete(b.named, cluster)
		}
	}
}

func (b *bucket) fork(p *Policy) *bucket {
	c := &bucket{slices.Clone(b.all), slices.Clone(b.anywhere), b.named}
	if !p.anywhere {
		c.named = maps.Clone(b.named)
		for _, cluster := range p.clusters {
			if list := c.named[cluster]; list != nil {
				c.named[cluster] = slices.Clone(list)
			}
		}
	}
	return c
}

// insert inserts a policy into a sorted list, which it may write, unless it is there: two of its selectors may have one bucket.
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
