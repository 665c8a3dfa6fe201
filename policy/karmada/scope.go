package karmada

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Scope implements [override.Scoper].
func (o commandArgsOverrider) Scope() override.Scope { return override.ScopeOf(o.Overrider) }

// Scope implements [override.Scoper].
func (o stringMapOverrider) Scope() override.Scope { return override.ScopeOf(o.Overrider) }

// Scope implements [override.Scoper].
func (o fieldOverrider) Scope() override.Scope { return override.ScopeAt(o.at) }

// Scope implements [override.Scoper].
func (p predicate) Scope() override.Scope { return override.ScopeAt(jsontree.Pointer(p)) }

// Scope implements [override.Scoper].
func (emptyField) Scope() override.Scope { return 0 }

// Scope implements [override.Scoper].
func (unknownComponent) Scope() override.Scope { return 0 }
