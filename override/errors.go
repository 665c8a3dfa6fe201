package override

import (
	"cmp"
	"errors"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

// Code is the kind of an [Error].
type Code string

const (
	CodePath    Code = "Path"    // the object does not have the place of an edit
	CodeValue   Code = "Value"   // a value of the object is unsuitable for the step
	CodeInvalid Code = "Invalid" // a rule left an invalid value: a broken image reference, an object without kind
	CodeFault   Code = "Fault"   // the policy is invalid
	CodeStep    Code = "Step"    // any other error of the overrider

	CodeIdentity Code = "Identity" // a policy changed what a [Guard] protects
)

// Error is the failure of one object for one cluster. The message contains all the fields. It unwraps to Err.
type Error struct {
	Policy  Ref
	Object  Ref
	Cluster string
	At      string           // the field path of the step: "spec.overrideRules[0].overriders.plaintext[2]"
	Pointer jsontree.Pointer // the place in the object, if known
	Code    Code
	Err     error

	// Divergence describes what the policy's own system does instead of failing; nil if it fails, too.
	Divergence *Divergence
}

// nameText returns a name for an error, which may be repeated for each of many clusters: on one line, and cut if no API server stores it.
func nameText(name string) string {
	const longest = 600 // a kind, a namespace and a name
	return words.OneLine(words.Clip(name, longest))
}

// Error returns, for example: OverridePolicy default/p: spec.overrideRules[0].overriders.plaintext: Deployment default/web in
// cluster member1: replace /spec/replicaz: /spec has no key "replicaz".
func (e *Error) Error() string {
	var b strings.Builder
	for _, part := range []string{nameText(e.Policy.String()), e.At} {
		if part != "" {
			b.WriteString(part)
			b.WriteString(": ")
		}
	}
	b.WriteString(cmp.Or(nameText(e.Object.String()), "an object without a name"))
	if e.Cluster != "" {
		b.WriteString(" in cluster ")
		b.WriteString(nameText(e.Cluster))
	}
	b.WriteString(": ")
	b.WriteString(textOf(e.Err))
	return b.String()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error {
	return e.Err
}

// textOf returns the message of an error. It is nil only in an Error that a caller has made.
func textOf(err error) string {
	if err == nil {
		return "no error"
	}
	return err.Error()
}

// Diverged returns err with a note that the policy's own system does not fail here; upstream describes what it does. The note becomes
// [Error.Divergence]. If err is nil, so is the result.
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

// Fault marks err as a fault of the policy, with [CodeFault]. Its message is never masked, not even for a Secret. If err is nil, so is
// the result.
func Fault(err error) error {
	if err == nil {
		return nil
	}
	return &faultError{err}
}

type faultError struct{ err error }

func (e *faultError) Error() string { return e.err.Error() }
func (e *faultError) Unwrap() error { return e.err }

// classify returns the code and the pointer of an overrider's error.
func classify(err error) (Code, jsontree.Pointer) {
	var edit *jsontree.Error
	var value *jsontree.ValueError
	var fault *faultError
	var invalid *invalidError
	var identity *identityError
	switch {
	case errors.As(err, &identity):
		return CodeIdentity, identity.Pointer
	case errors.As(err, &fault):
		return CodeFault, nil
	case errors.As(err, &invalid):
		return CodeInvalid, invalid.pointer
	case errors.As(err, &value):
		return CodeValue, value.Pointer
	case errors.As(err, &edit) && edit.Op != "": // without Op, the value of the step is not JSON
		return CodePath, edit.Pointer
	}
	return CodeStep, nil
}

// Invalid returns the error of a step that refuses to write an invalid value at p. Unlike [Edits.Reject], it does not wait for later
// steps. If err is nil, so is the result.
func Invalid(p jsontree.Pointer, err error) error {
	if err == nil {
		return nil
	}
	return &invalidError{pointer: p, err: err}
}

// invalidError is the error of a value that must not remain after a rule.
type invalidError struct {
	pointer jsontree.Pointer
	err     error
	own     bool // the engine found it, and its message has no values
}

func (e *invalidError) Error() string {
	if len(e.pointer) == 0 {
		return e.err.Error()
	}
	return e.pointer.String() + ": " + e.err.Error()
}
func (e *invalidError) Unwrap() error { return e.err }
