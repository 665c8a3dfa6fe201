package selector

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// ObjectIndex finds the objects that a selector matches, without comparing it with each object. It is the counterpart of [Index], which
// finds the selectors for an object. For each selector, Match reads only the objects with its kind and, if the selector requires them, with
// its namespace, name or one label.
//
// An ObjectIndex is never written: With and Without return another one, which shares most of its data. The zero value is empty.
// It is safe for concurrent use.
type ObjectIndex struct {
	size        int
	byKind      sortedList[*Object] // by API version, kind, namespace and name
	byName      sortedList[*Object] // by API version, kind, name and namespace
	byNamespace sortedList[*Object] // by namespace, API version, kind and name
	byLabel     sortedList[labeled]
}

// Len returns the number of objects.
func (x *ObjectIndex) Len() int {
	return x.size
}

// With returns an index with more objects. An object replaces the one with the same API version, kind, namespace and name; among several, the
// last one counts. Labels are copied. For a few objects, it costs about as much as copying a slice of one pointer for every 500 objects
// and labels.
func (x *ObjectIndex) With(objects ...Object) *ObjectIndex { return x.edit(objects, true) }

// Without returns an index without some objects. Their labels are ignored, and so are objects that the index does not have.
func (x *ObjectIndex) Without(objects ...Object) *ObjectIndex { return x.edit(objects, false) }

func (x *ObjectIndex) edit(objects []Object, keep bool) *ObjectIndex {
	latest := make([]*Object, len(objects))
	for i := range objects {
		latest[i] = &objects[i]
	}
	slices.Reverse(latest)
	slices.SortStableFunc(latest, compareByKind)
	latest = slices.CompactFunc(latest, func(a, b *Object) bool { return compareByKind(a, b) == 0 })
	var remove, add []*Object
	for _, object := range latest {
		old := x.get(object)
		if keep && old != nil && old.Equal(object) {
			continue
		}
		if old != nil {
			remove = append(remove, old)
		}
		if keep {
			add = append(add, object.copyForIndex())
		}
	}
	return &ObjectIndex{
		size:        x.size - len(remove) + len(add),
		byKind:      x.byKind.edit(remove, add, compareByKind),
		byName:      x.byName.edit(sorted(remove, compareByName), sorted(add, compareByName), compareByName),
		byNamespace: x.byNamespace.edit(sorted(remove, compareByNamespace), sorted(add, compareByNamespace), compareByNamespace),
		byLabel:     x.byLabel.edit(sorted(labelsOf(remove), labeled.compare), sorted(labelsOf(add), labeled.compare), labeled.compare),
	}
}

// get returns the object with the same name, or nil.
func (x *ObjectIndex) get(object *Object) *Object {
	for found := range x.byKind.from(func(o *Object) bool { return compareByKind(o, object) >= 0 }) {
		if compareByKind(found, object) == 0 {
			return found
		}
		break
	}
	return nil
}

// Match returns the objects that match, each once; with a namespace that is not empty, only those in it. Do not write their labels.
func (x *ObjectIndex) Match(objects Objects, namespace string) iter.Seq[*Object] {
	return x.find(objects, namespace, true)
}

// MatchRelabeled returns the objects that match, or would match with other labels, see [Objects.MatchRelabeled].
func (x *ObjectIndex) MatchRelabeled(objects Objects, namespace string) iter.Seq[*Object] {
	return x.find(objects, namespace, false)
}

func (x *ObjectIndex) find(objects Objects, namespace string, labels bool) iter.Seq[*Object] {
	return func(yield func(*Object) bool) {
		selectors := objects.selectors
		if len(selectors) == 0 {
			selectors = []objectSelector{{anyKind: true}}
		}
		seen := map[*Object]bool{}
		for i := range selectors {
			s := &selectors[i]
			if s.invalid != "" || namespace != "" && s.namespace != "" && s.namespace != namespace {
				continue
			}
			for object := range x.candidates(s, cmp.Or(namespace, s.namespace), labels) {
				switch {
				case labels && s.misses(object) != 0, s.misses(object)&^missLabels != 0:
					continue
				case namespace != "" && namespace != object.Namespace, len(selectors) > 1 && seen[object]:
					continue
				case len(selectors) > 1:
					seen[object] = true
				}
				if !yield(object) {
					return
				}
			}
		}
	}
}

// candidates returns the objects that a selector may match, in one namespace unless that is empty.
func (x *ObjectIndex) candidates(s *objectSelector, namespace string, labels bool) iter.Seq[*Object] {
	key, value, required := s.label()
	switch {
	case !s.anyKind && namespace != "" && s.name != "":
		return x.range4(x.byKind, kindFirst, s.apiVersion, s.kind, namespace, s.name)
	case !s.anyKind && s.name != "":
		return x.range4(x.byName, nameFirst, s.apiVersion, s.kind, s.name)
	case labels && required && s.anyKind:
		return x.labeled(key, value)
	case labels && required && namespace == "":
		return x.labeled(key, value, s.apiVersion, s.kind)
	case labels && required:
		return x.labeled(key, value, s.apiVersion, s.kind, namespace)
	case !s.anyKind && namespace != "":
		return x.range4(x.byKind, kindFirst, s.apiVersion, s.kind, namespace)
	case !s.anyKind:
		return x.range4(x.byKind, kindFirst, s.apiVersion, s.kind)
	case namespace != "":
		return x.range4(x.byNamespace, namespaceFirst, namespace)
	}
	return x.range4(x.byKind, kindFirst)
}

// label returns a label that must have one value for the selector.
func (s *objectSelector) label() (key, value string, required bool) {
	for _, r := range s.labels {
		if r.operator == opIn && len(r.given) == 1 {
			return r.key, r.given[0], true
		}
	}
	return "", "", false
}

// range4 returns the objects of a list whose first fields have the values.
func (x *ObjectIndex) range4(list sortedList[*Object], fields func(*Object) [4]string, values ...string) iter.Seq[*Object] {
	compare := func(o *Object) int {
		of := fields(o)
		return slices.Compare(of[:len(values)], values)
	}
	return func(yield func(*Object) bool) {
		for o := range list.from(func(o *Object) bool { return compare(o) >= 0 }) {
			if compare(o) != 0 || !yield(o) {
				return
			}
		}
	}
}

// labeled returns the objects with a label whose first fields, by kind, have the values.
func (x *ObjectIndex) labeled(key, value string, values ...string) iter.Seq[*Object] {
	compare := func(l labeled) int {
		of := kindFirst(l.object)
		return cmp.Or(strings.Compare(l.key, key), strings.Compare(l.value, value), slices.Compare(of[:len(values)], values))
	}
	return func(yield func(*Object) bool) {
		for l := range x.byLabel.from(func(l labeled) bool { return compare(l) >= 0 }) {
			if compare(l) != 0 || !yield(l.object) {
				return
			}
		}
	}
}

// copyForIndex returns a copy with the labels that selectors can see.
func (obj *Object) copyForIndex() *Object {
	c := *obj
	c.Labels = make(map[string]any, len(obj.Labels))
	for key := range obj.Labels {
		if value, present := obj.label(key); present {
			c.Labels[key] = value
		}
	}
	return &c
}

func sorted[T any](list []T, compare func(a, b T) int) []T {
	list = slices.Clone(list)
	slices.SortFunc(list, compare)
	return list
}
