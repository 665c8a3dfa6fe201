package redact

import (
	"maps"
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Mask replaces a hidden value.
const Mask = "***"

// Masks for two values that differ.
const (
	maskBefore = Mask + " (before)"
	maskAfter  = Mask + " (after)"
)

// Region is a list of pointers to the secret values of one object. The nil Region hides nothing. A Region must not be written.
type Region []jsontree.Pointer

// With returns the pointers of both regions, without those that are inside another one.
func (r Region) With(other Region) Region {
	all := slices.Clone(r)
	for _, p := range other {
		if !all.Hides(p) {
			all = append(slices.DeleteFunc(all, func(q jsontree.Pointer) bool { return q.HasPrefix(p) }), p)
		}
	}
	return all
}

// Below returns the region of an object that is at p in another one.
func (r Region) Below(p jsontree.Pointer) Region {
	below := make(Region, len(r))
	for i, place := range r {
		below[i] = p.Child(place...)
	}
	return below
}

// Hides reports whether p is in the region.
func (r Region) Hides(p jsontree.Pointer) bool { return slices.ContainsFunc(r, p.HasPrefix) }

// Touches reports whether p is in the region or contains a part of it.
func (r Region) Touches(p jsontree.Pointer) bool {
	return slices.ContainsFunc(r, func(place jsontree.Pointer) bool { return p.HasPrefix(place) || place.HasPrefix(p) })
}

// Value returns v, the value at p, with hidden values replaced. The result shares other values with v; v is not written.
func (r Region) Value(p jsontree.Pointer, v any) any {
	return r.hide(p, v, nil, func(_, _ any, _ bool) any { return Mask })
}

// Pair returns the values at p before and after a change, with hidden values replaced. See [Region.Value].
func (r Region) Pair(p jsontree.Pointer, before, after any) (any, any) {
	compared := func(mask string) func(v, other any, exists bool) any {
		return func(v, other any, exists bool) any {
			if !exists || jsontree.Equal(v, other) {
				return Mask
			}
			return mask
		}
	}
	return r.hide(p, before, after, compared(maskBefore)), r.hide(p, after, before, compared(maskAfter))
}

// hide replaces the values of v, which is at p, that are in the region. mask returns the replacement of a value. Its argument
// other is the value at the same pointer in other, if it exists.
func (r Region) hide(p jsontree.Pointer, v, other any, mask func(v, other any, exists bool) any) any {
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

// hideAt replaces the value at p of v, or each value of an object. Null is not hidden. A value that cannot contain p is hidden: the secret may be
// in it, such as annotations in a string.
func hideAt(p jsontree.Pointer, v, other any, exists bool, mask func(v, other any, exists bool) any) any {
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
		return mask(v, other, exists)
	}
	list, isList := v.([]any)
	i, err := strconv.Atoi(p[0])
	if !isList || err != nil || i < 0 {
		return mask(v, other, exists)
	}
	return hideInList(p, i, list, other, mask)
}

func hideInList(p jsontree.Pointer, i int, list []any, other any, mask func(v, other any, exists bool) any) any {
	if i >= len(list) {
		return list
	}
	o, exists := jsontree.Get(other, p[:1])
	hidden := slices.Clone(list)
	hidden[i] = hideAt(p[1:], list[i], o, exists, mask)
	return hidden
}
