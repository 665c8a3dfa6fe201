package override

import (
	"cmp"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// stageEdits collects the edits of the lanes of a stage until all of them have run.
type stageEdits struct {
	edits     []edit
	changes   []jsontree.Change // of the edits, each in the view of its lane
	begin     int               // index of the running lane's first change
	touched   touched           // by the lanes before it
	rewritten map[string]bool   // the places that the running lane rewrites as a whole
}

// edit is an edit of a lane, to be applied at the end of the stage.
type edit struct {
	step    int
	op      jsontree.Verb // empty for a rejection
	pointer jsontree.Pointer
	value   any
	err     error // of a rejection
}

// len returns the number of edits. The receiver may be nil.
func (n *stageEdits) len() int {
	if n == nil {
		return 0
	}
	return len(n.edits)
}

// The edits of [Edits.Whole], besides the verbs of jsontree.
const (
	opWhole   jsontree.Verb = "whole"   // the following edits are valid on the current map or list
	opRewrite jsontree.Verb = "rewrite" // the value replaces the map or list
)

// stage runs each lane on the object as it was before the stage, then applies the edits of all. A lane edits the object itself; at its
// end, its changes are reverted.
func (r *run) stage(rule *Rule, stage Stage) error {
	skipped := len(r.skips)
	r.lanes = &stageEdits{}
	for _, steps := range stage {
		r.lanes.begin, r.lanes.rewritten = len(r.lanes.changes), nil
		if err := r.steps(rule, steps); err != nil {
			r.forgetUpToDate(skipped)
			return err
		}
		for _, c := range slices.Backward(r.lanes.changes[r.lanes.begin:]) {
			_ = r.tree.Revert(c) // cannot fail: c is the last change
			back := inverse(c)
			r.refresh(&back)
		}
	}
	edits := r.lanes.edits
	r.lanes = nil
	if err := r.applyAll(edits, r.skips[skipped:]); err != nil {
		return err
	}
	slices.SortStableFunc(r.skips[skipped:], func(a, b skip) int { return cmp.Compare(a.step, b.step) })
	return nil
}

// stageApart is stage for lanes that cannot see each other's edits: they run one after the other on one object, with the same result. Only what removes
// many items of a long list is one change, see [Edits.RemoveItems]. If a step fails, the edits of the stage are undone.
func (r *run) stageApart(rule *Rule, stage Stage) error {
	noops, skipped := len(r.noops), len(r.skips)
	r.apart, r.stageBegin = true, len(r.changes)
	defer func() { r.apart = false }()
	for _, steps := range stage {
		err := r.steps(rule, steps)
		if err == nil {
			continue
		}
		for _, c := range slices.Backward(r.changes[r.stageBegin:]) {
			_ = r.tree.Revert(c.Change) // cannot fail: c is the last change
		}
		r.changes, r.noops = r.changes[:r.stageBegin], r.noops[:noops]
		r.forgetUpToDate(skipped)
		return err
	}
	return nil
}

// forgetUpToDate removes the reason of steps without edits after a number of skips: when a stage fails, nothing of it is done.
func (r *run) forgetUpToDate(skipped int) {
	given := slices.DeleteFunc(r.skips[skipped:], func(s skip) bool { return s.format == UpToDate })
	r.skips = r.skips[:skipped+len(given)]
}

func inverse(c jsontree.Change) jsontree.Change {
	switch c.Op {
	case jsontree.Add:
		c.Op = jsontree.Remove
	case jsontree.Remove:
		c.Op = jsontree.Add
	}
	c.Old, c.New = c.New, c.Old
	return c
}

// applyAll applies the edits of the steps of a stage. A step that changes nothing and has no reason gets one. Edits and reasons are
// in the order of the steps.
func (r *run) applyAll(edits []edit, reasons []skip) error {
	for len(edits) > 0 {
		r.step = edits[0].step
		changes := len(r.changes)
		for ; len(edits) > 0 && edits[0].step == r.step; edits = edits[1:] {
			var err error
			switch e := edits[0]; e.op {
			case "":
				r.reject(e.pointer, e.err)
			case opWhole:
			case opRewrite:
				err = r.rewrite(e.pointer, e.value)
			default:
				err = r.applyEdit(e.op, e.pointer, e.value)
			}
			if err != nil {
				return r.fail(err)
			}
		}
		for len(reasons) > 0 && reasons[0].step < r.step {
			reasons = reasons[1:]
		}
		if len(r.changes) == changes && (len(reasons) == 0 || reasons[0].step > r.step) {
			r.skips = append(r.skips, skip{step: r.step, format: UpToDate})
		}
	}
	return nil
}
