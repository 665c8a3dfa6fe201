package override

import (
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// checkIdentity returns an error if the running rule of a guarded policy, whose changes are those from index before on, left another identity
// than the object had when its tier began.
func (r *run) checkIdentity(before int) error {
	if !r.guard.Guards(r.tier) {
		return nil
	}
	var checked map[string]bool
	for i := before; i < len(r.changes); i++ {
		p, guarded := r.guard.place(r.changes[i].Pointer)
		if !guarded || checked[p.String()] {
			continue
		}
		if checked == nil {
			checked = map[string]bool{}
		}
		checked[p.String()] = true
		was, is := value{r.beforeTier().Root(), true}, value{r.tree.Root(), true}
		for _, at := range r.guard.inside(p, was, is) {
			if before, now := was.at(at), is.at(at); !before.equal(now) {
				r.step = r.lastWriter(at, i)
				return r.fail(&identityError{r.difference(at, before, now)})
			}
		}
	}
	return nil
}

// beforeTier returns the object when the running tier began. It is read-only.
func (r *run) beforeTier() *jsontree.Tree {
	if r.base == nil || r.baseOf != r.tier {
		r.base, r.baseOf = r.after(r.since[r.tier]), r.tier
	}
	return r.base
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

// difference returns what a place has and should have. If the object had hidden values, a policy may have copied one of them, so what it has is masked.
func (r *run) difference(at jsontree.Pointer, was, is value) *jsontree.ValueError {
	root, _ := r.beforeTier().Root().(map[string]any)
	hides := len(r.places.Of(selector.ObjectOf(r.object))) > 0 || len(r.places.Of(selector.ObjectOf(root))) > 0
	found, expected := describe(is), describe(was)
	if hides && is.exists {
		found = redact.Mask
	}
	if r.hidden.Touches(at) && was.exists {
		expected = redact.Mask
	}
	return &jsontree.ValueError{Pointer: slices.Clone(at), Found: found, Expected: expected}
}

// otherObject are the places by which an object is another one.
var otherObject = []jsontree.Pointer{{"apiVersion"}, {"kind"}, {"metadata", "namespace"}, {"metadata", "name"}, {"metadata", "generateName"}, {"items"}}

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
	return fmt.Sprintf("%s: this policy must not change the identity of the object", e.ValueError)
}

func (e *identityError) Unwrap() error { return e.ValueError }
