package kubeadmiral

import "github.com/overridekit/overridekit/override"

// Scope implements [override.Scoper].
func (o stringMapOverrider) Scope() override.Scope { return override.ScopeOf(o.Overrider) }

// Scope implements [override.Scoper].
func (o divergingOverrider) Scope() override.Scope { return override.ScopeOf(o.Overrider) }

// Scope implements [override.Scoper].
func (unknownOperatorOverrider) Scope() override.Scope { return 0 }
