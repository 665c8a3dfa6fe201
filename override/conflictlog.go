package override

import (
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// roomForConflicts is about how many bytes the pointers and values of conflicts may take that are told place by place.
const roomForConflicts = 32 << 20

// conflictLog notes conflicts, each as long as there is room.
type conflictLog struct {
	trace     *trace
	conflicts []Conflict
	room      int // that is left; negative when there was not enough
	change    *change

	spot *spot            // of the last conflict
	told origins          // who is told to have lost there to the change at hand; without room, anywhere in it
	at   jsontree.Pointer // of the change, once there is no room

	seen  [tiers]*[2]selector.Object // what the policies of a tier were chosen by, once it was asked
	ranks map[*Policy]selector.Rank
}

// origins is a set of them, mostly of one.
type origins struct {
	first Origin
	more  map[Origin]bool
}

func (o *origins) has(origin Origin) bool { return o.first == origin || o.more[origin] }

func (o *origins) add(origin Origin) {
	switch {
	case o.first == Origin{}:
		o.first = origin
	case o.more == nil:
		o.more = map[Origin]bool{origin: true}
	default:
		o.more[origin] = true
	}
}

// begin is said of each change before its conflicts are noted.
func (l *conflictLog) begin(c *change) { l.change, l.spot, l.told, l.at = c, nil, origins{}, nil }

// note is the change at hand putting another value where an earlier step wrote.
func (l *conflictLog) note(s *spot, earlier int, was, is value) {
	a, b := &l.trace.stepRuns[earlier], &l.trace.stepRuns[l.change.step]
	if a.rule == b.rule {
		return
	}
	if l.room >= 0 && l.spot != s {
		l.spot, l.told = s, origins{}
	}
	if l.told.has(a.origin()) {
		return // at another part of the text
	}
	if l.room >= 0 {
		if l.room -= 16*s.depth + weight(was.is, l.room) + weight(is.is, l.room); l.room < 0 {
			l.told = origins{}
		}
	}
	l.told.add(a.origin())
	conflict := Conflict{Order: orderOf(a, b, l.rank)}
	if l.room >= 0 {
		conflict.Pointer = s.pointer()
		conflict.Earlier = Write{Origin: a.origin(), Value: copyOf(was.is), Absent: !was.there}
		conflict.Later = Write{Origin: b.origin(), Value: copyOf(is.is), Absent: !is.there}
	} else {
		if l.at == nil {
			l.at = l.change.Pointer.Child()
		}
		conflict.Pointer = l.at
		conflict.Earlier = Write{Origin: a.origin(), Value: brief(l.change.Old), Absent: l.change.Op == jsontree.Add}
		conflict.Later = Write{Origin: b.origin(), Value: brief(l.change.New), Absent: l.change.Op == jsontree.Remove}
	}
	l.conflicts = append(l.conflicts, l.trace.hideInConflict(conflict))
}

// brief is a value that is a number or the like, and of any other a description.
func brief(v any) any {
	switch v.(type) {
	case nil, bool, int64, float64:
		return v
	}
	return jsontree.Describe(v)
}

// rank is how precisely a policy selects the object as its tier found it.
func (l *conflictLog) rank(p *Policy) selector.Rank {
	if rank, known := l.ranks[p]; known {
		return rank
	}
	tier := p.spec.Tier
	if l.seen[tier] == nil {
		given, now := l.trace.identities(tier)
		l.seen[tier] = &[2]selector.Object{given, now}
	}
	rank := p.rank(*p.matchObject(&l.seen[tier][0], &l.seen[tier][1]))
	if l.ranks == nil {
		l.ranks = map[*Policy]selector.Rank{}
	}
	l.ranks[p] = rank
	return rank
}
