package override

import (
	"fmt"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Conflict is a place where one step overwrote the value of a step of another policy or of another rule. Later wins, unless it loses
// to a third step in another conflict at the same place. A Conflict shares nothing with the result.
type Conflict struct {
	Pointer jsontree.Pointer `json:"path"` // in the object as the later step found it
	Earlier Write            `json:"earlier"`
	Later   Write            `json:"later"`
	Order   Order            `json:"order"` // why Later acts after Earlier
}

// Write is the value that a step wrote. As JSON it is {"origin", "value"}, without value if the step removed it.
type Write struct {
	Origin Origin
	Value  any
	Absent bool // the step removed the value, and Value is nil

	shown *any // the masked value in messages; nil: Value
}

// Order is the reason why one of two steps acts later. The strings are stable.
type Order string

const (
	OrderTier Order = "tier" // namespaced policies act after cluster-wide ones
	OrderRank Order = "rank" // the policy that selects the object more precisely acts later, see selector.Rank
	OrderName Order = "name" // among policies of the same tier and rank, the one with the greater name, byte by byte, acts later
	OrderRule Order = "rule" // the rules of a policy act in the order written
)

// Why returns the reason as a sentence, such as "namespaced policies act after cluster-wide ones".
func (o Order) Why() string {
	switch o {
	case OrderTier:
		return "namespaced policies act after cluster-wide ones"
	case OrderRank:
		return "the policy that selects the object more precisely acts later"
	case OrderName:
		return "among policies of the same rank, the one with the greater name acts later"
	}
	return "the rules of a policy act in the order written"
}

// String returns four lines: the pointer, the earlier write, the later write, and why that one acts later.
func (c Conflict) String() string {
	earlier, later := c.Earlier.String(), c.Later.String()
	if !c.Earlier.Absent && !c.Later.Absent {
		before, after := clipPair(c.Earlier.shownValue(), c.Later.shownValue())
		earlier, later = c.Earlier.text(before), c.Later.text(after)
	}
	return fmt.Sprintf("%s\n%s\nlost to %s\nbecause %s", pointerText(c.Pointer), earlier, later, c.Order.Why())
}

// String returns, for example: 2 by OverridePolicy default/a: spec.overrideRules[0].overriders.plaintext[0].
func (w Write) String() string {
	if w.Absent {
		return w.text("nothing")
	}
	return w.text(clip(w.shownValue()))
}

// text is String with another text for the value.
func (w Write) text(value string) string { return value + " by " + w.Origin.String() }

// Conflicts returns every conflict of the run, in the order of the later writes:
//
//  1. A step writes the places that it alters. If it replaces a whole map or list, it writes only the keys and elements that differ.
//     A [ComponentWriter] writes components of an image reference.
//  2. A step also writes a place that already has its value, unless the value is a map or a list.
//  3. A conflict is a write of another value to a place that was last written by a step of another policy or of another rule: at
//     the place itself, around it or inside it. A write of the same value is not a conflict.
//  4. Adding a key or an element to a value of another step is not a conflict, unless that step removed this key.
//  5. Places move with the elements of lists.
//  6. Pointers and values are limited to 32 MiB. After that, a change is reported once for each step that it overwrites, with the
//     pointer of the change and a description of its values; [Result.Changes] has the values.
//
// It takes time and memory in proportion to the changes and the places where their values differ, times a logarithm.
func (r *Result) Conflicts() []Conflict { return r.run.conflicts() }

func (t *trace) conflicts() []Conflict {
	return t.writes().conflicts
}

// writes returns a tracker that has recorded all changes.
func (t *trace) writes() *conflictTracker {
	w := &conflictTracker{conflictLog: conflictLog{trace: t, conflicts: []Conflict{}, room: maxConflictBytes}, root: &lastWriters{}}
	kept := t.noops
	for i := range t.changes {
		for ; len(kept) > 0 && kept[0].since <= i; kept = kept[1:] {
			w.agree(kept[0].pointer, kept[0].step)
		}
		w.record(&t.changes[i])
	}
	return w
}

// orderOf returns why a step acts after a step of another rule.
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
