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
	r.edits.run = r
	for tier := range tiers {
		picked := s.picked[tier]
		if r.reselect {
			given, now := selector.ObjectOf(s.object), r.identity()
			picked = s.set.pick(Tier(tier), &given, &now)
		}
		for _, policy := range picked {
			r.policy = policy
			for i := range policy.spec.Rules {
				rule := &policy.spec.Rules[i]
				if !rule.Clusters.Match(cluster) {
					if err := rule.Clusters.Fault(cluster); err != nil {
						r.begin(&Step{At: rule.At})
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
		ran: r.ran, changes: r.changes, applied: r.applied, skips: r.skips, divergences: r.divergences, warnings: r.warnings,
	}, nil
}

// run is one application of policies to one object for one cluster.
type run struct {
	cluster *selector.Cluster
	object  map[string]any // as it came in
	tree    *jsontree.Tree // as it is now
	policy  *Policy
	step    int   // the step that is running, by its place in ran
	lane    *lane // where its edits go instead, when its stage has several lanes
	edits   Edits // what overriders are given

	facts       selector.Object // what selectors look at, where factsOf says that it is up to date
	factsOf     *jsontree.Tree
	reselect    bool // what selectors look at may have changed since the object came in
	kindWritten bool // in the running stage

	ran         []ran
	changes     []change
	applied     []applied
	skips       []skip
	divergences []divergence
	warnings    []warning
	rejected    []rejection // in the running rule
	laneEdits   []edit
}

// ran is a step that has been run, on the object as so many changes had left it. Everything that a step brings about names it
// by its place among those that were run.
type ran struct {
	policy *Policy
	step   *Step
	since  int
}

type change struct {
	jsontree.Change
	step int
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

// rejection is a value that must not stay, see [Edits.Reject]. since is the number of changes when it was written.
type rejection struct {
	step    int
	pointer jsontree.Pointer
	err     error
	since   int
}

// lane marks a step as one whose edits are only noted, to be carried out when the stage is over.
type lane struct{}

// edit is an edit of a lane, kept for the end of the stage.
type edit struct {
	step    int
	op      PatchOp // empty for a rejection
	pointer jsontree.Pointer
	value   any
	err     error // of a rejection
}

func (r *run) rule(rule *Rule) error {
	before := len(r.changes)
	r.rejected = r.rejected[:0]
	r.ran, r.changes = slices.Grow(r.ran, len(rule.Stages)), slices.Grow(r.changes, len(rule.Stages))
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
			r.step = rejected.step
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
		r.step = edits[0].step
		changes := len(r.changes)
		for ; len(edits) > 0 && edits[0].step == r.step; edits = edits[1:] {
			if e := edits[0]; e.op == "" {
				r.reject(e.pointer, e.err)
			} else if err := r.edit(e.op, e.pointer, e.value); err != nil {
				return r.fail(err)
			}
		}
		if len(r.changes) == changes && !slices.ContainsFunc(r.skips, func(s skip) bool { return s.step == r.step }) {
			r.skips = append(r.skips, skip{step: r.step, format: "everything was already so"})
		}
	}
	return nil
}

// begin makes a step the one that is running.
func (r *run) begin(step *Step) {
	r.step = len(r.ran)
	r.ran = append(r.ran, ran{r.policy, step, len(r.changes)})
}

func (r *run) steps(lane Lane) error {
	for i := range lane {
		r.begin(&lane[i])
		changes, edits, skips := len(r.changes), len(r.laneEdits), len(r.skips)
		if err := lane[i].Override(Input{r}, &r.edits); err != nil {
			return r.fail(err)
		}
		if len(r.changes) == changes && len(r.laneEdits) == edits && len(r.skips) == skips {
			r.skips = append(r.skips, skip{step: r.step, format: "everything was already so"})
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
	if changed {
		r.watch(c.Pointer)
	}
	switch {
	case r.lane != nil:
		r.laneEdits = append(r.laneEdits, edit{step: r.step, op: op, pointer: p, value: value})
	case changed:
		r.changes = append(r.changes, change{c, r.step})
	}
	return nil
}

func (r *run) reject(p jsontree.Pointer, err error) {
	if r.lane != nil {
		r.laneEdits = append(r.laneEdits, edit{step: r.step, pointer: p, err: err})
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
	identity, kind := len(p) == 0, len(p) == 0
	if !identity {
		switch p[0] {
		case "kind", "apiVersion":
			identity, kind = true, true
		case "metadata":
			identity = len(p) == 1 || p[1] == "labels" || p[1] == "name" || p[1] == "namespace"
		}
	}
	if identity {
		r.factsOf = nil
	}
	r.reselect = r.reselect || identity && r.lane == nil
	r.kindWritten = r.kindWritten || kind && r.lane == nil
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
		Policy: r.ran[r.step].policy.spec.Ref, Object: refOf(r.object), Cluster: r.cluster.Name, At: r.ran[r.step].step.At,
		Pointer: pointer, Code: code, Err: err,
	}
	var diverged *divergedError
	if errors.As(err, &diverged) {
		e.Divergence = &Divergence{Code: diverged.code, Origin: r.ran[r.step].origin(), Pointer: pointer, Upstream: diverged.upstream, Here: "an error"}
	}
	return e
}

func refOf(object map[string]any) Ref {
	facts := selector.ObjectOf(object)
	return Ref{APIVersion: facts.APIVersion, Kind: facts.Kind, Namespace: facts.Namespace, Name: facts.Name}
}
