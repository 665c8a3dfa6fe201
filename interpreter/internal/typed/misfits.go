package typed

import (
	"iter"
	"math"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Misfits yields each place in v, decoded JSON, that keeps runtime.DefaultUnstructuredConverter from decoding it, with the value there. v is the value
// at a place of an object of the type, and the places are those in the object.
//
//  1. The rules of [Type.Check] hold, but an integer of any size is a number of 32 or 64 bits, and a byte: the converter wraps it around.
//  2. A place that the type does not have, and everything in it, is ignored.
//  3. Keys are in the order of their bytes. Whatever is inside a value of a wrong type is not yielded.
func (t *Type) Misfits(at jsontree.Pointer, v any) iter.Seq2[jsontree.Pointer, any] {
	return func(yield func(jsontree.Pointer, any) bool) {
		if t == nil {
			return
		}
		if n := (&node{kind: structure, of: t}).below(at); n != nil && !n.fits(v) {
			n.misfits(v, at, yield)
		}
	}
}

// below returns the type of a place, or nil. Any token is an index of a list.
func (n *node) below(at jsontree.Pointer) *node {
	for _, token := range at {
		switch n.kind {
		case structure:
			f := n.of.exact.find(token)
			if f == nil {
				return nil
			}
			n = &f.node
		case list, mapping:
			n = n.elem
		default:
			return nil
		}
	}
	return n
}

func (n *node) misfits(v any, at jsontree.Pointer, yield func(jsontree.Pointer, any) bool) bool {
	if v == nil {
		return true
	}
	switch n.kind {
	case structure, mapping:
		if m, ok := v.(map[string]any); ok {
			return n.misfitsIn(m, at, yield)
		}
	case list:
		if l, ok := v.([]any); ok {
			for i, e := range l {
				if !n.elem.misfits(e, at.Index(i), yield) {
					return false
				}
			}
			return true
		}
	default:
		if n.fits(v) || n.wraps(v) {
			return true
		}
	}
	return yield(at, v)
}

// misfitsIn is misfits for the members of an object.
func (n *node) misfitsIn(m map[string]any, at jsontree.Pointer, yield func(jsontree.Pointer, any) bool) bool {
	for _, key := range sorted(m) {
		member := n.elem
		if n.kind == structure {
			f := n.of.exact.find(key)
			if f == nil {
				continue
			}
			member = &f.node
		}
		if !member.misfits(m[key], at.Child(key), yield) {
			return false
		}
	}
	return true
}

// wraps reports whether the converter makes an integer of another value from v.
func (n *node) wraps(v any) bool {
	switch n.kind {
	case int32s, int64s:
		return whole(v)
	case bytes:
		l, ok := v.([]any)
		for _, e := range l {
			ok = ok && (e == nil || whole(e))
		}
		return ok
	}
	return false
}

// whole reports whether v is a number without a fraction.
func whole(v any) bool {
	f, isFloat := v.(float64)
	_, isInt := v.(int64)
	return isInt || isFloat && f == math.Trunc(f)
}
