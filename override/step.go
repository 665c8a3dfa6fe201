package override

import (
	"errors"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

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

// OverriderFunc is a function as an [Overrider].
type OverriderFunc func(in Input, out *Edits) error

// Override calls f. Nil is an error.
func (f OverriderFunc) Override(in Input, out *Edits) error {
	if f == nil {
		return &faultError{errors.New("there is no function to call")}
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
	return OverriderFunc(func(Input, *Edits) error { return &faultError{err} })
}

// Input is what an overrider can read: the object as the step finds it, and the cluster. It is valid during the call only. The zero
// value has nothing to read.
type Input struct{ run *run }

// Get reads the value at p, and tells whether there is one; edits of the same call are seen. The value is shared with the
// caller's object and with policies: read it, never write it.
func (in Input) Get(p jsontree.Pointer) (any, bool) {
	if in.run == nil {
		return nil, false
	}
	return in.run.tree.Get(p)
}

// Object is the apiVersion, kind, namespace, name and labels of the object as the step finds it. Labels are shared: read
// them, never write them.
func (in Input) Object() selector.Object {
	if in.run == nil {
		return selector.Object{}
	}
	return in.run.identity()
}

// Cluster is the cluster that the object is for. Labels and zones are shared: read them, never write them. Asking makes
// the outcome this cluster's own, see [Selection.Variants].
func (in Input) Cluster() selector.Cluster {
	if in.run == nil {
		return selector.Cluster{}
	}
	if in.run.asked == 0 {
		in.run.asked = int(in.run.tier) + 1
	}
	return in.run.cluster
}

// ChangesSince is for a [Diverger] that looks at many places: the changes that were made since a step last asked about the topic in this
// search, and whether one has. Those of steps that have asked themselves are left out, since such a step speaks for what it does.
// The values are shared: read them, never write them.
func (in Input) ChangesSince(topic string) (changes []jsontree.Change, asked bool) {
	if in.run == nil || in.run.search == nil {
		return nil, false
	}
	return in.run.search.since(topic, in.run.step)
}

// Edits takes what an overrider proposes. The edits are carried out at once and in order, with the verbs of
// [jsontree.Tree]; an edit that the object does not allow is an error, which the overrider may pass on as it is. Values are
// copied. It is valid during the call only; edits of the zero value, or of nil, are errors, and what they are told is forgotten.
type Edits struct{ run *run }

// idle tells whether there is no step that edits.
func (e *Edits) idle() bool { return e == nil || e.run == nil }

func (e *Edits) edit(op jsontree.Verb, p jsontree.Pointer, value any) error {
	if e.idle() {
		return fmt.Errorf("%s %s: there is no object to edit", op, p)
	}
	return e.run.edit(op, p, value)
}

// Add sets a key, or inserts into a list; the parent must exist.
func (e *Edits) Add(p jsontree.Pointer, value any) error { return e.edit(jsontree.Add, p, value) }

// Remove takes away what is at p, which must exist.
func (e *Edits) Remove(p jsontree.Pointer) error { return e.edit(jsontree.Remove, p, nil) }

// Replace puts value in the place of what is at p, which must exist.
func (e *Edits) Replace(p jsontree.Pointer, value any) error {
	return e.edit(jsontree.Replace, p, value)
}

// Set puts value at p, whether or not the key was there; the parent must exist.
func (e *Edits) Set(p jsontree.Pointer, value any) error { return e.edit(jsontree.Set, p, value) }

// Test fails unless what is at p equals value.
func (e *Edits) Test(p jsontree.Pointer, value any) error { return e.edit(jsontree.Test, p, value) }

// Skip says why something was not done, in words for a person. The text is put together only for those who read it: the
// arguments must not change afterwards. Where one of them is a hidden place (see [Set.Hiding]), "***" stands for the others; an error
// is shown as that of a step would be.
func (e *Edits) Skip(format string, args ...any) {
	if e.idle() {
		return
	}
	args = settle(args)
	e.run.skips = append(e.run.skips, skip{e.run.step, format, args})
}

// Reject says that what was just written at p must not stay: unless a later step of the same rule puts another value
// there or takes it away, the rule fails with err. Without an err nothing is rejected.
func (e *Edits) Reject(p jsontree.Pointer, err error) {
	if !e.idle() && err != nil {
		e.run.reject(p, err)
	}
}

// Diverge says that the system whose policy this is does otherwise than what was just done at p: what it gives, and what is
// given here, in words for a person. The code names the kind of difference; a dialect's documentation lists its own. The texts
// must not quote what is hidden, see [Input.Hidden].
func (e *Edits) Diverge(code string, p jsontree.Pointer, upstream, here string) {
	if e.idle() {
		return
	}
	e.run.divergences = append(e.run.divergences, divergence{e.run.step, code, p, upstream, here})
}

// Warn says that something was lost on the way that the step was not asked to touch. Where p is hidden, "***" stands for the
// arguments, as in [Edits.Skip].
func (e *Edits) Warn(p jsontree.Pointer, format string, args ...any) {
	if e.idle() {
		return
	}
	args = settle(args)
	e.run.warnings = append(e.run.warnings, warning{e.run.step, p, format, args})
}

// settle copies the arguments that may be a part of the object, which later edits may write.
func settle(args []any) []any {
	own := false
	for i, arg := range args {
		switch arg.(type) {
		case map[string]any, []any:
			if !own {
				args, own = slices.Clone(args), true
			}
			if args[i] = copyOf(arg); !jsontree.Fits(arg) { // such as a map that contains itself
				args[i] = jsontree.Describe(arg)
			}
		}
	}
	return args
}
