package override

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Result is the object for one cluster, with the changes that produced it. It is read-only and safe for concurrent use. It reads from
// the input object: do not write that object while the result is in use.
type Result struct {
	cluster string
	run     *run // finished; its cluster may be another one with the same outcome
}

// Origin is a step of a policy.
type Origin struct {
	Policy Ref    `json:"policy"`
	At     string `json:"at"` // the field path of the step in the policy
}

// String returns, for example: OverridePolicy default/p: spec.overrideRules[0].overriders.plaintext.
func (o Origin) String() string { return o.Policy.String() + ": " + o.At }

// Change is one change of the object, and the step that made it. As JSON it is {"origin", "op", "path", "old", "new"}, without old for
// an addition and without new for a removal. Hidden values are masked in JSON, see [Set.Hiding].
type Change struct {
	Origin  Origin
	Op      jsontree.Verb
	Pointer jsontree.Pointer // in the object before this change
	Old     any              // the value before; nil for an addition
	New     any              // the value after; nil for a removal

	shown *[2]any // the masked values in messages; nil: Old and New
}

// String returns the change like a diff: "/a: 1 -> 2", "+ /a: 1" or "- /a: 1". Long values are cut around their first difference, and hidden
// ones are masked, see [Set.Hiding]: "/data/a: "*** (before)" -> "*** (after)"".
func (c Change) String() string {
	old, now := c.shownValues()
	switch c.Op {
	case jsontree.Add:
		return "+ " + pointerText(c.Pointer) + ": " + clip(now)
	case jsontree.Remove:
		return "- " + pointerText(c.Pointer) + ": " + clip(old)
	}
	before, after := clipPair(old, now)
	return pointerText(c.Pointer) + ": " + before + " -> " + after
}

// Applied is a rule that covered the object and the cluster.
type Applied struct {
	Policy  Ref
	At      string // the field path of the rule in the policy
	Changes int    // the number of its changes; it may be 0
}

// Skip is the reason why a step did not do something.
type Skip struct {
	Origin Origin `json:"origin"`
	Reason string `json:"reason"`
}

// UpToDate is the reason of a [Skip] by the engine: a step ran, and wrote and skipped nothing, because the object has its values.
const UpToDate = "already up to date"

// Divergence is a place where the policy's own system has another result.
type Divergence struct {
	Code     string           `json:"code"` // the kind of difference; the documentation of a dialect lists its codes
	Origin   Origin           `json:"origin"`
	Pointer  jsontree.Pointer `json:"path"`     // the place in the object, if there is one
	Upstream string           `json:"upstream"` // the result of that system
	Here     string           `json:"here"`     // the result of this package
}

// String returns, for example: CODE: OverridePolicy default/p: spec.…: /spec/…/image: upstream …; here ….
func (d Divergence) String() string {
	text := d.Code + ": " + d.Origin.String() + ": "
	if len(d.Pointer) > 0 {
		text += d.Pointer.String() + ": "
	}
	return text + "upstream " + d.Upstream + "; here " + d.Here
}

// Warning is a loss of data, see [Edits.Warn], or a change of the identity of the object, see [Result.Warnings].
type Warning struct {
	Origin  Origin           `json:"origin"`
	Pointer jsontree.Pointer `json:"path"`
	Text    string           `json:"text"`

	Identity bool `json:"identity,omitempty"` // the object has become another one
}

// String returns, for example: OverridePolicy default/p: spec.…: /data/app.yaml: comments are lost.
func (w Warning) String() string {
	return w.Origin.String() + ": " + w.Pointer.String() + ": " + w.Text
}

// Object returns a new deep copy of the object for the cluster. It is an error, with the pointer, if the input object contains a value
// that a JSON decoder does not produce, such as an int.
func (r *Result) Object() (*unstructured.Unstructured, error) {
	run := r.run
	// The first call takes over the maps and lists that the engine has copied to edit them, unless they are shared. Later calls apply the
	// changes again.
	tree := run.tree
	switch {
	case run.treeState.CompareAndSwap(treeOwned, treeGiven):
	case run.treeState.Load() == treeShared:
		tree = jsontree.New(tree.Root())
	default:
		tree = run.after(len(run.changes))
	}
	c, err := tree.Detach()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", refOfContent(run.object), err)
	}
	object, _ := c.(map[string]any)
	return &unstructured.Unstructured{Object: object}, nil
}

// SharedContent returns the object for the cluster without a copy, for callers that only read it, for example to serialize it. It shares
// data with the input object, with policies and with other results: never write it. It is nil if the policies left no object.
func (r *Result) SharedContent() map[string]any {
	run := r.run
	tree := run.tree
	if !run.treeState.CompareAndSwap(treeOwned, treeShared) && run.treeState.Load() != treeShared {
		tree = run.after(len(run.changes))
	}
	object, _ := tree.Root().(map[string]any)
	return object
}

// Cluster returns the name of the cluster.
func (r *Result) Cluster() string {
	return r.cluster
}

// Changes returns all changes, in order: applied one after the other, they turn the input object into the output object. The values
// are copies.
func (r *Result) Changes() []Change {
	run := r.run
	changes := make([]Change, len(run.changes))
	for i, c := range run.changes {
		changes[i] = run.change(c)
	}
	return changes
}

func (t *trace) change(c change) Change {
	return t.maskChange(Change{Origin: t.stepRuns[c.step].origin(), Op: c.Op, Pointer: c.Pointer.Child(), Old: copyOf(c.Old), New: copyOf(c.New)})
}

// copyOf copies a value of the object or of an edit. A value that is not JSON, deep inside a replaced part of the object, becomes a
// string with the error.
func copyOf(v any) any {
	c, err := jsontree.Clone(v)
	if err != nil {
		return err.Error()
	}
	return c
}

// Applied returns every rule that covered the object and the cluster, in order, even without effect.
func (r *Result) Applied() []Applied {
	run := r.run
	all := make([]Applied, len(run.applied))
	for i, a := range run.applied {
		all[i] = Applied{Policy: a.policy.spec.Ref, At: a.rule.At, Changes: a.changes}
	}
	return all
}

// Skips returns everything that steps did not do, in order, with the reasons. The reasons are for people and may change.
func (r *Result) Skips() []Skip {
	run := r.run
	skips := make([]Skip, len(run.skips))
	for i, s := range run.skips {
		skips[i] = Skip{Origin: run.stepRuns[s.step].origin(), Reason: run.format(nil, s.format, s.args)}
	}
	return skips
}

// Divergences returns every place where the policy's own system has another result, in order. The codes are stable; the descriptions
// are for people and may change. The places are those of the result's object.
// It leaves out a divergence that a later step has erased, so that the result is the same; [Selection.Explain] has it. If there may be such
// divergences, the policies are applied again, up to 65 times.
func (r *Result) Divergences() []Divergence {
	run := r.run
	found := run.lastingDivergences()
	all := make([]Divergence, len(found))
	for i, d := range found {
		all[i] = run.divergence(d)
	}
	return all
}

func (t *trace) divergence(d divergence) Divergence {
	return Divergence{Code: d.code, Origin: t.stepRuns[d.step].origin(), Pointer: d.pointer.Child(), Upstream: d.upstream, Here: d.here}
}

// Warnings returns the losses of data that steps were not meant to touch, in order, and then where the object has become another one: apiVersion, kind,
// namespace, name, generateName or items at the root differ from those of the input object. A [Guard] makes that an error. The messages are for people
// and may change.
func (r *Result) Warnings() []Warning {
	run := r.run
	all := make([]Warning, len(run.warnings))
	for i, w := range run.warnings {
		all[i] = run.warning(w)
	}
	return all
}

func (t *trace) warning(w warning) Warning {
	return Warning{Origin: t.stepRuns[w.step].origin(), Pointer: w.pointer.Child(), Text: t.format(w.pointer, w.format, w.args), Identity: w.identity}
}

// JSONPatch returns the changes as an RFC 6902 patch: a list of add, remove and replace operations, empty without changes. It has an operation for each
// of [Result.Changes], in their order. So it is not the shortest patch: three replaces of one path are three operations, and a change that a later one
// undoes stays, too. For the difference of the input object and the result, use [jsontree.Diff] with their contents: it has each place at most once,
// and nothing if they are equal. It is not always the shortest one either, because it compares lists index by index.
func (r *Result) JSONPatch() ([]byte, error) {
	run := r.run
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
