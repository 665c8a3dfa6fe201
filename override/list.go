package override

import (
	"maps"
	"reflect"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// List finds the elements of a list by name. The name of an object is the string in its field "name", or "" without one; the name of
// a string is the string itself. A long list is indexed once for all steps of the run. A List is valid until the next edit.
type List struct {
	elements []any
	by       naming
	order    *sequence // of a long list
}

// long is the length above which a list or a map is indexed.
const long = 16

// Objects returns a List of the list of objects that the caller has read at p followed by the tokens inside.
func (in Input) Objects(list []any, p jsontree.Pointer, inside ...string) List {
	return in.list(list, byName, p, inside)
}

// Strings returns a List of the list of strings that the caller has read at p followed by the tokens inside.
func (in Input) Strings(list []any, p jsontree.Pointer, inside ...string) List {
	return in.list(list, byValue, p, inside)
}

func (in Input) list(list []any, by naming, p jsontree.Pointer, inside []string) List {
	if in.run == nil || len(list) <= long {
		return List{elements: list, by: by}
	}
	if v, _ := in.run.tree.Get(slices.Concat(p, inside)); !sameList(v, list) {
		return List{elements: list, by: by} // not the list of the document: nothing is kept about it
	}
	m := in.run.memoAt(p, inside)
	if m.list == nil || m.list.by != by {
		m.list = newSequence(list, by)
	}
	return List{list, by, m.list}
}

// Odd returns the index of the first element of another type, or -1.
func (l List) Odd() int {
	if l.order != nil {
		return l.order.firstWrongType()
	}
	for i, element := range l.elements {
		if !l.by.accepts(element) {
			return i
		}
	}
	return -1
}

// First returns the index of the first element with the name, or -1.
func (l List) First(name string) int {
	if l.order != nil {
		if same := l.order.named[name]; len(same) > 0 {
			return same[0].index()
		}
		return -1
	}
	for i, element := range l.elements {
		if called, _ := l.by.of(element); called == name {
			return i
		}
	}
	return -1
}

// Append appends the indexes of all elements with the name to found, in ascending order.
func (l List) Append(found []int, name string) []int {
	if l.order != nil {
		for _, n := range l.order.named[name] {
			found = append(found, n.index())
		}
		return found
	}
	for i, element := range l.elements {
		if called, _ := l.by.of(element); called == name {
			found = append(found, i)
		}
	}
	return found
}

// All returns the indexes of the elements with any of the names, in ascending order.
func (l List) All(names map[string]bool) []int {
	var found []int
	if l.order == nil || len(names) > len(l.elements)/long {
		for i, element := range l.elements {
			if name, _ := l.by.of(element); names[name] {
				found = append(found, i)
			}
		}
		return found
	}
	for name := range maps.Keys(names) {
		found = l.Append(found, name)
	}
	slices.Sort(found)
	return found
}

// StringMap returns the value v, which the caller has read at p, as an object whose values are strings. If it is not, or does not exist,
// the error is a [*jsontree.ValueError]. The map is shared: do not write it.
func (in Input) StringMap(p jsontree.Pointer, v any, exists bool) (map[string]any, error) {
	m, ok := v.(map[string]any)
	if !ok {
		return nil, jsontree.NotA(p, v, exists, "an object of strings")
	}
	var bad string
	var found bool
	if in.run == nil || len(m) <= long || !in.isMapAt(p, m) {
		bad, found = firstNonString(m)
	} else {
		at := in.run.memoAt(p, nil)
		if at.nonStrings == nil {
			at.nonStrings = countNonStrings(m)
		}
		bad, found = at.nonStrings.firstNonString(m)
	}
	if found {
		return nil, jsontree.NotA(p.Child(bad), m[bad], true, "a string")
	}
	return m, nil
}

// sameList reports whether v is the list itself, not a copy.
func sameList(v any, list []any) bool {
	other, _ := v.([]any)
	return len(other) == len(list) && (len(list) == 0 || &other[0] == &list[0])
}

// isMapAt reports whether the map is the one at p, not a copy.
func (in Input) isMapAt(p jsontree.Pointer, m map[string]any) bool {
	v, _ := in.run.tree.Get(p)
	other, ok := v.(map[string]any)
	return ok && reflect.ValueOf(other).Pointer() == reflect.ValueOf(m).Pointer()
}
