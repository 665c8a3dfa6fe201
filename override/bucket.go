package override

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// bucket is the policies at one entry of the index of a tier, each list in their order. Most have one policy. Only those that had more than
// fewPolicies are filed by cluster.
type bucket struct {
	all      []*Policy
	anywhere []*Policy            // those with a rule that does not name its clusters
	named    map[string][]*Policy // the others, by the clusters that their rules name; nil if the bucket is not filed
}

const fewPolicies = 8

// concerns reports whether a rule of the policy may cover a cluster.
func (p *Policy) concerns(cluster string) bool {
	if p.anywhere {
		return true
	}
	_, named := slices.BinarySearch(p.clusters, cluster)
	return named
}

// each calls take for the policies that may have a rule for the cluster; nil is any cluster.
func (b *bucket) each(cluster *selector.Cluster, take func(*Policy)) {
	if cluster == nil || b.named == nil {
		for _, p := range b.all {
			if cluster == nil || p.concerns(cluster.Name) {
				take(p)
			}
		}
		return
	}
	for _, p := range b.anywhere {
		take(p)
	}
	for _, p := range b.named[cluster.Name] {
		take(p)
	}
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
	switch {
	case b.named != nil:
		b.file(p)
	case len(b.all) > fewPolicies:
		b.named = map[string][]*Policy{}
		for _, p := range b.all {
			b.file(p)
		}
	}
}

// file adds a policy to the lists by cluster.
func (b *bucket) file(p *Policy) {
	if p.anywhere {
		b.anywhere = insert(b.anywhere, p)
		return
	}
	for _, cluster := range p.clusters {
		b.named[cluster] = insert(b.named[cluster], p)
	}
}

func (b *bucket) remove(p *Policy) {
	b.all = drop(b.all, p)
	if b.named == nil {
		return
	}
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
