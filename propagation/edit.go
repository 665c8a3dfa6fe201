package propagation

import (
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// edit is the changes of a sorted list of objects, sorted by reference.
type edit[T any] []change[T]

// change is one of an object: set or removed.
type change[T any] struct {
	ref           override.Ref
	before, after T    // the zero value if the object does not exist
	was, is       bool // whether there is one
}

// newEdit returns the edit that sets objects and removes those whose references are gone.
func newEdit[T any](r *references, list, set []T, ref func(T) override.Ref) (e edit[T]) {
	for _, object := range set {
		of := ref(object)
		if r.gone[of] {
			r.fail(of)
		}
		e = append(e, change[T]{ref: of, after: object, is: true})
	}
	for gone := range r.gone {
		if _, found := search(list, ref, gone); found {
			r.found[gone] = true
			e = append(e, change[T]{ref: gone})
		}
	}
	slices.SortFunc(e, func(a, b change[T]) int { return content.CompareRefs(a.ref, b.ref) })
	for i := range e {
		if i > 0 && e[i-1].ref == e[i].ref {
			r.fail(e[i].ref)
		}
		if at, found := search(list, ref, e[i].ref); found {
			e[i].before, e[i].was = list[at], true
		}
	}
	return e
}

// has reports whether a reference is in the edit.
func (e edit[T]) has(ref override.Ref) bool {
	_, found := search(e, func(c change[T]) override.Ref { return c.ref }, ref)
	return found
}

// apply returns a sorted list after the changes: a copy, unless nothing changes.
func (e edit[T]) apply(list []T, compare func(a, b T) int) []T {
	if len(e) == 0 {
		return list
	}
	var cuts []cut[T]
	for _, c := range e {
		one := cut[T]{}
		if c.is {
			one.items = []T{c.after}
			one.at, _ = slices.BinarySearchFunc(list, c.after, compare)
		} else {
			one.at, _ = slices.BinarySearchFunc(list, c.before, compare)
		}
		if c.was {
			one.remove = 1
		}
		cuts = append(cuts, one)
	}
	return splice(list, cuts, compare)
}

// byRef compares objects by their references.
func byRef[T any](ref func(T) override.Ref) func(a, b T) int {
	return func(a, b T) int { return content.CompareRefs(ref(a), ref(b)) }
}

// unedited returns the objects whose references are not in the edit.
func unedited[O, T any](objects []O, e edit[T], ref func(O) override.Ref) []O {
	if len(e) == 0 {
		return objects
	}
	return without(objects, func(object O) bool { return e.has(ref(object)) })
}

// edited reports whether the edit sets or removes one of the objects.
func edited[O, T any](objects []O, e edit[T], ref func(O) override.Ref) bool {
	return len(e) > 0 && slices.ContainsFunc(objects, func(object O) bool { return e.has(ref(object)) })
}
