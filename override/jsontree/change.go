package jsontree

import "strconv"

// Op is what a change did to its place. The texts are the operations of RFC 6902.
type Op string

const (
	Added    Op = "add"     // a key or an element that was not there; elements behind it move up by one
	Removed  Op = "remove"  // a key or an element that is gone; elements behind it move down by one
	Replaced Op = "replace" // another value in the same place
)

// Change is what one edit altered. Its values are shared with the document and with the edit: read them, never write them.
type Change struct {
	Op      Op
	Pointer Pointer // list indexes are plain numbers from 0, whatever the edit wrote
	InList  bool    // the last token is the index of a list element
	Old     any     // what was there; nil when Added
	New     any     // what is there now; nil when Removed
}

// Follow tells where the place p of the document before the change is after it, and false when the change took it away
// or put another value there. A change further inside leaves the place where it is.
//
//  1. A place outside the changed one, and not behind it in the same list, stays.
//  2. Behind it in the same list, the index goes up by one (Added) or down by one (Removed).
//  3. The changed place and all inside it: gone, except that Added in a list pushes them up by one.
func (c Change) Follow(p Pointer) (Pointer, bool) {
	last := len(c.Pointer) - 1
	if last < 0 {
		return nil, false
	}
	if len(p) <= last || !p.HasPrefix(c.Pointer[:last]) {
		return p, true
	}
	if !c.InList || c.Op == Replaced {
		return p, p[last] != c.Pointer[last]
	}
	at, _ := strconv.Atoi(c.Pointer[last])
	i, err := strconv.Atoi(p[last])
	if err != nil || i < at {
		return p, true
	}
	moved := p.Child()
	if c.Op == Added {
		moved[last] = strconv.Itoa(i + 1)
		return moved, true
	}
	moved[last] = strconv.Itoa(i - 1)
	return moved, i != at
}
