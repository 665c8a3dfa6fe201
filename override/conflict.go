package override

import (
	"fmt"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Conflict is a place where one step undid what a step of another policy, or of another rule, had put there. Later wins,
// unless a further conflict at the place says that it lost in its turn. It is the caller's own.
type Conflict struct {
	Pointer jsontree.Pointer `json:"path"` // in the object as the later step found it
	Earlier Write            `json:"earlier"`
	Later   Write            `json:"later"`
	Order   Order            `json:"order"` // why the later one is later
}

// Write is what a step put at a place. As JSON it is {"origin", "value"}, without value when it took the place away.
type Write struct {
	Origin Origin
	Value  any
	Absent bool // it took the place away, and Value is nil

	shown *any // what texts have in the place of Value; nil: that
}

// Order is a rule of order: what decides which of two steps acts later. The texts are stable.
type Order string

const (
	OrderTier Order = "tier" // namespaced policies act after cluster-wide ones
	OrderRank Order = "rank" // the policy that selects the object more precisely acts later, see selector.Rank
	OrderName Order = "name" // of policies of one tier and rank the one whose name is greater, byte by byte, acts later
	OrderRule Order = "rule" // the rules of a policy act as they are written
)

// Why is the rule as a sentence: namespaced policies act after cluster-wide ones.
func (o Order) Why() string {
	switch o {
	case OrderTier:
		return "namespaced policies act after cluster-wide ones"
	case OrderRank:
		return "the policy that selects the object more precisely acts later"
	case OrderName:
		return "among policies of one rank the greater name acts later"
	}
	return "the rules of a policy act as they are written"
}

// String is in four lines: the place, what was written there first, what took its place, and why that acted later.
func (c Conflict) String() string {
	return fmt.Sprintf("%s\n%s\nlost to %s\nbecause %s", place(c.Pointer), c.Earlier, c.Later, c.Order.Why())
}

// String is, for example: 2 by OverridePolicy default/a: spec.overrideRules[0].overriders.plaintext[0].
func (w Write) String() string {
	value := clip(w.text())
	if w.Absent {
		value = "nothing"
	}
	return value + " by " + w.Origin.String()
}

// Conflicts is every conflict on the way to the result, in the order in which they came up:
//
//  1. A step writes the places that it alters. One that writes a whole map or list anew writes the keys and elements in
//     which the new one differs, not those that it carries along. [Image] writes components of a reference.
//  2. A step that finds its own value at a place has written it, too, where that is no map and no list.
//  3. A conflict is a write of another value to a place that a step of another policy, or of another rule, was the last to
//     write: at the place itself, or at a place around it or inside it. The same value is none.
//  4. Adding a key or an element to what another step wrote is none, as long as that had not taken just this key away.
//  5. Places are followed where elements of lists move.
//  6. Places and values may take 32 MiB. From there on a change is told once for each step that it undoes, at the place of the
//     change and with a description of its values, which [Result.Changes] has.
//
// It takes time and memory in proportion to the changes and the places in which their values differ, but for a logarithm.
func (r *Result) Conflicts() []Conflict { return r.over().conflicts() }

func (t *trace) conflicts() []Conflict {
	return t.writes().conflicts
}

// writes has gone through all changes.
func (t *trace) writes() *conflictTracker {
	w := &conflictTracker{conflictLog: conflictLog{trace: t, conflicts: []Conflict{}, room: roomForConflicts}, root: &lastWriters{}}
	kept := t.noops
	for i := range t.changes {
		for ; len(kept) > 0 && kept[0].since <= i; kept = kept[1:] {
			w.agree(kept[0].pointer, kept[0].step)
		}
		w.follow(&t.changes[i])
	}
	return w
}

// orderOf says why one step acts after another of another rule.
func orderOf(earlier, later *stepRun, rank func(*Policy) selector.Rank) Order {
	a, b := earlier.policy, later.policy
	switch {
	case a == b:
		return OrderRule
	case a.spec.Tier != b.spec.Tier:
		return OrderTier
	case rank(a) != rank(b):
		return OrderRank
	}
	return OrderName
}
