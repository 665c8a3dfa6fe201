package override

import (
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// rejection is a value that must not remain, see [Edits.Reject]. since is the number of changes when it was written.
type rejection struct {
	step    int
	pointer jsontree.Pointer
	err     error
	since   int
}

func (r *run) reject(p jsontree.Pointer, err error) {
	if r.lanes != nil {
		r.lanes.edits = append(r.lanes.edits, edit{step: r.step, pointer: p, err: err})
		return
	}
	r.rejected = append(r.rejected, rejection{r.step, r.tree.Plain(p), err, len(r.changes)})
}

// remaining returns the first rejected value that still exists, and where later changes have moved it.
func (r *run) remaining() (*rejection, jsontree.Pointer) {
	if len(r.rejected) == 0 {
		return nil, nil
	}
	var latest latest
	for i := r.rejected[0].since; i < len(r.changes); i++ {
		latest.add(i, &r.changes[i].Change)
	}
	for i := range r.rejected {
		rejected := &r.rejected[i]
		if at, exists := r.locate(rejected, &latest); exists {
			return rejected, at
		}
	}
	return nil, nil
}

// locate reports whether a rejected value still exists, and where. It replays the changes only if the value may have moved.
func (r *run) locate(rejected *rejection, latest *latest) (p jsontree.Pointer, exists bool) {
	p = rejected.pointer
	if gone, moved := latest.find(p, rejected.since); !moved {
		return p, !gone
	}
	for _, c := range r.changes[rejected.since:] {
		if p, exists = c.Follow(p); !exists {
			return nil, false
		}
	}
	return p, true
}

// latest is a tree with the last change at each place.
type latest struct {
	change int // index of the change, plus one; 0 if there was none
	moves  bool
	from   int // if moves: the first element of the list that may have moved
	below  map[string]*latest
}

func (l *latest) add(i int, c *jsontree.Change) {
	for depth, token := range c.Pointer {
		if depth == len(c.Pointer)-1 && c.InList && c.Op != jsontree.Replace {
			at, _ := strconv.Atoi(token)
			if !l.moves || at < l.from {
				l.moves, l.from = true, at
			}
			return
		}
		below := l.below[token]
		if below == nil {
			below = &latest{}
			if l.below == nil {
				l.below = map[string]*latest{}
			}
			l.below[token] = below
		}
		l = below
	}
	l.change = i + 1
}

// find reports whether one of the changes from index since on was at p or around it, and whether the value at p may have moved.
func (l *latest) find(p jsontree.Pointer, since int) (gone, moved bool) {
	for _, token := range p {
		if l.moves {
			if at, err := strconv.Atoi(token); err != nil || at >= l.from {
				return false, true
			}
		}
		gone = gone || l.change > since
		if l = l.below[token]; l == nil {
			return gone, false
		}
	}
	return gone || l.change > since, false
}
