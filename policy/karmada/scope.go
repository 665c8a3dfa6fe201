package karmada

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Scope implements [override.Scoper].
func (o commandArgsOverrider) Scope() (self any, scope override.Scope) {
	return o, override.ScopeOf(o.Overrider)
}

// Scope implements [override.Scoper].
func (o stringMapOverrider) Scope() (self any, scope override.Scope) {
	return o, override.ScopeOf(o.Overrider)
}

// Scope implements [override.Scoper].
func (o fieldOverrider) Scope() (self any, scope override.Scope) {
	return o, override.ScopeAt(o.at)
}

// Scope implements [override.Scoper].
func (p predicate) Scope() (self any, scope override.Scope) {
	return p, override.ScopeAt(jsontree.Pointer(p))
}

// Scope implements [override.Scoper].
func (o emptyField) Scope() (self any, scope override.Scope) { return o, 0 }

// Scope implements [override.Scoper].
func (o unknownComponent) Scope() (self any, scope override.Scope) { return o, 0 }

// Scope implements [override.Scoper].
func (o imageOverrider) Scope() (self any, scope override.Scope) {
	return o, override.ScopeOf(o.Image)
}

// Scope implements [override.Scoper].
func (o plaintextOverrider) Scope() (self any, scope override.Scope) {
	return o, override.ScopeOf(o.Patch)
}
