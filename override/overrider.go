package override

import "errors"

// Overrider is what one step does: it reads the object and proposes edits. It must be safe for concurrent use and must
// give the same edits for the same input. Types of this package and of any other may implement it.
//
// An error fails the object for the cluster. An overrider that finds nothing to do says so by [Edits.Skip].
type Overrider interface {
	Override(in Input, out *Edits) error
}

// Diverger is an [Overrider] that knows where its system does otherwise, and what costs too much to look for on every
// application. Result.Divergences calls Diverge with the object as the step found it (in a stage of several lanes, as it
// was before the stage). Only [Edits.Diverge] may be used in it. What it says does not depend on the cluster, unless Override
// asks for that, too.
type Diverger interface {
	Diverge(in Input, out *Edits)
}

// Validator is an [Overrider] that can be wrong in itself, whatever the object. [NewPolicy] refuses what fails, with the place of the step.
type Validator interface{ Validate() error }

// OverriderFunc is a function as an [Overrider].
type OverriderFunc func(in Input, out *Edits) error

// Override calls f. Nil is an error.
func (f OverriderFunc) Override(in Input, out *Edits) error {
	if f == nil {
		return Fault(errors.New("there is no function to call"))
	}
	return f(in, out)
}

// Ignore is an overrider that does nothing, for the reason given: an entry that is invalid in a way that its system passes
// over.
func Ignore(reason string) Overrider {
	return OverriderFunc(func(_ Input, out *Edits) error {
		out.Skip("%s", reason)
		return nil
	})
}

// Fail is an overrider that fails with err every object and cluster that comes to it: an entry that is invalid in a way
// that its system stumbles over. The error is shown as it is, also where the object is a Secret.
func Fail(err error) Overrider {
	if err == nil {
		err = errors.New("it fails, and no reason is given")
	}
	return OverriderFunc(func(Input, *Edits) error { return Fault(err) })
}

// ComponentWriter is an [Overrider] that changes components of image references. Two of them that change different components of one
// reference are no conflict.
type ComponentWriter interface{ WritesComponents() }
