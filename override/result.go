package override

import (
	"encoding/json"
	"fmt"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Result is an object as one cluster gets it, and how it came to be so. It is read-only and safe for concurrent use. It
// reads from the object that it was made of, which nobody may write while the result is in use.
type Result struct {
	object      map[string]any
	view        *jsontree.Tree // the object as it became
	handed      atomic.Bool    // the view's copies have been given away, see Object
	cluster     selector.Cluster
	ran         []ran
	changes     []change
	applied     []applied
	skips       []skip
	divergences []divergence
	warnings    []warning
}

// Origin is a step of a policy.
type Origin struct {
	Policy Ref
	At     string // the step's place in the policy, as a field path
}

// String is, for example: OverridePolicy default/p: spec.overrideRules[0].overriders.plaintext.
func (o Origin) String() string { return o.Policy.String() + ": " + o.At }

// Change is one alteration of the object, and the step that asked for it.
type Change struct {
	Origin  Origin
	Op      jsontree.Op
	Pointer jsontree.Pointer // in the object as the changes before this one left it
	Old     any              // what was there; nil when added
	New     any              // what is there now; nil when removed
}

// Applied is a rule that covered the object and the cluster.
type Applied struct {
	Policy  Ref
	At      string // the rule's place in the policy, as a field path
	Changes int    // how many changes are its own; it may be none
}

// Skip is something that a step did not do, and why.
type Skip struct {
	Origin Origin
	Reason string
}

// Divergence is a place where the system whose policy asked does otherwise than what is done here.
type Divergence struct {
	Code     string // the kind of difference; a dialect's documentation lists them
	Origin   Origin
	Pointer  jsontree.Pointer // the place in the object, where there is one
	Upstream string           // what that system gives
	Here     string           // what is given here
}

// String is, for example: D3: OverridePolicy default/p: spec.…: /spec/…/image: upstream …; here ….
func (d Divergence) String() string {
	text := d.Code + ": " + d.Origin.String() + ": "
	if len(d.Pointer) > 0 {
		text += d.Pointer.String() + ": "
	}
	return text + "upstream " + d.Upstream + "; here " + d.Here
}

// Warning is something that was lost.
type Warning struct {
	Origin  Origin
	Pointer jsontree.Pointer
	Text    string
}

// String is, for example: OverridePolicy default/p: spec.…: /data/app.yaml: comments are lost.
func (w Warning) String() string {
	return w.Origin.String() + ": " + w.Pointer.String() + ": " + w.Text
}

// Object is a new copy of the object for the cluster, which shares nothing with anything. It is an error, naming the
// place, if the object that came in holds a value that no JSON decoder makes, such as an int.
func (r *Result) Object() (*unstructured.Unstructured, error) {
	// What the engine copied to edit it need not be copied again: the first call gets it. Later ones carry the changes out anew.
	view := r.view
	if !r.handed.CompareAndSwap(false, true) {
		view = jsontree.New(r.object)
		for i := range r.changes {
			redo(view, r.changes[i].Change)
		}
	}
	c, err := view.Detach()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", refOf(r.object), err)
	}
	object, _ := c.(map[string]any)
	return &unstructured.Unstructured{Object: object}, nil
}

// Cluster is the name of the cluster that the result is for.
func (r *Result) Cluster() string { return r.cluster.Name }

// Changes is all that happened, in order: carried out one after the other, the changes turn the object that came in into
// this one. The values are the caller's own copies.
func (r *Result) Changes() []Change {
	changes := make([]Change, len(r.changes))
	for i, c := range r.changes {
		changes[i] = Change{Origin: r.ran[c.step].origin(), Op: c.Op, Pointer: c.Pointer.Child(), Old: copyOf(c.Old), New: copyOf(c.New)}
	}
	return changes
}

// copyOf copies a value that was in the object or was checked when it was written. One that is no JSON, deep inside a part
// of the object that was replaced, reads as a text that says so.
func copyOf(v any) any {
	c, err := jsontree.Clone(v)
	if err != nil {
		return err.Error()
	}
	return c
}

// Applied is every rule that took part, in order, also without effect.
func (r *Result) Applied() []Applied {
	all := make([]Applied, len(r.applied))
	for i, a := range r.applied {
		all[i] = Applied{Policy: a.policy.spec.Ref, At: a.rule.At, Changes: a.changes}
	}
	return all
}

// Skips is everything that was not done, in order, with the reasons. The texts are for people and may change.
func (r *Result) Skips() []Skip {
	skips := make([]Skip, len(r.skips))
	for i, s := range r.skips {
		skips[i] = Skip{Origin: r.ran[s.step].origin(), Reason: fmt.Sprintf(s.format, s.args...)}
	}
	return skips
}

// Divergences is every place where the system whose policy asked gives something else than what is here, in order. The codes
// are stable; the texts are for people and may change.
func (r *Result) Divergences() []Divergence {
	view := &run{cluster: &r.cluster, object: r.object, tree: jsontree.New(r.object), ran: r.ran}
	view.edits.run = view
	done, noted := 0, 0
	for i := range r.ran {
		if diverger, ok := r.ran[i].step.Overrider.(Diverger); ok {
			for ; done < r.ran[i].since; done++ {
				redo(view.tree, r.changes[done].Change)
			}
			view.step, view.factsOf = i, nil
			diverger.Diverge(Input{view}, &view.edits)
		}
		for ; noted < len(r.divergences) && r.divergences[noted].step == i; noted++ {
			view.divergences = append(view.divergences, r.divergences[noted])
		}
	}
	all := make([]Divergence, len(view.divergences))
	for i, d := range view.divergences {
		all[i] = Divergence{Code: d.code, Origin: r.ran[d.step].origin(), Pointer: d.pointer.Child(), Upstream: d.upstream, Here: d.here}
	}
	return all
}

// redo carries a change out again, on a view of the object that it was first made on. It cannot fail there.
func redo(tree *jsontree.Tree, c jsontree.Change) {
	switch {
	case c.Op == jsontree.Removed:
		_, _, _ = tree.Remove(c.Pointer)
	case len(c.Pointer) == 0:
		_, _, _ = tree.Replace(c.Pointer, c.New)
	case c.Op == jsontree.Added && c.InList:
		_, _, _ = tree.Add(c.Pointer, c.New)
	default: // the only verb that reaches every place
		_, _, _ = tree.Set(c.Pointer, c.New)
	}
}

// Warnings is what was lost on the way that nobody asked to touch, in order. The texts are for people and may change.
func (r *Result) Warnings() []Warning {
	all := make([]Warning, len(r.warnings))
	for i, w := range r.warnings {
		all[i] = Warning{Origin: r.ran[w.step].origin(), Pointer: w.pointer.Child(), Text: fmt.Sprintf(w.format, w.args...)}
	}
	return all
}

func (r *ran) origin() Origin { return Origin{Policy: r.policy.spec.Ref, At: r.step.At} }

// JSONPatch is the changes as an RFC 6902 patch: a list of add, remove and replace operations, empty when there are none.
func (r *Result) JSONPatch() ([]byte, error) {
	type operation struct {
		Op    jsontree.Op `json:"op"`
		Path  string      `json:"path"`
		Value *any        `json:"value,omitempty"`
	}
	patch := make([]operation, len(r.changes))
	for i := range r.changes {
		c := &r.changes[i]
		patch[i] = operation{Op: c.Op, Path: c.Pointer.String()}
		if c.Op != jsontree.Removed {
			patch[i].Value = &c.New
		}
	}
	return json.Marshal(patch)
}
