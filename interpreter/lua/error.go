package lua

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
)

// maxMessage is the maximum length of a message of a script or of the compiler, in bytes.
const maxMessage = 1000

// ScriptError is the error of a script. It is the Err of an [interpreter.Error].
type ScriptError struct {
	Customization string                // the name
	Operation     interpreter.Operation // of the script
	Err           error                 // its text has at most 1000 bytes; context.DeadlineExceeded if the time is over
}

// Error returns text as that of a [LoadError], such as: ResourceInterpreterCustomization widgets: spec.customizations.retention.luaScript: line 2:
// attempt to call a non-function object.
func (e *ScriptError) Error() string {
	if e == nil || e.Err == nil {
		return "no error"
	}
	failed := LoadError{Ref: override.Ref{Kind: Kind, Name: words.Clip(e.Customization, 300)}, Field: fieldOf(e.Operation), Err: e.Err}
	return failed.Error()
}

// Unwrap returns Err.
func (e *ScriptError) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// message is an error of a script with its own message.
type message struct {
	text string
	err  error // may be nil
}

func (m *message) Error() string { return m.text }

func (m *message) Unwrap() error { return m.err }

// cause returns the error of a run, with the lines of the script as such. If the time is over it wraps the error of the context.
func cause(ctx context.Context, err error) error {
	text := position.ReplaceAllString(clip(err.Error()), "line $1:")
	if late := context.DeadlineExceeded; errors.Is(ctx.Err(), late) { // gopher-lua makes a string of it
		text = strings.Replace(text, late.Error(), "the script ran longer than its time limit: "+late.Error(), 1)
	}
	return &message{clip(text), ctx.Err()}
}

// position is how gopher-lua writes a line of a script.
var position = regexp.MustCompile(regexp.QuoteMeta(chunkName) + `:(\d+):`)

// shortened returns an error with a bounded text, and without the space around it.
func shortened(err error) error {
	if text := clip(err.Error()); text != err.Error() {
		return &message{text, err}
	}
	return err
}

// clip returns the beginning of a string, as valid UTF-8 and without the space around it: gopher-lua ends the error of its parser with a new line.
func clip(text string) string {
	text = strings.TrimSpace(text)
	if len(text) > maxMessage {
		text = text[:maxMessage-len("…")] + "…"
	}
	return strings.ToValidUTF8(text, "\ufffd")
}

// quoted returns a name in quotes, at most 300 bytes of it.
func quoted(name string) string { return fmt.Sprintf("%.300q", name) }
