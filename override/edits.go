package override

import (
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Edits takes what an overrider proposes. The edits are carried out at once and in order, with the verbs of
// [jsontree.Tree]; an edit that the object does not allow is an error, which the overrider may pass on as it is. Values are
// copied. It is valid during the call only; edits of the zero value, or of nil, are errors, and what they are told is forgotten.
type Edits struct{ run *run }

// idle tells whether there is no step that edits.
func (e *Edits) idle() bool { return e == nil || e.run == nil }

// Edit carries out one edit, as the method that is named by the verb.
func (e *Edits) Edit(op jsontree.Verb, p jsontree.Pointer, value any) error {
	if e.idle() {
		return fmt.Errorf("%s %s: there is no object to edit", op, p)
	}
	return e.run.edit(op, p, value)
}

// Add sets a key, or inserts into a list; the parent must exist.
func (e *Edits) Add(p jsontree.Pointer, value any) error { return e.Edit(jsontree.Add, p, value) }

// Remove takes away what is at p, which must exist.
func (e *Edits) Remove(p jsontree.Pointer) error { return e.Edit(jsontree.Remove, p, nil) }

// Replace puts value in the place of what is at p, which must exist.
func (e *Edits) Replace(p jsontree.Pointer, value any) error {
	return e.Edit(jsontree.Replace, p, value)
}

// Set puts value at p, whether or not the key was there; the parent must exist.
func (e *Edits) Set(p jsontree.Pointer, value any) error { return e.Edit(jsontree.Set, p, value) }

// Test fails unless what is at p equals value.
func (e *Edits) Test(p jsontree.Pointer, value any) error { return e.Edit(jsontree.Test, p, value) }

// RemoveItems removes elements of the list at a place, which the caller has read there. The indexes are in ascending order.
func (e *Edits) RemoveItems(at jsontree.Pointer, list []any, indexes []int) error {
	const many, part = 100, 8
	// Each removal moves all elements after it. If many are removed, and no small part of the list, writing the rest takes less.
	if len(indexes) > many && len(indexes) > len(list)/part && !e.idle() {
		rest := make([]any, 0, len(list)-len(indexes))
		for i, element := range list {
			if len(indexes) > 0 && indexes[0] == i {
				indexes = indexes[1:]
			} else {
				rest = append(rest, element)
			}
		}
		return e.run.carryOut(jsontree.Replace, at, rest) // the elements are the document's own
	}
	for _, i := range slices.Backward(indexes) {
		if err := e.Remove(at.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// Whole is for a step that means to write the whole map or list at a place, but edits only what differs: its edits are those of the
// function. In a stage of several lanes that makes a difference: what another lane has done to a part of the map or list must be undone.
// Where an earlier lane has touched it, the stage carries out the result instead of the edits.
func (e *Edits) Whole(at jsontree.Pointer, edits func() error) error {
	if e.idle() || e.run.lanes == nil {
		return edits()
	}
	r := e.run
	mark := len(r.lanes.edits)
	r.lanes.edits = append(r.lanes.edits, edit{step: r.step, op: opWhole, pointer: at})
	if err := edits(); err != nil {
		return err
	}
	if !r.disturbed(at) {
		return nil
	}
	if r.lanes.anew == nil {
		r.lanes.anew = map[string]bool{}
	}
	r.lanes.anew[at.String()] = true
	v, _ := r.tree.Get(at)
	v, err := jsontree.Clone(v)
	if err != nil {
		return err
	}
	r.lanes.edits[mark].op, r.lanes.edits[mark].value = opAnew, v
	clear(r.lanes.edits[mark+1:])
	r.lanes.edits = r.lanes.edits[:mark+1]
	return nil
}

// Skip says why something was not done, in words for a person. The text is put together only for those who read it: the
// arguments must not change afterwards. Where one of them is a hidden place (see [Set.Hiding]), "***" stands for the others; an error
// is shown as that of a step would be.
func (e *Edits) Skip(format string, args ...any) {
	if e.idle() {
		return
	}
	args = freezeArgs(args)
	e.run.skips = append(e.run.skips, skip{e.run.step, format, args})
}

// Reject says that what was just written at p must not stay: unless a later step of the same rule puts another value
// there or takes it away, the rule fails with err. Without an err nothing is rejected.
func (e *Edits) Reject(p jsontree.Pointer, err error) {
	if !e.idle() && err != nil {
		e.run.reject(p, err)
	}
}

// Diverge says that the system whose policy this is does otherwise than what was just done at p: what it gives, and what is
// given here, in words for a person. The code names the kind of difference; a dialect's documentation lists its own. The texts
// must not quote what is hidden, see [Input.Hidden].
func (e *Edits) Diverge(code string, p jsontree.Pointer, upstream, here string) {
	if e.idle() {
		return
	}
	e.run.divergences = append(e.run.divergences, divergence{e.run.step, code, p, upstream, here})
}

// Warn says that something was lost on the way that the step was not asked to touch. Where p is hidden, "***" stands for the
// arguments, as in [Edits.Skip].
func (e *Edits) Warn(p jsontree.Pointer, format string, args ...any) {
	if e.idle() {
		return
	}
	args = freezeArgs(args)
	e.run.warnings = append(e.run.warnings, warning{e.run.step, p, format, args})
}

// freezeArgs copies the arguments that may be a part of the object, which later edits may write.
func freezeArgs(args []any) []any {
	own := false
	for i, arg := range args {
		switch arg.(type) {
		case map[string]any, []any:
			if !own {
				args, own = slices.Clone(args), true
			}
			if args[i] = copyOf(arg); !jsontree.Fits(arg) { // such as a map that contains itself
				args[i] = jsontree.Describe(arg)
			}
		}
	}
	return args
}
