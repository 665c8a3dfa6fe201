package override

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/selector"
)

// index finds the policies of a tier that may cover an object, without asking each: by kind, by namespace, name and labels as
// far as selectors have them, and then by cluster. An index is never written once it is part of a Set; with and without copy what they
// change and share the rest.
type index struct {
	kinds map[selector.Kind]*shards
}

// shards are the policies for objects of one kind, or of any. There are many maps so that one policy more or less copies a small part
// of a large index.
type shards struct {
	maps   [256]map[selector.Place]*bucket
	labels map[string]int // how many places ask for a label; those that ask for none count for the empty one
}

// bucket is the policies of one place, each list in their order.
type bucket struct {
	all      []*Policy
	anywhere []*Policy            // those with a rule that does not name its clusters
	named    map[string][]*Policy // the others, by the clusters that their rules name
}

// keysOf is where a policy is to be found. A namespaced one is for its own namespace, whatever its selectors say.
func keysOf(p *Policy) []selector.Key {
	keys := p.spec.Objects.Keys()
	if p.spec.Tier == Namespaced {
		for i := range keys {
			keys[i].Place.Namespace = p.spec.Ref.Namespace
		}
	}
	slices.SortFunc(keys, selector.Key.Compare)
	return slices.Compact(keys)
}

func shardOf(at *selector.Place) byte {
	hash := uint32(2166136261) // FNV-1a
	for _, s := range [...]string{at.Namespace, at.Name, at.Value} {
		for i := range len(s) {
			hash = (hash ^ uint32(s[i])) * 16777619
		}
	}
	return byte(hash ^ hash>>8 ^ hash>>16 ^ hash>>24)
}

// find adds the buckets in which policies for an object may be.
func (ix *index) find(found []*bucket, obj *selector.Object) []*bucket {
	for _, kind := range [...]selector.Kind{{APIVersion: obj.APIVersion, Kind: obj.Kind}, {}} {
		of := ix.kinds[kind]
		if of == nil {
			continue
		}
		asked := func(label string) bool { return of.labels[label] > 0 }
		obj.Places(asked, func(at selector.Place) {
			if b := of.maps[shardOf(&at)][at]; b != nil {
				found = append(found, b)
			}
		})
	}
	return found
}

// add puts a policy in. Only an index that nobody else has may be written.
func (ix *index) add(p *Policy) {
	for _, key := range keysOf(p) {
		of := ix.kinds[key.Kind]
		if of == nil {
			of = &shards{labels: map[string]int{}}
			ix.kinds[key.Kind] = of
		}
		of.labels[key.Place.Label]++
		shard := &of.maps[shardOf(&key.Place)]
		if *shard == nil {
			*shard = map[selector.Place]*bucket{}
		}
		b := (*shard)[key.Place]
		if b == nil {
			b = &bucket{}
			(*shard)[key.Place] = b
		}
		b.add(p)
	}
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

// remove takes a policy out. Only an index that nobody else has may be written.
func (ix *index) remove(p *Policy) {
	for _, key := range keysOf(p) {
		of := ix.kinds[key.Kind]
		label := key.Place.Label
		if of.labels[label]--; of.labels[label] == 0 {
			delete(of.labels, label)
		}
		shard := of.maps[shardOf(&key.Place)]
		if b := shard[key.Place]; len(b.all) > 1 {
			b.remove(p)
			continue
		}
		delete(shard, key.Place)
		if !slices.ContainsFunc(of.maps[:], func(m map[selector.Place]*bucket) bool { return len(m) > 0 }) {
			delete(ix.kinds, key.Kind)
		}
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

// fork is an index of its own as far as adding or removing a policy writes it, and shares the rest.
func (ix *index) fork(p *Policy) index {
	kinds := maps.Clone(ix.kinds)
	if kinds == nil { // of the zero Set
		kinds = map[selector.Kind]*shards{}
	}
	for _, key := range keysOf(p) {
		of := kinds[key.Kind]
		if of == nil {
			continue
		}
		of = &shards{of.maps, maps.Clone(of.labels)}
		kinds[key.Kind] = of
		at := shardOf(&key.Place)
		of.maps[at] = maps.Clone(of.maps[at])
		if b := of.maps[at][key.Place]; b != nil {
			of.maps[at][key.Place] = b.fork(p)
		}
	}
	return index{kinds}
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

// insert puts a policy into its place in a list, which it may write.
func insert(list []*Policy, p *Policy) []*Policy {
	if n := len(list); n == 0 || list[n-1].compare(p) < 0 { // as when a set is made
		return append(list, p)
	}
	at, _ := slices.BinarySearchFunc(list, p, (*Policy).compare)
	return slices.Insert(list, at, p)
}

// drop takes a policy out of a list, which it may write.
func drop(list []*Policy, p *Policy) []*Policy {
	if at := slices.Index(list, p); at >= 0 {
		return slices.Delete(list, at, at+1)
	}
	return list
}
