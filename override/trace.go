package override

import (
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// trace is the record of a run, from which explanations are computed on demand. Its entries refer to steps by index in stepRuns.
type trace struct {
	object  map[string]any // the input object
	cluster selector.Cluster
	places  redact.Places // see Set.Hiding
	guard   Guard         // see Set.Guarding
	missing []Ref         // see Selection.Missing
	hidden  redact.Region // the places that were hidden at any time of the run
	since   [tiers]int    // the number of changes when a tier began; -1 if it did not

	stepRuns    []stepRun
	changes     []change
	noops       []noopEdit
	applied     []applied
	skips       []skip
	divergences []divergence
	warnings    []warning
}

// stepRun is a step that was run. since is the number of changes before it, or before its stage if that has several lanes.
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

// noopEdit is an edit of a scalar that the place already had. since is the number of changes before it.
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
	places         []jsontree.Pointer // see Edits.DivergeAt; nil: the divergence does not depend on later steps
	upstream, here string
}

type warning struct {
	step     int
	pointer  jsontree.Pointer
	format   string
	args     []any
	identity bool
}

// after returns the object after the first n changes.
func (t *trace) after(n int) *jsontree.Tree {
	tree := jsontree.New(t.object)
	for i := range n {
		redo(tree, t.changes[i].Change)
	}
	return tree
}

// redo applies a change again. It cannot fail on the state of the object before the change.
func redo(tree *jsontree.Tree, c jsontree.Change) {
	switch {
	case c.Op == jsontree.Remove:
		_, _, _ = tree.Remove(c.Pointer)
	case len(c.Pointer) == 0:
		_, _, _ = tree.Replace(c.Pointer, c.New)
	case c.Op == jsontree.Add && c.InList:
		_, _, _ = tree.Add(c.Pointer, c.New)
	default: // Set reaches every other place
		_, _, _ = tree.Set(c.Pointer, c.New)
	}
}

// identities returns the fields by which a tier selected its policies: of the input object, and of the object when the tier began.
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
