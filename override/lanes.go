package override

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// laneNotes is what the lanes of a stage have asked for, until all of them have run.
type laneNotes struct {
	edits   []edit
	changes []jsontree.Change // what the edits changed in the lanes' own views
	begin   int               // of the running lane, among the changes
	touched touched           // by the lanes before it
	anew    map[string]bool   // the places that the running lane writes anew
}

// edit is an edit of a lane, kept for the end of the stage.
type edit struct {
	step    int
	op      jsontree.Verb // empty for a rejection
	pointer jsontree.Pointer
	value   any
	err     error // of a rejection
}

// noted is how many edits there are; none without lanes.
func (n *laneNotes) noted() int {
	if n == nil {
		return 0
	}
	return len(n.edits)
}

// What whole notes about a place besides the edits of [Patch].
const (
	opWhole jsontree.Verb = "whole" // the edits that follow are in terms of what is there
	opAnew  jsontree.Verb = "anew"  // what is there becomes the value
)

// stage runs each lane on the object as it was before the stage, then carries out what they noted. A lane does edit the object; when it
// is through, its changes are taken back.
func (r *run) stage(rule *Rule, stage Stage) error {
	skipped := len(r.skips)
	r.lanes = &laneNotes{}
	for _, steps := range stage {
		r.lanes.begin, r.lanes.anew = len(r.lanes.changes), nil
		if err := r.steps(rule, steps); err != nil {
			return err
		}
		for _, c := range slices.Backward(r.lanes.changes[r.lanes.begin:]) {
			_ = r.tree.Revert(c) // which is the last one
			back := inverse(c)
			r.watch(&back)
		}
	}
	edits := r.lanes.edits
	r.lanes = nil
	return r.carryOutAll(edits, r.skips[skipped:])
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

// carryOutAll carries out what the steps of a stage have noted. Those that changed nothing say so, unless they have said why; both
// edits and reasons are in the order of the steps.
func (r *run) carryOutAll(edits []edit, reasons []skip) error {
	for len(edits) > 0 {
		r.step = edits[0].step
		changes := len(r.changes)
		for ; len(edits) > 0 && edits[0].step == r.step; edits = edits[1:] {
			var err error
			switch e := edits[0]; e.op {
			case "":
				r.reject(e.pointer, e.err)
			case opWhole:
			case opAnew:
				err = r.writeAnew(e.pointer, e.value)
			default:
				err = r.carryOut(e.op, e.pointer, e.value)
			}
			if err != nil {
				return r.fail(err)
			}
		}
		for len(reasons) > 0 && reasons[0].step < r.step {
			reasons = reasons[1:]
		}
		if len(r.changes) == changes && (len(reasons) == 0 || reasons[0].step > r.step) {
			r.skips = append(r.skips, skip{step: r.step, format: "everything was already so"})
		}
	}
	return nil
}

// disturbed reports whether, when the edits of the running lane are carried out, something else may be at a place than the lane
// has seen there.
func (r *run) disturbed(at jsontree.Pointer) bool {
	n := r.lanes
	for ; n.touched.changes < n.begin; n.touched.changes++ {
		n.touched.add(&n.changes[n.touched.changes])
	}
	return n.touched.near(at) && !n.anew[at.String()]
}

// writeAnew puts a value at a place, in as many edits as there are keys or elements in which it differs from what is there.
func (r *run) writeAnew(at jsontree.Pointer, value any) error {
	now, _ := r.tree.Get(at)
	switch is := value.(type) {
	case map[string]any:
		if was, ok := now.(map[string]any); ok {
			return r.writeMap(at, maps.Clone(was), is)
		}
	case []any:
		if was, ok := now.([]any); ok {
			return r.writeList(at, slices.Clone(was), is)
		}
	}
	return r.carryOut(jsontree.Set, at, value)
}

func (r *run) writeMap(at jsontree.Pointer, was, is map[string]any) error {
	for _, key := range slices.Sorted(maps.Keys(was)) {
		if _, stays := is[key]; !stays {
			if err := r.carryOut(jsontree.Remove, at.Child(key), nil); err != nil {
				return err
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(is)) {
		if old, had := was[key]; !had || !jsontree.Equal(old, is[key]) {
			if err := r.carryOut(jsontree.Set, at.Child(key), is[key]); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeList leaves alone what two lists begin and end with alike. Of the rest, one element takes the place of the other, and
// then some are removed or added.
func (r *run) writeList(at jsontree.Pointer, was, is []any) error {
	begin := 0
	for begin < min(len(was), len(is)) && jsontree.Equal(was[begin], is[begin]) {
		begin++
	}
	was, is = was[begin:], is[begin:]
	for len(was) > 0 && len(is) > 0 && jsontree.Equal(was[len(was)-1], is[len(is)-1]) {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	both := min(len(was), len(is))
	for i := range both {
		if jsontree.Equal(was[i], is[i]) {
			continue
		}
		if err := r.carryOut(jsontree.Set, at.Index(begin+i), is[i]); err != nil {
			return err
		}
	}
	for i := len(was) - 1; i >= both; i-- {
		if err := r.carryOut(jsontree.Remove, at.Index(begin+i), nil); err != nil {
			return err
		}
	}
	for i := both; i < len(is); i++ {
		if err := r.carryOut(jsontree.Add, at.Index(begin+i), is[i]); err != nil {
			return err
		}
	}
	return nil
}

// touched is the places that changes were at.
type touched struct {
	changes int // how many of them have been taken in
	here    bool
	moved   bool // elements were added to the list here, or removed
	below   map[string]*touched
}

func (t *touched) add(c *jsontree.Change) {
	for i, token := range c.Pointer {
		if i == len(c.Pointer)-1 && c.InList && c.Op != jsontree.Replace {
			t.moved = true
			return
		}
		below := t.below[token]
		if below == nil {
			below = &touched{}
			if t.below == nil {
				t.below = map[string]*touched{}
			}
			t.below[token] = below
		}
		t = below
	}
	t.here = true
}

// near reports whether there was a change at a place, inside it, or around it.
func (t *touched) near(p jsontree.Pointer) bool {
	for _, token := range p {
		if t.here || t.moved {
			return true
		}
		if t = t.below[token]; t == nil {
			return false
		}
	}
	return true
}
