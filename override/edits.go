package override

import (
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Edits receives the edits of an overrider. They are applied immediately and in order, with the verbs of [jsontree.Tree]. An edit
// that the object does not allow is an error, which the overrider may return unchanged. Values are copied.
//
// Edits is valid during the call only. Edits of the zero value are errors; its other methods do nothing.
type Edits struct{ run *run }

// idle reports whether no step is running.
func (e *Edits) idle() bool { return e.run == nil }

// Edit applies one edit, like the method of the same name as op.
func (e *Edits) Edit(op jsontree.Verb, p jsontree.Pointer, value any) error {
	if e.idle() {
		return fmt.Errorf("%s %s: no object to edit", op, p)
	}
	return e.run.edit(op, p, value)
}

// Add sets a key, or inserts into a list; the parent must exist.
func (e *Edits) Add(p jsontree.Pointer, value any) error { return e.Edit(jsontree.Add, p, value) }

// Remove removes the value at p, which must exist.
func (e *Edits) Remove(p jsontree.Pointer) error { return e.Edit(jsontree.Remove, p, nil) }

// Replace replaces the value at p, which must exist.
func (e *Edits) Replace(p jsontree.Pointer, value any) error {
	return e.Edit(jsontree.Replace, p, value)
}

// Set writes value at p, whether or not the key exists; the parent must exist.
func (e *Edits) Set(p jsontree.Pointer, value any) error { return e.Edit(jsontree.Set, p, value) }

// Test fails unless the value at p equals value.
func (e *Edits) Test(p jsontree.Pointer, value any) error { return e.Edit(jsontree.Test, p, value) }

// RemoveItems removes elements of the list at p. The indexes are those of the list as it is now, in ascending order; anything else is an error,
// and then nothing is removed.
func (e *Edits) RemoveItems(p jsontree.Pointer, indexes []int) error {
	if e.idle() {
		return fmt.Errorf("remove from %s: the rule has no object to edit", p)
	}
	v, exists := e.run.tree.Get(p)
	list, ok := v.([]any)
	if !ok {
		return jsontree.NotA(p, v, exists, "a list")
	}
	for i, index := range indexes {
		if index < 0 || index >= len(list) || i > 0 && index <= indexes[i-1] {
			return fmt.Errorf("remove from %s: found the index %d, expected ascending indexes below %d", p, index, len(list))
		}
	}
	const many, part = 100, 8
	// Each removal moves all elements after it. Writing the remaining elements is cheaper if many of the list are removed.
	if len(indexes) > many && len(indexes) > len(list)/part && e.run.lanes == nil { // in lanes, the edits of others stay
		rest := make([]any, 0, len(list)-len(indexes))
		for i, element := range list {
			if len(indexes) > 0 && indexes[0] == i {
				indexes = indexes[1:]
			} else {
				rest = append(rest, element)
			}
		}
		return e.run.applyEdit(jsontree.Replace, p, rest) // no copy: the elements are already in the document
	}
	for _, i := range slices.Backward(indexes) {
		if err := e.Remove(p.Index(i)); err != nil {
			return err
		}
	}
	return nil
}

// Whole calls edits for a step that overwrites the whole map or list at p, but edits only what differs. In a stage of several lanes,
// such a step must undo the edits of earlier lanes inside the map or list. If there are any, the stage writes the map or list as the
// lane left it, instead of the single edits.
func (e *Edits) Whole(p jsontree.Pointer, edits func() error) error {
	if e.idle() || e.run.lanes == nil {
		return edits()
	}
	r := e.run
	mark := len(r.lanes.edits)
	r.lanes.edits = append(r.lanes.edits, edit{step: r.step, op: opWhole, pointer: p})
	if err := edits(); err != nil {
		return err
	}
	if !r.changedBefore(p) {
		return nil
	}
	if r.lanes.rewritten == nil {
		r.lanes.rewritten = map[string]bool{}
	}
	r.lanes.rewritten[p.String()] = true
	v, _ := r.tree.Get(p)
	v, err := jsontree.Clone(v)
	if err != nil {
		return err
	}
	r.lanes.edits[mark].op, r.lanes.edits[mark].value = opRewrite, v
	kept := r.lanes.edits[:mark+1]
	for _, other := range r.lanes.edits[mark+1:] { // rejections, and edits elsewhere
		if other.op == "" || !other.pointer.HasPrefix(p) {
			kept = append(kept, other)
		}
	}
	clear(r.lanes.edits[len(kept):])
	r.lanes.edits = kept
	return nil
}

// Skip records why something was not done, for [Result.Skips]. The message is formatted when it is read: the arguments must not change
// afterwards. If one of them is the pointer of a hidden value (see [Set.Hiding]), the others are shown as "***". An error among them
// is masked like an error of the step.
func (e *Edits) Skip(format string, args ...any) {
	if e.idle() {
		return
	}
	args = freezeArgs(args)
	e.run.skips = append(e.run.skips, skip{e.run.step, format, args})
}

// Reject marks the value just written at p as invalid: the rule fails with err unless a later step of the same rule replaces or
// removes the value. A nil err rejects nothing.
func (e *Edits) Reject(p jsontree.Pointer, err error) {
	if !e.idle() && err != nil {
		e.run.reject(p, err)
	}
}

// Diverge records that the policy's own system produces another result at p than this step, for [Result.Divergences]. The code names
// the kind of difference; the documentation of a dialect lists its codes. Upstream and here describe the two results, and must not
// quote hidden values, see [Input.Hidden].
func (e *Edits) Diverge(code string, p jsontree.Pointer, upstream, here string) {
	if e.idle() {
		return
	}
	e.run.divergences = append(e.run.divergences, divergence{step: e.run.step, code: code, pointer: p, upstream: upstream, here: here})
}

// DivergeAt is Diverge for a step that is an [Imitator]: the policy's own system writes other values at the places. [Result.Divergences]
// leaves the divergence out if the places have the same values at the end. The first place is the one of the divergence. In
// lists, the places are those after the stage of the step.
func (e *Edits) DivergeAt(code, upstream, here string, places ...jsontree.Pointer) {
	if e.idle() {
		return
	}
	d := divergence{step: e.run.step, code: code, places: places, upstream: upstream, here: here}
	if len(places) > 0 {
		d.pointer = places[0]
	}
	e.run.divergences = append(e.run.divergences, d)
}

// Warn records a loss of data that the step was not meant to touch, for [Result.Warnings]. If p is hidden, the arguments are shown as
// "***", as in [Edits.Skip].
func (e *Edits) Warn(p jsontree.Pointer, format string, args ...any) {
	if e.idle() {
		return
	}
	args = freezeArgs(args)
	e.run.warnings = append(e.run.warnings, warning{step: e.run.step, pointer: p, format: format, args: args})
}

// freezeArgs copies the arguments that may share data with the object, because later edits may write it.
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
