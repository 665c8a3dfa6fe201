package override

import "errors"

// Overrider implements a step: it reads the object and proposes edits. It must be safe for concurrent use and must make the same edits
// for the same input. Any package may implement it; package override/overrider has implementations.
//
// An error fails the object for the cluster. An overrider that has nothing to do must call [Edits.Skip].
type Overrider interface {
	Override(in Input, out *Edits) error
}

// Diverger is an [Overrider] that reports where its own system has another result, if the check is too expensive for every application.
// [Result.Divergences] calls Diverge with the object before the step (in a stage of several lanes, before the stage). Diverge may only
// call [Edits.Diverge], and may call [Input.Cluster] only if Override does.
type Diverger interface {
	Diverge(in Input, out *Edits)
}

// Imitator is an [Overrider] that can make the edits of its own system. [Result.Divergences] applies the policies once more with them, if a
// step has reported a divergence with [Edits.DivergeAt], and compares the objects. Imitate must edit nothing if it returns an error, which
// means that its own system fails. Everything else is as for Override.
type Imitator interface {
	Imitate(in Input, out *Edits) error
}

// Validator is an [Overrider] that can be invalid for every object. [NewPolicy] returns the error of Validate, with the field path of
// the step. A wrapper that embeds an interface with another overrider must have the method itself.
type Validator interface{ Validate() error }

// OverriderFunc adapts a function to [Overrider].
type OverriderFunc func(in Input, out *Edits) error

// Override calls f. A nil f is an error.
func (f OverriderFunc) Override(in Input, out *Edits) error {
	if f == nil {
		return Fault(errors.New("the OverriderFunc is nil"))
	}
	return f(in, out)
}

// Ignore returns an overrider that does nothing and records the reason. It stands in for an invalid entry that the policy's own system
// ignores.
func Ignore(reason string) Overrider { return ignored(reason) }

type ignored string

func (reason ignored) Scope() (any, Scope) { return reason, 0 }

func (reason ignored) Override(_ Input, out *Edits) error {
	out.Skip("%s", string(reason))
	return nil
}

// Fail returns an overrider that always fails with err. It stands in for an invalid entry on which the policy's own system fails. The
// message of err is never masked, see [Fault].
func Fail(err error) Overrider {
	if err == nil {
		err = errors.New("failed without a reason")
	}
	return failing{err}
}

type failing struct{ err error }

func (f failing) Scope() (any, Scope) { return f, 0 }

func (f failing) Override(Input, *Edits) error { return Fault(f.err) }

// ComponentWriter is an [Overrider] that changes components of image references. Two ComponentWriters that change different components
// of one reference do not conflict.
type ComponentWriter interface{ WritesComponents() }
