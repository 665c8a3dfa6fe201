package karmada

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Writes implements [override.Writer].
func (o stringMapOverrider) Writes() (self any, writes []override.KnownWrite) {
	return o, override.WritesOf(o.Overrider)
}

// Writes implements [override.Writer].
func (o fieldOverrider) Writes() (self any, writes []override.KnownWrite) {
	return o, []override.KnownWrite{{Pointer: o.at}}
}

// Writes implements [override.Writer]. It is known for an entry with a predicate.
func (o imageOverrider) Writes() (self any, writes []override.KnownWrite) {
	if at, is := o.Where.(predicate); is && o.reason == "" {
		writes = []override.KnownWrite{{Pointer: jsontree.Pointer(at)}}
	}
	return o, writes
}

// Writes implements [override.Writer].
func (o plaintextOverrider) Writes() (self any, writes []override.KnownWrite) {
	return o, override.WritesOf(o.Patch)
}
