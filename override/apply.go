package override

import (
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// apply is the engine: the one loop that runs steps, and the one place from which an object is changed.
//
//  1. Tiers act one after the other. The policies of a tier are those that cover the object as the tiers before left it.
//  2. The policies of a tier act in the order of [Set.pick], their rules and the stages of a rule in the order written. A
//     rule that does not cover the cluster is passed over.
//  3. The lanes of a stage start from the same object; their edits are carried out lane by lane.
//  4. After each stage the object still has a kind and a well-formed apiVersion, and after each rule nothing stands that a
//     step of it rejected.
//  5. The first error ends it all.
func apply(s Selection, cluster *selector.Cluster) (*Result, error) {
	r := &run{cluster: cluster, object: s.object, tree: jsontree.New(s.object)}
	for tier := range tiers {
		picked := s.picked[tier]
		if r.identityWritten {
			root, _ := r.tree.Root().(map[string]any)
			picked = s.set.pick(Tier(tier), selector.ObjectOf(s.object), selector.ObjectOf(root))
		}
		for _, policy := range picked {
			r.policy = policy
			for i := range policy.spec.Rules {
				rule := &policy.spec.Rules[i]
				if !rule.Clusters.Match(cluster) {
					if err := rule.Clusters.Fault(cluster); err != nil {
						r.step = &origin{policy, &Step{At: rule.At}}
						return nil, r.fail(&faultError{err})
					}
					continue
				}
				if err := r.rule(rule); err != nil {
					return nil, err
				}
			}
		}
	}
	return &Result{
		object: s.object, root: r.tree.Root(), cluster: *cluster,
		changes: r.changes, applied: r.applied, skips: r.skips, divergences: r.divergences, warnings: r.warnings,
	}, nil
}

// run is one application of policies to one object for one cluster.
type run struct {
	cluster *selector.Cluster
	object  map[string]any // as it came in
	tree    *jsontree.Tree // as it is now
	policy  *Policy
	step    *origin // the step that is running
	lane    *lane   // where its edits go instead, when its stage has several lanes

	identityWritten bool // what selectors look at may have changed
	kindWritten     bool // in the running stage

	changes     []change
	applied     []applied
	skips       []skip
	divergences []divergence
	warnings    []warning
	rejected    []rejection // in the running rule
	laneEdits   []edit
}

// origin is a step of a policy.
type origin struct {
	policy *Policy
	step   *Step
}

type change struct {
	jsontree.Change
	origin *origin
}

type applied struct {
	policy  *Policy
	rule    *Rule
	changes int
}

type skip struct {
	origin *origin
	format string
	args   []any
}

type divergence struct {
	origin         *origin
	code           string
	pointer        jsontree.Pointer
	upstream, here string

	find  func(in Input, out *Edits) // looks for more of them, see [Edits.DivergeIf]
	since int                        // in the object as so many changes had left it
}

type warning struct {
	origin  *origin
	pointer jsontree.Pointer
	format  string
	args    []any
}

// rejection is a value that must not stay, see [Edits.Reject]. since is the number of changes when it was written.
type rejection struct {
	origin  *origin
	pointer jsontree.Pointer
	err     error
	since   int
}

// lane marks a step as one whose edits are only noted, to be carried out when the stage is over.
type lane struct{}

// edit is an edit of a lane, kept for the end of the stage.
type edit struct {
	origin  *origin
	op      PatchOp // empty for a rejection
	pointer jsontree.Pointer
	value   any
	err     error // of a rejection
}

func (r *run) rule(rule *Rule) error {
	before := len(r.changes)
	r.rejected = r.rejected[:0]
	for _, stage := range rule.Stages {
		var err error
		if len(stage) == 1 {
			err = r.steps(stage[0])
		} else {
			err = r.lanes(stage)
		}
		if err == nil {
			err = r.keepsKind()
		}
		if err != nil {
			return err
		}
	}
	for _, rejected := range r.rejected {
		if pointer, stands := r.stands(rejected); stands {
			r.step = rejected.origin
			return r.fail(&invalidError{pointer, rejected.err})
		}
	}
	r.applied = append(r.applied, applied{r.policy, rule, len(r.changes) - before})
	return nil
}

// lanes runs each lane on a view of its own, then carries out what they noted.
func (r *run) lanes(stage Stage) error {
	base := r.tree
	r.lane, r.laneEdits = &lane{}, nil
	for _, steps := range stage {
		r.tree = base.Fork()
		if err := r.steps(steps); err != nil {
			return err
		}
	}
	r.tree, r.lane = base, nil
	for edits := r.laneEdits; len(edits) > 0; {
		r.step = edits[0].origin
		changes := len(r.changes)
		for ; len(edits) > 0 && edits[0].origin == r.step; edits = edits[1:] {
			if e := edits[0]; e.op == "" {
				r.reject(e.pointer, e.err)
			} else if err := r.edit(e.op, e.pointer, e.value); err != nil {
				return r.fail(err)
			}
		}
		if len(r.changes) == changes && !slices.ContainsFunc(r.skips, func(s skip) bool { return s.origin == r.step }) {
			r.skips = append(r.skips, skip{origin: r.step, format: "everything was already so"})
		}
	}
	return nil
}

func (r *run) steps(lane Lane) error {
	for i := range lane {
		r.step = &origin{r.policy, &lane[i]}
		changes, edits, skips := len(r.changes), len(r.laneEdits), len(r.skips)
		if err := lane[i].Override(Input{r}, &Edits{r}); err != nil {
			return r.fail(err)
		}
		if len(r.changes) == changes && len(r.laneEdits) == edits && len(r.skips) == skips {
			r.skips = append(r.skips, skip{origin: r.step, format: "everything was already so"})
		}
	}
	return nil
}

// edit carries one edit out, and remembers what it changed and who asked.
func (r *run) edit(op PatchOp, p jsontree.Pointer, value any) error {
	value, err := jsontree.Clone(value)
	if err != nil {
		return fmt.Errorf("the value for %s: %w", p, err)
	}
	var c jsontree.Change
	var changed bool
	switch op {
	case PatchAdd:
		c, changed, err = r.tree.Add(p, value)
	case PatchRemove:
		c, changed, err = r.tree.Remove(p)
	case PatchReplace:
		c, changed, err = r.tree.Replace(p, value)
	case PatchSet:
		c, changed, err = r.tree.Set(p, value)
	case PatchTest:
		err = r.tree.Test(p, value)
	}
	if err != nil {
		return err
	}
	if r.lane != nil {
		r.laneEdits = append(r.laneEdits, edit{origin: r.step, op: op, pointer: p, value: value})
		return nil
	}
	if changed {
		r.changes = append(r.changes, change{c, r.step})
		r.watch(c.Pointer)
	}
	return nil
}

func (r *run) reject(p jsontree.Pointer, err error) {
	if r.lane != nil {
		r.laneEdits = append(r.laneEdits, edit{origin: r.step, pointer: p, err: err})
		return
	}
	r.rejected = append(r.rejected, rejection{r.step, p, err, len(r.changes)})
}

// stands tells whether a rejected value is still where the changes since have put it.
func (r *run) stands(rejected rejection) (p jsontree.Pointer, stands bool) {
	p = rejected.pointer
	for _, c := range r.changes[rejected.since:] {
		if p, stands = c.Follow(p); !stands {
			return nil, false
		}
	}
	return p, true
}

// watch notes which of the facts that the engine itself lives by a change may have touched.
func (r *run) watch(p jsontree.Pointer) {
	if len(p) == 0 {
		r.identityWritten, r.kindWritten = true, true
		return
	}
	switch p[0] {
	case "kind", "apiVersion":
		r.identityWritten, r.kindWritten = true, true
	case "metadata":
		if len(p) == 1 || p[1] == "labels" || p[1] == "name" || p[1] == "namespace" {
			r.identityWritten = true
		}
	}
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
			r.step = c.origin // the last to write what is wrong
			break
		}
	}
	return r.fail(&invalidError{err: err})
}

// wellFormed tells whether a document is an object with a kind, and an apiVersion of at most one slash, as
// unstructured.Unstructured demands when it decodes one; and if not, which place is wrong.
func wellFormed(root any) (wrong jsontree.Pointer, err error) {
	object, ok := root.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the object has become %s", jsontree.Describe(root))
	}
	facts := selector.ObjectOf(object)
	if facts.Kind == "" {
		return jsontree.Pointer{"kind"}, errors.New("the object has lost its kind")
	}
	if _, err := schema.ParseGroupVersion(facts.APIVersion); err != nil {
		return jsontree.Pointer{"apiVersion"}, fmt.Errorf("the object's apiVersion %q is no group and version: %w", facts.APIVersion, err)
	}
	return nil, nil
}

func (r *run) fail(err error) error {
	code, pointer := classify(err)
	pointer = slices.Clone(pointer) // it may be the policy's own
	e := &Error{
		Policy: r.policy.spec.Ref, Object: refOf(r.object), Cluster: r.cluster.Name, At: r.step.step.At,
		Pointer: pointer, Code: code, Err: err,
	}
	var diverged *divergedError
	if errors.As(err, &diverged) {
		e.Divergence = &Divergence{Code: diverged.code, Origin: r.step.export(), Pointer: pointer, Upstream: diverged.upstream, Here: "an error"}
	}
	return e
}

func refOf(object map[string]any) Ref {
	facts := selector.ObjectOf(object)
	return Ref{APIVersion: facts.APIVersion, Kind: facts.Kind, Namespace: facts.Namespace, Name: facts.Name}
}
