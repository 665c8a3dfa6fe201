package override

import (
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// changedBefore reports whether an earlier lane of the stage may have changed the value that the running lane has seen at a place.
func (r *run) changedBefore(at jsontree.Pointer) bool {
	n := r.lanes
	return n.overlaps(at) && !n.rewritten[at.String()]
}

// fewChanges is the number of changes up to which comparing a place with each is cheaper than a tree of them.
const fewChanges = 32

// overlaps reports whether an earlier lane has made a change at p, inside it or around it.
func (n *stageEdits) overlaps(p jsontree.Pointer) bool {
	if n.begin <= fewChanges {
		return slices.ContainsFunc(n.changes[:n.begin], func(c jsontree.Change) bool {
			at := touchedPlace(&c)
			return at.HasPrefix(p) || p.HasPrefix(at)
		})
	}
	for ; n.touched.changes < n.begin; n.touched.changes++ {
		n.touched.add(&n.changes[n.touched.changes])
	}
	return n.touched.overlaps(p)
}

// touchedPlace returns the place of a change; if it added or removed an element of a list, the list.
func touchedPlace(c *jsontree.Change) jsontree.Pointer {
	if c.InList && c.Op != jsontree.Replace {
		return c.Pointer[:len(c.Pointer)-1]
	}
	return c.Pointer
}

// touched is a tree of the places of changes.
type touched struct {
	changes int // at the root: the number of changes added
	here    bool
	below   map[string]*touched
}

func (t *touched) add(c *jsontree.Change) {
	for _, token := range touchedPlace(c) {
		below := t.below[token]
		if below == nil {
			below = &touched{}
			if t.below == nil {
				t.below = map[string]*touched{}
			}
			t.below[token] = below
		}
		t = below
	}
	t.here = true
}

// overlaps reports whether there was a change at p, inside it or around it.
func (t *touched) overlaps(p jsontree.Pointer) bool {
	for _, token := range p {
		if t.here {
			return true
		}
		if t = t.below[token]; t == nil {
			return false
		}
	}
	return true
}
