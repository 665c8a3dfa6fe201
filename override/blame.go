package override

import (
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Blame is the change that decided what is at a place of the result, and false where nothing differs from the object that came
// in.
//
//  1. The last change that put another value at the place decided it. A change that writes a whole map or list decides
//     only the places inside where its new value differs from its old one.
//  2. An element of a list is followed to where it was before others were added or removed in front of it. If nobody wrote
//     it, the last change that moved it decided that it is at this place.
//  3. A place that is gone was decided by the change that took it away.
//  4. For a map or a list it is the last change in it.
//
// The values are the caller's own copies. It takes time in proportion to the number of changes.
func (r *Result) Blame(p jsontree.Pointer) (Change, bool) {
	return r.run.blame(p, r.run.after(len(r.run.changes)))
}

// blame is Blame; result is the object as it became.
func (t *trace) blame(p jsontree.Pointer, result *jsontree.Tree) (Change, bool) {
	at := result.Plain(p)
	now, exists := result.Get(at)
	was, existed := jsontree.Get(any(t.object), at)
	if (value{now, exists}).equal(value{was, existed}) {
		return Change{}, false
	}
	moved := -1
	for i := len(t.changes) - 1; i >= 0; i-- {
		c := &t.changes[i]
		if decides(c.Change, at) {
			return t.change(*c), true
		}
		before, shifted := precede(c.Change, at)
		if shifted && moved < 0 {
			moved = i
		}
		if c.InList && c.Op == jsontree.Added && at.HasPrefix(c.Pointer) {
			break // the element was not there before
		}
		at = before
	}
	if moved < 0 {
		return Change{}, false
	}
	return t.change(t.changes[moved]), true
}

// decides tells whether a change put another value at the place p of the document after it, or inside.
func decides(c jsontree.Change, p jsontree.Pointer) bool {
	if !p.HasPrefix(c.Pointer) {
		return c.Pointer.HasPrefix(p)
	}
	if c.InList && c.Op == jsontree.Removed {
		return false // what is there now was behind it
	}
	inside := p[len(c.Pointer):]
	was := value{c.Old, c.Op != jsontree.Added}.get(inside)
	is := value{c.New, c.Op != jsontree.Removed}.get(inside)
	return !was.equal(is)
}

// precede tells where the place p of the document after a change was before it, and whether it was elsewhere.
func precede(c jsontree.Change, p jsontree.Pointer) (jsontree.Pointer, bool) {
	last := len(c.Pointer) - 1
	if !c.InList || c.Op == jsontree.Replaced || len(p) <= last || !p.HasPrefix(c.Pointer[:last]) {
		return p, false
	}
	at, _ := strconv.Atoi(c.Pointer[last])
	i, err := strconv.Atoi(p[last])
	if err != nil || i < at {
		return p, false
	}
	by := 1
	if c.Op == jsontree.Added {
		by = -1
	}
	moved := p.Child()
	moved[last] = strconv.Itoa(i + by)
	return moved, true
}
