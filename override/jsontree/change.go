package jsontree

import "strconv"

// Change is the effect of one edit. Its values are shared with the document and with the edit: do not write them.
type Change struct {
	Op      Verb    // Add, Remove or Replace
	Pointer Pointer // with list indexes as plain numbers from 0
	InList  bool    // the last token is the index of a list element
	Old     any     // the old value; nil for Add
	New     any     // the new value; nil for Remove
}

// Follow returns the pointer after the change to the value that p pointed to before it, and false if the change
// removed or replaced that value. A change inside the value does not move it.
//
//  1. Outside the changed value, and not after it in the same list: p.
//  2. After it in the same list: the index moves up by one (Add) or down by one (Remove).
//  3. The changed value and everything inside: false, except that Add in a list moves them up by one.
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
