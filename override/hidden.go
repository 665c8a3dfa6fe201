package override

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// Hiding returns a copy of the set that hides other places of objects in messages: errors, explanations, reasons, and changes and
// conflicts as a string or as JSON. Nil hides [redact.Secrets], which is the default; [redact.Nothing] hides nothing.
//
// The places are looked up for the input object, and again each time its apiVersion or kind changes. They add up: an object that was
// a Secret once is treated as one for the whole run.
func (s *Set) Hiding(places redact.Places) *Set {
	hiding := s.clone()
	hiding.places = places
	return hiding
}

// hiddenPlaces returns the places to hide in messages. The set may be nil.
func (s *Set) hiddenPlaces() redact.Places {
	if s == nil {
		return nil
	}
	return s.places
}

// Hidden returns the places of the object whose values messages about the result hide, see [Set.Hiding]. [Result.Object],
// [Result.Changes] and [Result.JSONPatch] have the values.
func (r *Result) Hidden() redact.Region { return slices.Clone(r.run.hidden) }

// Hidden reports whether messages must not show the value at p, for example in a Secret. It is for overriders that quote the object,
// or a value that they write at p.
func (in Input) Hidden(p jsontree.Pointer) bool { return in.run != nil && in.run.hidden.Hides(p) }

// addHidden adds the places to hide in the current object.
func (t *trace) addHidden(object selector.Object) { t.hidden = t.hidden.With(t.places.Of(object)) }

// maskError masks the error of a step.
//
//  1. If nothing is hidden, the error is unchanged.
//  2. A fault of the policy is unchanged, because it does not depend on the object. So is an error of the engine about the kind or
//     the apiVersion, and one about the identity, which has no hidden values.
//  3. An error about a place that is not hidden is unchanged. In an error about a hidden place, or a place around one, the values
//     are masked.
//  4. Any other error is masked completely.
func (t *trace) maskError(err error) error {
	var fault *faultError
	var invalid *invalidError
	var value *jsontree.ValueError
	var identity *identityError
	switch {
	case len(t.hidden) == 0 || errors.As(err, &identity):
		return err
	case errors.As(err, &fault):
		return fault
	case errors.As(err, &invalid) && invalid.own:
		return invalid
	case invalid != nil:
		return &invalidError{pointer: invalid.pointer, err: t.hidden.Error(invalid.pointer, invalid.err)}
	case errors.As(err, &value):
		return t.maskValueError(value)
	}
	if edit := (*jsontree.Error)(nil); errors.As(err, &edit) && edit.Op != "" {
		return t.hidden.Error(edit.Pointer, edit)
	}
	return t.hidden.Error(nil, err)
}

func (t *trace) maskValueError(e *jsontree.ValueError) error {
	if !t.hidden.Touches(e.Pointer) {
		return e
	}
	c := &jsontree.ValueError{Pointer: e.Pointer, Found: redact.Mask, Expected: e.Expected}
	if slices.Contains([]string{"missing", "null", "a list", "an object"}, e.Found) {
		c.Found = e.Found
	}
	if at := base64.CorruptInputError(0); errors.As(e.Err, &at) { // an offset without data
		c.Err = at
	}
	return c
}

// format returns a reason as a string. If it is about a hidden place, or has one as an argument, all arguments but pointers are masked.
func (t *trace) format(about jsontree.Pointer, format string, args []any) string {
	if len(t.hidden) == 0 {
		return fmt.Sprintf(format, args...)
	}
	hides := t.hidden.Hides(about)
	for _, arg := range args {
		p, isPlace := arg.(jsontree.Pointer)
		hides = hides || isPlace && t.hidden.Hides(p)
	}
	args = slices.Clone(args)
	for i, arg := range args {
		if _, isPlace := arg.(jsontree.Pointer); isPlace {
			continue
		}
		if err, isError := arg.(error); hides {
			args[i] = masked{}
		} else if isError {
			args[i] = t.maskError(err)
		}
	}
	return fmt.Sprintf(format, args...)
}

// masked prints the mask for every formatting verb.
type masked struct{}

// Format implements [fmt.Formatter].
func (masked) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, redact.Mask) }

// maskChange sets the masked values of a change at a hidden place.
func (t *trace) maskChange(c Change) Change {
	if !t.hidden.Touches(c.Pointer) {
		return c
	}
	shown := [2]any{}
	switch c.Op {
	case jsontree.Add:
		shown[1] = t.hidden.Value(c.Pointer, c.New)
	case jsontree.Remove:
		shown[0] = t.hidden.Value(c.Pointer, c.Old)
	default:
		shown[0], shown[1] = t.hidden.Pair(c.Pointer, c.Old, c.New)
	}
	c.shown = &shown
	return c
}

// maskConflict sets the masked values of a conflict at a hidden place.
func (t *trace) maskConflict(c Conflict) Conflict {
	if !t.hidden.Touches(c.Pointer) {
		return c
	}
	earlier, later := t.hidden.Value(c.Pointer, c.Earlier.Value), t.hidden.Value(c.Pointer, c.Later.Value)
	if !c.Earlier.Absent && !c.Later.Absent {
		earlier, later = t.hidden.Pair(c.Pointer, c.Earlier.Value, c.Later.Value)
	}
	c.Earlier.shown, c.Later.shown = &earlier, &later
	return c
}

// Reveal returns a copy of the change that shows hidden values in String and in JSON, see [Set.Hiding].
func (c Change) Reveal() Change {
	c.shown = nil
	return c
}

// shownValues returns the values for String and JSON.
func (c Change) shownValues() (old, new any) {
	if c.shown != nil {
		return c.shown[0], c.shown[1]
	}
	return c.Old, c.New
}

// Reveal returns a copy of the conflict that shows hidden values in String and in JSON, see [Set.Hiding].
func (c Conflict) Reveal() Conflict {
	c.Earlier.shown, c.Later.shown = nil, nil
	return c
}

// shownValue returns the value for String and JSON.
func (w Write) shownValue() any {
	if w.shown != nil {
		return *w.shown
	}
	return w.Value
}
