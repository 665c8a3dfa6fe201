package selector

import (
	"maps"
	"slices"
)

// Index files each selector under what it requires: its kind and, where it requires exactly one value, the namespace, the name and one
// label. [Index.Find] returns the entries of the selectors that may match an object; [Objects.Match] decides.
//
// The zero value is empty. An index may be read concurrently as long as nobody writes it. [Index.Fork] returns one that may be written.
type Index[T any] struct{ kinds map[indexKind]*indexShards[T] }

// indexKey is a condition that an object must meet for a selector to match it.
type indexKey struct {
	Kind  indexKind
	Place indexPlace
}

// indexKind is an apiVersion and a kind, or any.
type indexKind struct {
	APIVersion, Kind string
	Any              bool
}

// indexPlace is a namespace, a name and a label that an object of a kind may have. Empty fields match any object.
type indexPlace struct {
	Namespace, Name string
	Label, Value    string
}

// indexShards are the entries for objects of one kind, or of any. There are many maps so that Fork copies a small part of a large index.
type indexShards[T any] struct {
	maps   [256]map[indexPlace]*T
	labels map[string]int // how many conditions require a label; those that require none count for the empty one
}

// keysIn returns one key for each selector; an object that matches has at least one of them. Without selectors it returns the key of any object. A
// label is part of a key if the selector requires one value of it. A namespace that is not empty replaces that of every selector.
func (o Objects) keysIn(namespace string) []indexKey {
	keys := make([]indexKey, max(1, len(o.selectors)))
	for i := range keys {
		keys[i] = o.keyIn(i, namespace)
	}
	return keys
}

// keyIn returns one of keysIn.
func (o Objects) keyIn(i int, namespace string) indexKey {
	key := indexKey{Kind: indexKind{Any: true}}
	if len(o.selectors) > 0 {
		s := &o.selectors[i]
		key = indexKey{indexKind{APIVersion: s.apiVersion, Kind: s.kind, Any: s.anyKind}, indexPlace{Namespace: s.namespace, Name: s.name}}
		for _, r := range s.labels {
			if r.operator == opIn && len(r.given) == 1 {
				key.Place.Label, key.Place.Value = r.key, r.given[0]
				break
			}
		}
	}
	if namespace != "" {
		key.Place.Namespace = namespace
	}
	return key
}

// places calls found for every place that the object can have, for labels only if wanted returns true. It does not allocate.
func (obj *Object) places(wanted func(label string) bool, found func(indexPlace)) {
	found(indexPlace{})
	if obj.Name != "" {
		found(indexPlace{Name: obj.Name})
	}
	if obj.Namespace != "" {
		found(indexPlace{Namespace: obj.Namespace})
		if obj.Name != "" {
			found(indexPlace{Namespace: obj.Namespace, Name: obj.Name})
		}
	}
	for label := range obj.Labels {
		if !wanted(label) {
			continue
		}
		value, present := obj.label(label)
		if !present {
			continue
		}
		found(indexPlace{Label: label, Value: value})
		if obj.Namespace != "" {
			found(indexPlace{Namespace: obj.Namespace, Label: label, Value: value})
		}
	}
}

func (at *indexPlace) shard() byte {
	hash := uint32(2166136261) // FNV-1a
	for _, s := range [...]string{at.Namespace, at.Name, at.Value} {
		for i := range len(s) {
			hash = (hash ^ uint32(s[i])) * 16777619
		}
	}
	return byte(hash ^ hash>>8 ^ hash>>16 ^ hash>>24)
}

// Find appends the entries of all selectors that may match an object. It leaves out the entries of other selectors as far as the index can tell.
func (ix *Index[T]) Find(found []*T, obj *Object) []*T {
	for _, kind := range [...]indexKind{{APIVersion: obj.APIVersion, Kind: obj.Kind}, {Any: true}} {
		of := ix.kinds[kind]
		if of == nil {
			continue
		}
		wanted := func(label string) bool { return of.labels[label] > 0 }
		obj.places(wanted, func(at indexPlace) {
			if entry := of.maps[at.shard()][at]; entry != nil {
				found = append(found, entry)
			}
		})
	}
	return found
}

// Add calls add once for each selector, with its entry and its index in [NewObjects]; once with index 0 if there are no selectors. A new entry
// is the zero T, and several selectors may have the same entry. A namespace that is not empty replaces that of every selector. Do not call Add
// while others read the index.
func (ix *Index[T]) Add(objects Objects, namespace string, add func(entry *T, selector int)) {
	if ix.kinds == nil {
		ix.kinds = map[indexKind]*indexShards[T]{}
	}
	for i := range max(1, len(objects.selectors)) {
		key := objects.keyIn(i, namespace)
		of := ix.kinds[key.Kind]
		if of == nil {
			of = &indexShards[T]{labels: map[string]int{}}
			ix.kinds[key.Kind] = of
		}
		of.labels[key.Place.Label]++
		shard := &of.maps[key.Place.shard()]
		if *shard == nil {
			*shard = map[indexPlace]*T{}
		}
		entry := (*shard)[key.Place]
		if entry == nil {
			entry = new(T)
			(*shard)[key.Place] = entry
		}
		add(entry, i)
	}
}

// Remove calls remove with the entry of each selector, and drops the entry if remove reports that it is empty. The arguments must be those of
// an earlier Add. Do not call Remove while others read the index.
func (ix *Index[T]) Remove(objects Objects, namespace string, remove func(entry *T) (empty bool)) {
	for _, key := range objects.keysIn(namespace) {
		of := ix.kinds[key.Kind]
		if of == nil {
			continue
		}
		if of.labels[key.Place.Label]--; of.labels[key.Place.Label] <= 0 {
			delete(of.labels, key.Place.Label)
		}
		shard := of.maps[key.Place.shard()]
		if entry := shard[key.Place]; entry != nil && remove(entry) {
			delete(shard, key.Place)
		}
		if len(shard) == 0 && !slices.ContainsFunc(of.maps[:], func(m map[indexPlace]*T) bool { return len(m) > 0 }) {
			delete(ix.kinds, key.Kind)
		}
	}
}

// Fork returns an index in which the selectors may be added or removed. It shares everything else with ix, which stays as it is. Their
// entries are copied by fork.
func (ix *Index[T]) Fork(objects Objects, namespace string, fork func(entry *T) *T) Index[T] {
	type shard struct {
		kind indexKind
		n    byte
	}
	keys, kinds := objects.keysIn(namespace), maps.Clone(ix.kinds)
	var owned map[indexKind]bool // what is already copied, for several selectors
	var copied map[shard]bool
	var forked map[*T]bool
	if len(keys) > 1 {
		owned, copied, forked = map[indexKind]bool{}, map[shard]bool{}, map[*T]bool{}
	}
	for _, key := range keys {
		of := kinds[key.Kind]
		if of == nil {
			continue
		}
		if !owned[key.Kind] {
			of = &indexShards[T]{of.maps, maps.Clone(of.labels)}
			kinds[key.Kind] = of
		}
		n := key.Place.shard()
		if at := (shard{key.Kind, n}); !copied[at] {
			of.maps[n] = maps.Clone(of.maps[n])
			if copied != nil {
				owned[key.Kind], copied[at] = true, true
			}
		}
		if entry := of.maps[n][key.Place]; entry != nil && !forked[entry] {
			entry = fork(entry)
			of.maps[n][key.Place] = entry
			if forked != nil {
				forked[entry] = true
			}
		}
	}
	return Index[T]{kinds}
}
