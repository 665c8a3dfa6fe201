package override

import (
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// trace is what a run leaves behind: enough to tell later what every step did, without having been asked to tell. Everything that a
// step brings about names it by its index in stepRuns.
type trace struct {
	object  map[string]any // as it came in
	cluster selector.Cluster
	places  redact.Places // that texts hide
	missing []Ref         // policies that the object names
	hidden  redact.Region // of the object, whatever it was in the run
	since   [tiers]int    // how many changes there were when a tier began; -1 if it did not

	stepRuns    []stepRun
	changes     []change
	noops       []noopEdit
	applied     []applied
	skips       []skip
	divergences []divergence
	warnings    []warning
}

// stepRun is a step that has been run, on the object as so many changes had left it.
type stepRun struct {
	policy *Policy
	rule   *Rule
	step   *Step
	since  int
}

func (r *stepRun) origin() Origin { return Origin{Policy: r.policy.spec.Ref, At: r.step.At} }

type change struct {
	jsontree.Change
	step int
}

// noopEdit is an edit that found its value, no map and no list, at the place already, when there were so many changes.
type noopEdit struct {
	step    int
	pointer jsontree.Pointer
	since   int
}

type applied struct {
	policy  *Policy
	rule    *Rule
	changes int
}

type skip struct {
	step   int
	format string
	args   []any
}

type divergence struct {
	step           int
	code           string
	pointer        jsontree.Pointer
	upstream, here string
}

type warning struct {
	step    int
	pointer jsontree.Pointer
	format  string
	args    []any
}

// after is the object as the first n changes left it.
func (t *trace) after(n int) *jsontree.Tree {
	tree := jsontree.New(t.object)
	for i := range n {
		redo(tree, t.changes[i].Change)
	}
	return tree
}

// redo carries a change out again, on a view of the object that it was first made on. It cannot fail there.
func redo(tree *jsontree.Tree, c jsontree.Change) {
	switch {
	case c.Op == jsontree.Remove:
		_, _, _ = tree.Remove(c.Pointer)
	case len(c.Pointer) == 0:
		_, _, _ = tree.Replace(c.Pointer, c.New)
	case c.Op == jsontree.Add && c.InList:
		_, _, _ = tree.Add(c.Pointer, c.New)
	default: // the only verb that reaches every place
		_, _, _ = tree.Set(c.Pointer, c.New)
	}
}

// identities is what the policies of a tier were chosen by: the object as it came in, and as it was when the tier began.
func (t *trace) identities(tier Tier) (given, now selector.Object) {
	given = selector.ObjectOf(t.object)
	since := t.since[tier]
	if since < 0 {
		since = len(t.changes)
	}
	if since == 0 {
		return given, given
	}
	root, _ := t.after(since).Root().(map[string]any)
	return given, selector.ObjectOf(root)
}
