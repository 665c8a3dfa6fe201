package override

import (
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// maxConflictBytes limits the bytes (estimated) of the pointers and values of conflicts that are reported place by place.
const maxConflictBytes = 32 << 20

// conflictLog collects conflicts, place by place as long as there is room.
type conflictLog struct {
	trace     *trace
	conflicts []Conflict
	room      int // bytes left; negative once exceeded
	change    *change

	cursor   *cursor          // of the last conflict
	reported origins          // steps reported as overwritten by the change: at the cursor, or anywhere once room is exceeded
	at       jsontree.Pointer // of the change, once room is exceeded

	seen  [tiers]*[2]selector.Object // see trace.identities; nil until needed
	ranks map[*Policy]selector.Rank
}

// origins is a set of origins, optimized for one element.
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

// begin starts the conflicts of change c.
func (l *conflictLog) begin(c *change) { l.change, l.cursor, l.reported, l.at = c, nil, origins{}, nil }

// note records that the change replaces the value was of an earlier step by is.
func (l *conflictLog) note(s *cursor, earlier int, was, is value) {
	a, b := &l.trace.stepRuns[earlier], &l.trace.stepRuns[l.change.step]
	if a.rule == b.rule {
		return
	}
	if l.room >= 0 && l.cursor != s {
		l.cursor, l.reported = s, origins{}
	}
	if l.reported.has(a.origin()) {
		return // at another component of the reference
	}
	if l.room >= 0 {
		if l.room -= 16*s.depth + weight(was.is, l.room) + weight(is.is, l.room); l.room < 0 {
			l.reported = origins{}
		}
	}
	l.reported.add(a.origin())
	conflict := Conflict{Order: orderOf(a, b, l.rank)}
	if l.room >= 0 {
		conflict.Pointer = s.pointer()
		conflict.Earlier = Write{Origin: a.origin(), Value: copyOf(was.is), Absent: !was.exists}
		conflict.Later = Write{Origin: b.origin(), Value: copyOf(is.is), Absent: !is.exists}
	} else {
		if l.at == nil {
			l.at = l.change.Pointer.Child()
		}
		conflict.Pointer = l.at
		conflict.Earlier = Write{Origin: a.origin(), Value: brief(l.change.Old), Absent: l.change.Op == jsontree.Add}
		conflict.Later = Write{Origin: b.origin(), Value: brief(l.change.New), Absent: l.change.Op == jsontree.Remove}
	}
	l.conflicts = append(l.conflicts, l.trace.maskConflict(conflict))
}

// brief returns a number, a boolean or null unchanged, and a description of any other value.
func brief(v any) any {
	switch v.(type) {
	case nil, bool, int64, float64:
		return v
	}
	return jsontree.Describe(v)
}

// rank returns how precisely a policy selects the object, as it was when its tier began.
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
