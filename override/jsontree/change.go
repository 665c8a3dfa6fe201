package jsontree

import "strconv"

// Change is what one edit altered. Its values are shared with the document and with the edit: read them, never write them.
type Change struct {
	Op      Verb    // Add, Remove or Replace
	Pointer Pointer // list indexes are plain numbers from 0, whatever the edit wrote
	InList  bool    // the last token is the index of a list element
	Old     any     // what was there; nil for Add
	New     any     // what is there now; nil for Remove
}

// Follow tells where the place p of the document before the change is after it, and false when the change took it away
// or put another value there. A change further inside leaves the place where it is.
//
//  1. A place outside the changed one, and not behind it in the same list, stays.
//  2. Behind it in the same list, the index goes up by one (Add) or down by one (Remove).
//  3. The changed place and all inside it: gone, except that Add in a list pushes them up by one.
func (c Change) Follow(p Pointer) (Pointer, bool) {
	last := len(c.Pointer) - 1
	if last < 0 {
		return nil, false
	}
	if len(p) <= last || !p.HasPrefix(c.Pointer[:last]) {
		return p, true
	}
	if !c.InList || c.Op == Replace {
		return p, p[last] != c.Pointer[last]
	}
	at, _ := strconv.Atoi(c.Pointer[last])
	i, err := strconv.Atoi(p[last])
	if err != nil || i < at {
		return p, true
	}
	moved := p.Child()
	if c.Op == Add {
		moved[last] = strconv.Itoa(i + 1)
		return moved, true
	}
	moved[last] = strconv.Itoa(i - 1)
	return moved, i != at
}
