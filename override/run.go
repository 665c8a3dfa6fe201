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
	tree   *jsontree.Tree // the current object, and at the end the result
	policy *Policy
	step   int   // index of the running step in stepRuns
	edits  Edits // passed to overriders

	facts       selector.Object // the fields that selectors match; valid if factsOf == tree
	factsOf     *jsontree.Tree
	reselect    bool // facts may differ from those of the input object
	kindWritten bool // kind or apiVersion was written in the running stage

	tier        Tier // the running tier
	clusterRead int  // the tier in which a step first called Input.Cluster, plus one; 0 if none did

	rejected []rejection // in the running rule
	lanes    *stageEdits // of the running stage, if its lanes may see each other's edits

	apart      bool // the running stage has several lanes, which cannot see each other's edits
	stageBegin int  // the number of changes before it

	memo     *memo   // of the current object
	textRead int     // see Input.CountText
	search   *search // if this run only looks for divergences

	selection *Selection // whose policies the run applies
	imitation *imitation // if steps do what their own systems do

	treeState atomic.Int32 // owner of the tree's copies, once the run is finished
	shared    *shared      // with the other results of the Selection
	text      text
}

// The owner of the maps and lists that the tree of a run has copied.
const (
	treeOwned  = iota // the run
	treeGiven         // the caller of Result.Object, who may write them
	treeShared        // callers of Result.SharedContent, who read them
)

// edit applies an edit of the running step, and records the change. The value is copied.
func (r *run) edit(op jsontree.Verb, p jsontree.Pointer, value any) error {
	value, err := jsontree.Clone(value)
	if err != nil {
		return fmt.Errorf("the value for %s: %w", p, err)
	}
	return r.applyEdit(op, p, value)
}

// applyEdit is edit without the copy: the value must not be written afterwards.
func (r *run) applyEdit(op jsontree.Verb, p jsontree.Pointer, value any) error {
	if r.search != nil {
		return fmt.Errorf("%s %s: a Diverger must not edit the object", op, p)
	}
	c, changed, err := r.tree.Edit(op, p, value)
	if err != nil {
		return err
	}
	if changed && !isScalar(c.Old) && !jsontree.Fits(c.Old) {
		_ = r.tree.Revert(c) // cannot fail: c is the last change
		return &jsontree.Error{Op: op, Pointer: p, Where: c.Pointer, Reason: "exceeds the depth or size limit of a document"}
	}
	if changed {
		r.refresh(&c)
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

// refresh updates what the engine has derived from the object: the memo, the facts for selectors, and the hidden places.
func (r *run) refresh(c *jsontree.Change) {
	if r.memo != nil {
		r.memo.update(c)
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
	if identity && !r.updateLabel(c) {
		r.factsOf = nil
	}
	if kind {
		r.addHidden(r.identity())
	}
	r.reselect = r.reselect || identity && r.lanes == nil
	r.kindWritten = r.kindWritten || kind && r.lanes == nil
}

// updateLabel updates the facts if a change only sets a label to a string or removes one, and reports whether it did. It avoids reading all
// labels again.
func (r *run) updateLabel(c *jsontree.Change) bool {
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

// identity returns the fields of the current object that selectors match.
func (r *run) identity() selector.Object {
	if r.factsOf != r.tree {
		root, _ := r.tree.Root().(map[string]any)
		r.facts, r.factsOf = selector.ObjectOf(root), r.tree
	}
	return r.facts
}

// checkKind returns an error if the stage left something that is not a Kubernetes object.
func (r *run) checkKind() error {
	if !r.kindWritten {
		return nil
	}
	r.kindWritten = false
	wrong, err := checkObject(r.tree.Root())
	if err == nil {
		return nil
	}
	for _, c := range slices.Backward(r.changes) {
		if wrong.HasPrefix(c.Pointer) {
			r.step = c.step // the last step that wrote the invalid value
			break
		}
	}
	return r.fail(&invalidError{err: err, own: true})
}

// checkObject returns an error, and the invalid place, unless a document is an object with a kind and an apiVersion of at most one
// slash. unstructured.Unstructured requires the same when it decodes.
func checkObject(root any) (wrong jsontree.Pointer, err error) {
	object, ok := root.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the object became %s", jsontree.Describe(root))
	}
	if kind, _ := object["kind"].(string); kind == "" {
		return jsontree.Pointer{"kind"}, errors.New("the object no longer has a kind")
	}
	apiVersion, _ := object["apiVersion"].(string)
	if _, err := schema.ParseGroupVersion(apiVersion); err != nil {
		return jsontree.Pointer{"apiVersion"}, fmt.Errorf("the object's apiVersion %q is not a group and version: %w", apiVersion, err)
	}
	return nil, nil
}

func (r *run) fail(err error) error {
	code, pointer := classify(err)
	pointer = slices.Clone(pointer) // it may belong to the policy
	e := &Error{
		Policy: r.stepRuns[r.step].policy.spec.Ref, Object: refOfContent(r.object), Cluster: r.cluster.Name, At: r.stepRuns[r.step].step.At,
		Pointer: pointer, Code: code, Err: r.maskError(err),
	}
	var diverged *divergedError
	if errors.As(err, &diverged) {
		e.Divergence = &Divergence{Code: diverged.code, Origin: r.stepRuns[r.step].origin(), Pointer: pointer, Upstream: diverged.upstream, Here: "an error"}
	}
	return e
}
