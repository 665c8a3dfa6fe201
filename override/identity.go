package override

import (
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// checkIdentity returns an error if the running tier is guarded, and its policies gave the object another identity than it had before them.
func (r *run) checkIdentity() error {
	if !r.guard.Guards(r.tier) {
		return nil
	}
	var was, is value
	checked := map[string]bool{}
	for i := r.since[r.tier]; i < len(r.changes); i++ {
		p, guarded := r.guard.place(r.changes[i].Pointer)
		if !guarded || checked[p.String()] {
			continue
		}
		if len(checked) == 0 { // the tree may have edits of a lane that failed
			was, is = value{r.after(r.since[r.tier]).Root(), true}, value{r.after(len(r.changes)).Root(), true}
		}
		checked[p.String()] = true
		for _, at := range r.guard.inside(p, was, is) {
			if !was.at(at).equal(is.at(at)) {
				r.step = r.lastWriter(at, i)
				return r.fail(&identityError{r.difference(at, was, is)})
			}
		}
	}
	return nil
}

// lastWriter returns the step of the last change, from index first on, that is at a place, inside it or around it.
func (t *trace) lastWriter(at jsontree.Pointer, first int) (step int) {
	for _, c := range slices.Backward(t.changes[first:]) {
		if c.Pointer.HasPrefix(at) || at.HasPrefix(c.Pointer) {
			return c.step
		}
	}
	return t.changes[first].step
}

// difference returns what a place has and should have. If the object had hidden values, a policy may have copied one of them, so what
// no longer is as in the input object is masked.
func (r *run) difference(at jsontree.Pointer, was, is value) *jsontree.ValueError {
	root, _ := was.is.(map[string]any)
	hides := len(r.places.Of(selector.ObjectOf(r.object))) > 0 || len(r.places.Of(selector.ObjectOf(root))) > 0
	before, now := was.at(at), is.at(at)
	e := &jsontree.ValueError{Pointer: slices.Clone(at), Found: describe(now), Expected: describe(before)}
	if hides && now.exists {
		e.Found = redact.Mask
	}
	copied := hides && !before.equal(value{r.object, true}.at(at)) // by a cluster-wide policy
	if (copied || r.hidden.Touches(at)) && before.exists {
		e.Expected = redact.Mask
	}
	return e
}

// warnOfIdentity adds a warning for each of the places by which the object became another one.
func (r *run) warnOfIdentity() {
	var written []int // indexes of the first changes at the places, plus one
	for i := range r.changes {
		p := r.changes[i].Pointer
		if _, guarded := (Guard{}).place(p); !guarded {
			continue
		}
		if written == nil {
			written = make([]int, len(otherObject))
		}
		for j, at := range otherObject {
			if written[j] == 0 && (p.HasPrefix(at) || at.HasPrefix(p)) {
				written[j] = i + 1
			}
		}
	}
	for j, first := range written {
		if first == 0 {
			continue
		}
		at := otherObject[j]
		was, is := value{r.object, true}.at(at), value{r.tree.Root(), true}.at(at)
		if !was.equal(is) {
			values := []any{describe(was), describe(is)}
			r.warnings = append(r.warnings, warning{r.lastWriter(at, first-1), at, "the policy makes another object of this one: %s became %s", values, true})
		}
	}
}

func describe(v value) string {
	if !v.exists {
		return "missing"
	}
	return clip(v.is)
}

// identityError is the error of a rule that changed the identity of the object. Its message has no hidden values.
type identityError struct{ *jsontree.ValueError }

func (e *identityError) Error() string {
	return fmt.Sprintf("%s: a guard protects the object against this policy", e.ValueError)
}

func (e *identityError) Unwrap() error { return e.ValueError }
