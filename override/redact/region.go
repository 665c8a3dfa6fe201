package redact

import (
	"maps"
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Mask stands for a value that is hidden.
const Mask = "***"

// What stands for two values that differ.
const (
	maskBefore = Mask + " (before)"
	maskAfter  = Mask + " (after)"
)

// Region is the places of one object that hold secret values. The nil Region hides nothing. It is read-only.
type Region []jsontree.Pointer

// With is the places of both. None of them is inside another one.
func (r Region) With(other Region) Region {
	all := slices.Clone(r)
	for _, p := range other {
		if !all.Hides(p) {
			all = append(slices.DeleteFunc(all, func(q jsontree.Pointer) bool { return q.HasPrefix(p) }), p)
		}
	}
	return all
}

// Below is the region of an object that lies at a place of another one.
func (r Region) Below(p jsontree.Pointer) Region {
	below := make(Region, len(r))
	for i, place := range r {
		below[i] = p.Child(place...)
	}
	return below
}

// Hides reports whether a place is in the region.
func (r Region) Hides(p jsontree.Pointer) bool { return slices.ContainsFunc(r, p.HasPrefix) }

// Touches reports whether a place is in the region or around a part of it.
func (r Region) Touches(p jsontree.Pointer) bool {
	return slices.ContainsFunc(r, func(place jsontree.Pointer) bool { return p.HasPrefix(place) || place.HasPrefix(p) })
}

// Value is the value at a place as a text may show it. It shares with v what it does not hide, and v is not written.
func (r Region) Value(p jsontree.Pointer, v any) any {
	return r.hide(p, v, nil, func(_, _ any, _ bool) any { return Mask })
}

// Pair is the two values at a place, before and after something, as a text may show them. See [Region.Value].
func (r Region) Pair(p jsontree.Pointer, before, after any) (any, any) {
	compared := func(mask string) func(v, other any, there bool) any {
		return func(v, other any, there bool) any {
			if !there || jsontree.Equal(v, other) {
				return Mask
			}
			return mask
		}
	}
	return r.hide(p, before, after, compared(maskBefore)), r.hide(p, after, before, compared(maskAfter))
}

// hide replaces the values of v, which is at p, that are in the region. mask gives what stands for one, in view of what is at its place
// in other, if anything is there.
func (r Region) hide(p jsontree.Pointer, v, other any, mask func(v, other any, there bool) any) any {
	for _, place := range r {
		switch {
		case len(p) > len(place) && p.HasPrefix(place):
			return mask(v, other, true)
		case place.HasPrefix(p):
			v = hideAt(place[len(p):], v, other, true, mask)
		}
	}
	return v
}

// hideAt replaces the value at p of v, or if it is an object each of its values. Null is not a value.
func hideAt(p jsontree.Pointer, v, other any, there bool, mask func(v, other any, there bool) any) any {
	switch v := v.(type) {
	case nil:
		return nil
	case map[string]any:
		hidden := maps.Clone(v)
		others, _ := other.(map[string]any)
		if len(p) == 0 {
			for key, e := range v {
				o, found := others[key]
				hidden[key] = mask(e, o, found)
			}
		} else if e, found := v[p[0]]; found {
			o, found := others[p[0]]
			hidden[p[0]] = hideAt(p[1:], e, o, found, mask)
		}
		return hidden
	}
	if len(p) == 0 {
		return mask(v, other, there)
	}
	if list, ok := v.([]any); ok {
		return hideInList(p, list, other, mask)
	}
	return v
}

func hideInList(p jsontree.Pointer, list []any, other any, mask func(v, other any, there bool) any) any {
	i, err := strconv.Atoi(p[0])
	if err != nil || i < 0 || i >= len(list) {
		return list
	}
	o, there := jsontree.Get(other, p[:1])
	hidden := slices.Clone(list)
	hidden[i] = hideAt(p[1:], list[i], o, there, mask)
	return hidden
}
