package redact

import (
	"errors"
	"regexp"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Error returns err without secret values. at is the pointer in the object that err is about, or nil if it is unknown.
//
//  1. If the region is empty, or at neither is in the region nor contains a part of it: err. But an edit may fail at a value on the way to at
//     that contains a part of the region, such as annotations in a string: then rule 2 applies.
//  2. A [jsontree.Error]: the same without values.
//  3. Any other error is hidden, see [Hide].
func (r Region) Error(at jsontree.Pointer, err error) error {
	if err == nil || len(r) == 0 {
		return err
	}
	var edit *jsontree.Error
	isEdit := errors.As(err, &edit)
	if at != nil && !r.Touches(at) && !(isEdit && r.Touches(edit.Where)) {
		return err
	}
	if isEdit {
		if edit.Op == "" { // it has a pointer and a Go type, but no value
			return err
		}
		return edit.WithoutValues()
	}
	return Hide(err, "the reason is not shown, because it may contain a secret value")
}

// Hide returns an error with text as its message. errors.Is works as for err, but err and its message cannot be obtained from it.
func Hide(err error, text string) error {
	return &hidden{text, &err}
}

// hidden has a pointer to the error, because package fmt does not follow pointers.
type hidden struct {
	text string
	err  *error
}

func (h *hidden) Error() string { return h.text }

// Is implements [errors.Is].
func (h *hidden) Is(target error) bool { return errors.Is(*h.err, target) }

// number matches a number in a JSON error.
var number = regexp.MustCompile(`cannot unmarshal number \S+ into`)

// WithoutNumber removes the number from an error message of encoding/json, or of a package derived from it. These packages quote
// at most one character of other values.
func WithoutNumber(text string) string {
	return number.ReplaceAllString(text, "cannot unmarshal number "+Mask+" into")
}
