package override

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// run is one application of policies to one object for one cluster.
type run struct {
	trace
	tree   *jsontree.Tree // the object as it is now, and in the end as it became
	policy *Policy
	step   int   // the step that is running, by its place in ran
	edits  Edits // what overriders are given

	facts       selector.Object // what selectors look at, where factsOf says that it is up to date
	factsOf     *jsontree.Tree
	reselect    bool // what selectors look at may have changed since the object came in
	kindWritten bool // in the running stage

	tier  Tier // that is acting
	asked int  // one more than the tier in which a step first read the cluster; 0 if none did

	rejected []rejection // in the running rule
	lanes    *laneNotes  // of the running stage, if it has several: edits are to be carried out when all are through
	memo     *memo       // what steps have found out about the object as it is now
	textRead int         // bytes, by overriders of embedded texts
	search   *search     // for differences, where that is what the run is for

	given atomic.Int32 // what has become of what the tree has copied, once the run is over
}

// What becomes of the maps and lists that the tree of a run has copied.
const (
	treeKept   = iota // nobody else has them
	treeHanded        // the caller of Result.Object has, and may write them
	treeShared        // callers of Result.SharedContent read them
)

// edit carries one edit out, and remembers what it changed and who asked. The value is copied.
func (r *run) edit(op jsontree.Verb, p jsontree.Pointer, value any) error {
	value, err := jsontree.Clone(value)
	if err != nil {
		return fmt.Errorf("the value for %s: %w", p, err)
	}
	return r.carryOut(op, p, value)
}

// carryOut is edit with a value that nobody writes any more.
func (r *run) carryOut(op jsontree.Verb, p jsontree.Pointer, value any) error {
	c, changed, err := r.tree.Edit(op, p, value)
	if err != nil {
		return err
	}
	if changed && !isScalar(c.Old) && !jsontree.Fits(c.Old) {
		_ = r.tree.Revert(c) // which is the last one
		return &jsontree.Error{Op: op, Pointer: p, Where: c.Pointer, Reason: "is deeper or larger than a document may be"}
	}
	if changed {
		r.watch(&c)
	}
	switch {
	case r.lanes != nil:
		r.lanes.edits = append(r.lanes.edits, edit{step: r.step, op: op, pointer: p, value: value})
		if changed {
			r.lanes.changes = append(r.lanes.changes, c)
		}
	case changed:
		r.changes = append(r.changes, change{c, r.step})
	case op != jsontree.Test && isScalar(value):
		r.noops = append(r.noops, noopEdit{r.step, r.tree.Plain(p), len(r.changes)})
	}
	return nil
}

func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// watch takes a change in where the engine itself lives by what it may have touched.
func (r *run) watch(c *jsontree.Change) {
	if r.memo != nil {
		r.memo.follow(c)
	}
	p := c.Pointer
	identity, kind := len(p) == 0, len(p) == 0
	if !identity {
		switch p[0] {
		case "kind", "apiVersion":
			identity, kind = true, true
		case "metadata":
			identity = len(p) == 1 || p[1] == "labels" || p[1] == "name" || p[1] == "namespace"
		}
	}
	if identity && !r.relabel(c) {
		r.factsOf = nil
	}
	if kind {
		r.hide(r.identity())
	}
	r.reselect = r.reselect || identity && r.lanes == nil
	r.kindWritten = r.kindWritten || kind && r.lanes == nil
}

// relabel reports whether a change was of one label, from text to text, so that of what selectors look at only the map has become
// another. There may be many labels, and all would have to be looked at again.
func (r *run) relabel(c *jsontree.Change) bool {
	if len(c.Pointer) != 3 || c.Pointer[1] != "labels" || r.facts.Labels == nil || r.factsOf != r.tree {
		return false
	}
	if _, ok := c.New.(string); !ok && c.Op != jsontree.Remove {
		return false
	}
	labels, _ := r.tree.Get(c.Pointer[:2])
	r.facts.Labels, _ = labels.(map[string]any)
	return true
}

// identity is what selectors look at, of the object as it is now.
func (r *run) identity() selector.Object {
	if r.factsOf != r.tree {
		root, _ := r.tree.Root().(map[string]any)
		r.facts, r.factsOf = selector.ObjectOf(root), r.tree
	}
	return r.facts
}

// keepsKind fails a stage that has left no Kubernetes object behind.
func (r *run) keepsKind() error {
	if !r.kindWritten {
		return nil
	}
	r.kindWritten = false
	wrong, err := wellFormed(r.tree.Root())
	if err == nil {
		return nil
	}
	for _, c := range slices.Backward(r.changes) {
		if wrong.HasPrefix(c.Pointer) {
			r.step = c.step // the last to write what is wrong
			break
		}
	}
	return r.fail(&invalidError{err: err, own: true})
}

// wellFormed tells whether a document is an object with a kind, and an apiVersion of at most one slash, as
// unstructured.Unstructured demands when it decodes one; and if not, which place is wrong.
func wellFormed(root any) (wrong jsontree.Pointer, err error) {
	object, ok := root.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the object has become %s", jsontree.Describe(root))
	}
	if kind, _ := object["kind"].(string); kind == "" {
		return jsontree.Pointer{"kind"}, errors.New("the object has lost its kind")
	}
	apiVersion, _ := object["apiVersion"].(string)
	if _, err := schema.ParseGroupVersion(apiVersion); err != nil {
		return jsontree.Pointer{"apiVersion"}, fmt.Errorf("the object's apiVersion %q is no group and version: %w", apiVersion, err)
	}
	return nil, nil
}

func (r *run) fail(err error) error {
	code, pointer := classify(err)
	pointer = slices.Clone(pointer) // it may be the policy's own
	e := &Error{
		Policy: r.stepRuns[r.step].policy.spec.Ref, Object: refOfContent(r.object), Cluster: r.cluster.Name, At: r.stepRuns[r.step].step.At,
		Pointer: pointer, Code: code, Err: r.hiddenError(err),
	}
	var diverged *divergedError
	if errors.As(err, &diverged) {
		e.Divergence = &Divergence{Code: diverged.code, Origin: r.stepRuns[r.step].origin(), Pointer: pointer, Upstream: diverged.upstream, Here: "an error"}
	}
	return e
}
