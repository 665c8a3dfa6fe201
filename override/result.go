package override

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Result is an object as one cluster gets it, and how it came to be so. It is read-only and safe for concurrent use. It
// reads from the object that it was made of, which nobody may write while the result is in use. Nil and the zero value are results of
// no object, and of no policies.
type Result struct {
	cluster string
	run     *run // which is over; what it knows of the cluster is of one that gets the same
}

// over is the run, of no object where there is none.
func (r *Result) over() *run {
	if r == nil || r.run == nil {
		return &run{tree: jsontree.New(map[string]any(nil))}
	}
	return r.run
}

// Origin is a step of a policy.
type Origin struct {
	Policy Ref    `json:"policy"`
	At     string `json:"at"` // the step's place in the policy, as a field path
}

// String is, for example: OverridePolicy default/p: spec.overrideRules[0].overriders.plaintext.
func (o Origin) String() string { return o.Policy.String() + ": " + o.At }

// Change is one alteration of the object, and the step that asked for it. As JSON it is
// {"origin", "op", "path", "old", "new"}, without old when added and without new when removed; hidden values are not in it, see
// [Set.Hiding].
type Change struct {
	Origin  Origin
	Op      jsontree.Verb
	Pointer jsontree.Pointer // in the object as the changes before this one left it
	Old     any              // what was there; nil when added
	New     any              // what is there now; nil when removed

	shown *[2]any // what texts have in the place of Old and New; nil: these
}

// String is, in the manner of a diff, "/a: 1 -> 2", "+ /a: 1" or "- /a: 1"; of long values only the beginning, and of hidden ones
// none, see [Set.Hiding]: "/data/a: "*** (before)" -> "*** (after)"".
func (c Change) String() string {
	old, now := c.texts()
	switch c.Op {
	case jsontree.Add:
		return "+ " + place(c.Pointer) + ": " + clip(now)
	case jsontree.Remove:
		return "- " + place(c.Pointer) + ": " + clip(old)
	}
	return place(c.Pointer) + ": " + clip(old) + " -> " + clip(now)
}

// Applied is a rule that covered the object and the cluster.
type Applied struct {
	Policy  Ref
	At      string // the rule's place in the policy, as a field path
	Changes int    // how many changes are its own; it may be none
}

// Skip is something that a step did not do, and why.
type Skip struct {
	Origin Origin `json:"origin"`
	Reason string `json:"reason"`
}

// Divergence is a place where the system whose policy asked does otherwise than what is done here.
type Divergence struct {
	Code     string           `json:"code"` // the kind of difference; a dialect's documentation lists them
	Origin   Origin           `json:"origin"`
	Pointer  jsontree.Pointer `json:"path"`     // the place in the object, where there is one
	Upstream string           `json:"upstream"` // what that system gives
	Here     string           `json:"here"`     // what is given here
}

// String is, for example: CODE: OverridePolicy default/p: spec.…: /spec/…/image: upstream …; here ….
func (d Divergence) String() string {
	text := d.Code + ": " + d.Origin.String() + ": "
	if len(d.Pointer) > 0 {
		text += d.Pointer.String() + ": "
	}
	return text + "upstream " + d.Upstream + "; here " + d.Here
}

// Warning is something that was lost.
type Warning struct {
	Origin  Origin           `json:"origin"`
	Pointer jsontree.Pointer `json:"path"`
	Text    string           `json:"text"`
}

// String is, for example: OverridePolicy default/p: spec.…: /data/app.yaml: comments are lost.
func (w Warning) String() string {
	return w.Origin.String() + ": " + w.Pointer.String() + ": " + w.Text
}

// Object is a new copy of the object for the cluster, which shares nothing with anything. It is an error, naming the
// place, if the object that came in holds a value that no JSON decoder makes, such as an int.
func (r *Result) Object() (*unstructured.Unstructured, error) {
	run := r.over()
	// What the engine copied to edit it need not be copied again: the first call gets it. Later ones carry the changes out anew.
	tree := run.tree
	if !run.given.CompareAndSwap(treeKept, treeHanded) {
		tree = run.after(len(run.changes))
	}
	c, err := tree.Detach()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", refOfContent(run.object), err)
	}
	object, _ := c.(map[string]any)
	return &unstructured.Unstructured{Object: object}, nil
}

// SharedContent is the object for the cluster for those who only read it, to serialize it, say. It is no copy: it shares with
// the object that came in, with policies and with other results. Whoever writes it breaks them all. It is nil where the policies have left no
// object.
func (r *Result) SharedContent() map[string]any {
	run := r.over()
	tree := run.tree
	if !run.given.CompareAndSwap(treeKept, treeShared) && run.given.Load() != treeShared {
		tree = run.after(len(run.changes))
	}
	object, _ := tree.Root().(map[string]any)
	return object
}

// Cluster is the name of the cluster that the result is for.
func (r *Result) Cluster() string {
	if r == nil {
		return ""
	}
	return r.cluster
}

// Changes is all that happened, in order: carried out one after the other, the changes turn the object that came in into
// this one. The values are the caller's own copies.
func (r *Result) Changes() []Change {
	run := r.over()
	changes := make([]Change, len(run.changes))
	for i, c := range run.changes {
		changes[i] = run.change(c)
	}
	return changes
}

func (t *trace) change(c change) Change {
	return t.hideIn(Change{Origin: t.stepRuns[c.step].origin(), Op: c.Op, Pointer: c.Pointer.Child(), Old: copyOf(c.Old), New: copyOf(c.New)})
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
	run := r.over()
	all := make([]Applied, len(run.applied))
	for i, a := range run.applied {
		all[i] = Applied{Policy: a.policy.spec.Ref, At: a.rule.At, Changes: a.changes}
	}
	return all
}

// Skips is everything that was not done, in order, with the reasons. The texts are for people and may change.
func (r *Result) Skips() []Skip {
	run := r.over()
	skips := make([]Skip, len(run.skips))
	for i, s := range run.skips {
		skips[i] = Skip{Origin: run.stepRuns[s.step].origin(), Reason: run.say(nil, s.format, s.args)}
	}
	return skips
}

// Divergences is every place where the system whose policy asked gives something else than what is here, in order. The codes
// are stable; the texts are for people and may change.
func (r *Result) Divergences() []Divergence {
	run := r.over()
	found := run.allDivergences()
	all := make([]Divergence, len(found))
	for i, d := range found {
		all[i] = run.divergence(d)
	}
	return all
}

func (t *trace) divergence(d divergence) Divergence {
	return Divergence{Code: d.code, Origin: t.stepRuns[d.step].origin(), Pointer: d.pointer.Child(), Upstream: d.upstream, Here: d.here}
}

// Warnings is what was lost on the way that nobody asked to touch, in order. The texts are for people and may change.
func (r *Result) Warnings() []Warning {
	run := r.over()
	all := make([]Warning, len(run.warnings))
	for i, w := range run.warnings {
		all[i] = run.warning(w)
	}
	return all
}

func (t *trace) warning(w warning) Warning {
	return Warning{Origin: t.stepRuns[w.step].origin(), Pointer: w.pointer.Child(), Text: t.say(w.pointer, w.format, w.args)}
}

// JSONPatch is the changes as an RFC 6902 patch: a list of add, remove and replace operations, empty when there are none.
func (r *Result) JSONPatch() ([]byte, error) {
	run := r.over()
	type operation struct {
		Op    jsontree.Verb `json:"op"`
		Path  string        `json:"path"`
		Value *any          `json:"value,omitempty"`
	}
	patch := make([]operation, len(run.changes))
	for i := range run.changes {
		c := &run.changes[i]
		patch[i] = operation{Op: c.Op, Path: c.Pointer.String()}
		if c.Op != jsontree.Remove {
			patch[i].Value = &c.New
		}
	}
	return json.Marshal(patch)
}
