package redact

import (
	"errors"
	"regexp"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Error is err as it may be shown, where at is the place in the object that it is about, nil if that is not known.
//
//  1. An error about a place that has no part of the region stays as it is, and so does every error where the region is empty.
//  2. A [jsontree.Error] keeps its type, without values.
//  3. Any other error is hidden, see [Hide].
func (r Region) Error(at jsontree.Pointer, err error) error {
	if err == nil || len(r) == 0 || at != nil && !r.Touches(at) {
		return err
	}
	var edit *jsontree.Error
	if errors.As(err, &edit) {
		if edit.Op == "" { // it names a place and a Go type
			return err
		}
		return edit.WithoutValues()
	}
	return Hide(err, "the reason is not shown, because it may hold a secret value")
}

// Hide is an error that says text instead of what err says. errors.Is finds in it what is in err; nothing else can be had from it.
func Hide(err error, text string) error {
	return &hidden{text, &err}
}

// hidden holds a pointer to the error: no verb of package fmt follows it.
type hidden struct {
	text string
	err  *error
}

func (h *hidden) Error() string { return h.text }

// Is is for [errors.Is].
func (h *hidden) Is(target error) bool { return errors.Is(*h.err, target) }

// number is a number in the text of a JSON error.
var number = regexp.MustCompile(`cannot unmarshal number \S+ into`)

// WithoutNumber is a text of encoding/json, or of what is built like it, without the number that it may quote. Other values these
// packages do not quote, but for one character.
func WithoutNumber(text string) string {
	return number.ReplaceAllString(text, "cannot unmarshal number "+Mask+" into")
}
