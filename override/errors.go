package override

import (
	"cmp"
	"errors"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Code tells what kind of error an [Error] is.
type Code string

const (
	CodePath    Code = "Path"    // an edit named a place that the object does not have
	CodeValue   Code = "Value"   // a value of the object is not what the step can work on
	CodeInvalid Code = "Invalid" // a rule left behind what must not be: a broken image reference, an object without kind
	CodeFault   Code = "Fault"   // the policy is invalid at this place
	CodeStep    Code = "Step"    // the overrider failed for a reason of its own
)

// Error is the failure of one object for one cluster. Its text names everything that is known; errors.As finds it, and Err
// unwraps.
type Error struct {
	Policy  Ref
	Object  Ref
	Cluster string
	At      string           // the step's place in the policy: "spec.overrideRules[0].overriders.plaintext[2]"
	Pointer jsontree.Pointer // the place in the object, where one is known
	Code    Code
	Err     error

	// Divergence says what the system whose policy this is would have done instead of failing; nil where it fails, too.
	Divergence *Divergence
}

// Error says, for example: OverridePolicy default/p: spec.overrideRules[0].overriders.plaintext: Deployment default/web in
// cluster member1: replace /spec/replicaz: /spec has no key "replicaz".
func (e *Error) Error() string {
	if e == nil {
		return nilText
	}
	var b strings.Builder
	for _, part := range []string{e.Policy.String(), e.At} {
		if part != "" {
			b.WriteString(part)
			b.WriteString(": ")
		}
	}
	b.WriteString(cmp.Or(e.Object.String(), "an object without a name"))
	if e.Cluster != "" {
		b.WriteString(" in cluster ")
		b.WriteString(e.Cluster)
	}
	b.WriteString(": ")
	b.WriteString(textOf(e.Err))
	return b.String()
}

// Unwrap is Err.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// nilText is what an error says that is not there.
const nilText = "no error"

// textOf is what an error says, which may be nil where a caller has made what it is in.
func textOf(err error) string {
	if err == nil {
		return nilText
	}
	return err.Error()
}

// Diverged is err with a note that the system whose policy this is would not have failed, but done what upstream says. It
// shows in [Error.Divergence]. Without an err there is nothing to note, and the error is nil.
func Diverged(code, upstream string, err error) error {
	if err == nil {
		return nil
	}
	return &divergedError{code, upstream, err}
}

type divergedError struct {
	code, upstream string
	err            error
}

func (e *divergedError) Error() string { return e.err.Error() }
func (e *divergedError) Unwrap() error { return e.err }

// Fault marks err as a fault of the policy, which shows in [Error.Code]. Its text is shown as it is, also where the object is a
// Secret. Without an err there is nothing to mark, and the error is nil.
func Fault(err error) error {
	if err == nil {
		return nil
	}
	return &faultError{err}
}

type faultError struct{ err error }

func (e *faultError) Error() string { return e.err.Error() }
func (e *faultError) Unwrap() error { return e.err }

// classify finds the code and the place that an overrider's error is about.
func classify(err error) (Code, jsontree.Pointer) {
	var edit *jsontree.Error
	var value *jsontree.ValueError
	var fault *faultError
	var invalid *invalidError
	switch {
	case errors.As(err, &fault):
		return CodeFault, nil
	case errors.As(err, &invalid):
		return CodeInvalid, invalid.pointer
	case errors.As(err, &value):
		return CodeValue, value.Pointer
	case errors.As(err, &edit) && edit.Op != "": // without one, it is the step's value that is no JSON
		return CodePath, edit.Pointer
	}
	return CodeStep, nil
}

// Invalid is the error of a step that would leave at p what must not be there, whatever a later step does; see [Edits.Reject]. Without
// an err it is nil.
func Invalid(p jsontree.Pointer, err error) error {
	if err == nil {
		return nil
	}
	return &invalidError{pointer: p, err: err}
}

// invalidError is something that a rule must not leave behind.
type invalidError struct {
	pointer jsontree.Pointer
	err     error
	own     bool // the engine found it, and its text has no values
}

func (e *invalidError) Error() string {
	if len(e.pointer) == 0 {
		return e.err.Error()
	}
	return e.pointer.String() + ": " + e.err.Error()
}
func (e *invalidError) Unwrap() error { return e.err }
