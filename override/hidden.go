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

// Hiding is the set with other places hidden in the texts about its objects: errors, explanations, reasons, and the text and JSON of
// changes and conflicts. Nil hides [redact.Secrets], which is also the default; [redact.Nothing] shows everything. The set itself
// stays as it is.
//
// The places are those of the object as it came in, and as it was each time its apiVersion or kind was written: what was a Secret
// once is one for all of the run.
func (s *Set) Hiding(places redact.Places) *Set {
	hiding := s.own()
	hiding.places = places
	return hiding
}

// hiding is the places that texts about the objects of a set hide. The set may be nil.
func (s *Set) hiding() redact.Places {
	if s == nil {
		return nil
	}
	return s.places
}

// Hidden is the places of the object whose values no text about the result shows, see [Set.Hiding]. The values are in
// [Result.Object], [Result.Changes] and [Result.JSONPatch] all the same.
func (r *Result) Hidden() redact.Region { return slices.Clone(r.over().hidden) }

// Hidden reports whether no text may show what is at p, because it is the value of a Secret, say. It is for overriders that quote
// the object, or a value of their own that goes there.
func (in Input) Hidden(p jsontree.Pointer) bool { return in.run != nil && in.run.hidden.Hides(p) }

// hide adds what the object has to hide as it is now.
func (t *trace) hide(object selector.Object) { t.hidden = t.hidden.With(t.places.Of(object)) }

// hiddenError is an error of a step as it may be shown.
//
//  1. Where nothing is hidden, it stays as it is.
//  2. A policy's fault stays: it was there before the object. So does an object that is none any more.
//  3. An error about a place that is not hidden stays. One about a hidden place, or a place around one, loses its values.
//  4. Of any other error nothing is known, and nothing is shown.
func (t *trace) hiddenError(err error) error {
	var fault *faultError
	var invalid *invalidError
	var value *jsontree.ValueError
	switch {
	case len(t.hidden) == 0:
		return err
	case errors.As(err, &fault):
		return fault
	case errors.As(err, &invalid) && invalid.own:
		return invalid
	case invalid != nil:
		return &invalidError{pointer: invalid.pointer, err: t.hidden.Error(invalid.pointer, invalid.err)}
	case errors.As(err, &value):
		return t.hiddenValue(value)
	}
	if edit := (*jsontree.Error)(nil); errors.As(err, &edit) && edit.Op != "" {
		return t.hidden.Error(edit.Pointer, edit)
	}
	return t.hidden.Error(nil, err)
}

func (t *trace) hiddenValue(e *jsontree.ValueError) error {
	if !t.hidden.Touches(e.Pointer) {
		return e
	}
	c := &jsontree.ValueError{Pointer: e.Pointer, Found: redact.Mask, Expected: e.Expected}
	if slices.Contains([]string{"missing", "null", "a list", "an object"}, e.Found) {
		c.Found = e.Found
	}
	if at := base64.CorruptInputError(0); errors.As(e.Err, &at) { // which is a number of bytes
		c.Err = at
	}
	return c
}

// say puts a reason together. Where it is about a hidden place, "***" stands for every argument that is not a place.
func (t *trace) say(about jsontree.Pointer, format string, args []any) string {
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
			args[i] = t.hiddenError(err)
		}
	}
	return fmt.Sprintf(format, args...)
}

// masked is the mask, whatever the verb that it is printed with.
type masked struct{}

// Format implements [fmt.Formatter].
func (masked) Format(s fmt.State, _ rune) { _, _ = io.WriteString(s, redact.Mask) }

// hideIn says what texts show in the place of the values of a change, unless it shows them.
func (t *trace) hideIn(c Change) Change {
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

// hideInConflict does the same for a conflict.
func (t *trace) hideInConflict(c Conflict) Conflict {
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

// Reveal is the change with its values in its text and in its JSON, also where they are hidden, see [Set.Hiding].
func (c Change) Reveal() Change {
	c.shown = nil
	return c
}

// texts is the values as texts and JSON show them.
func (c Change) texts() (old, new any) {
	if c.shown != nil {
		return c.shown[0], c.shown[1]
	}
	return c.Old, c.New
}

// Reveal is the conflict with its values in its text and in its JSON, also where they are hidden, see [Set.Hiding].
func (c Conflict) Reveal() Conflict {
	c.Earlier.shown, c.Later.shown = nil, nil
	return c
}

// text is the value as texts and JSON show it.
func (w Write) text() any {
	if w.shown != nil {
		return *w.shown
	}
	return w.Value
}
