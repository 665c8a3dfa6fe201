package override

import "github.com/overridekit/overridekit/override/jsontree"

// KnownWrite is a place that a step writes in every object on which it does not fail, as far as it is known without an object.
type KnownWrite struct {
	Pointer  jsontree.Pointer
	Value    any  // what the place has afterwards, if HasValue; shared: do not write it
	HasValue bool // false: another value, or none
	Removes  bool // the place is removed, if it exists
}

// Writer is an [Overrider] that knows places which it writes. Most overriders need not be one: [Policy.GuardFaults] only reports
// faults of Writers. [Set.Guarding] is about all overriders.
//
// Writes also returns its receiver, like [Scoper] and for the same reason.
type Writer interface {
	Writes() (self any, writes []KnownWrite)
}

// WritesOf returns the places that an overrider is known to write; none if it is nil or not a [Writer].
func WritesOf(o Overrider) []KnownWrite {
	w, is := o.(Writer)
	if !is || isNil(o) {
		return nil
	}
	self, writes := w.Writes()
	if !isSelf(self, o) {
		return nil
	}
	return writes
}
