package override

import (
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// rejection is a value that must not stay, see [Edits.Reject]. since is the number of changes when it was written.
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

// standing is the first of the rejected values that is still where the changes since have put it, and where that is.
func (r *run) standing() (*rejection, jsontree.Pointer) {
	if len(r.rejected) == 0 {
		return nil, nil
	}
	var latest latest
	for i := r.rejected[0].since; i < len(r.changes); i++ {
		latest.add(i, &r.changes[i].Change)
	}
	for i := range r.rejected {
		rejected := &r.rejected[i]
		if at, stands := r.follow(rejected, &latest); stands {
			return rejected, at
		}
	}
	return nil, nil
}

// follow reports whether a rejected value still stands, and where. Only where it may have moved must it go through all changes.
func (r *run) follow(rejected *rejection, latest *latest) (p jsontree.Pointer, stands bool) {
	p = rejected.pointer
	if gone, moved := latest.find(p, rejected.since); !moved {
		return p, !gone
	}
	for _, c := range r.changes[rejected.since:] {
		if p, stands = c.Follow(p); !stands {
			return nil, false
		}
	}
	return p, true
}

// latest is which change was the last one at a place.
type latest struct {
	change int // one more than its place among the changes; 0 if there was none
	moves  bool
	from   int // of the elements of a list those from here on have been moved
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

// find reports whether one of the changes from a number on was at a place or around it, and whether the place may be elsewhere now.
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
