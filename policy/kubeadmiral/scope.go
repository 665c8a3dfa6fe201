package kubeadmiral

import "github.com/overridekit/overridekit/override"

// Scope implements [override.Scoper].
func (o stringMapOverrider) Scope() (self any, scope override.Scope) {
	return o, override.ScopeOf(o.Overrider)
}

// Scope implements [override.Scoper].
func (o divergingOverrider) Scope() (self any, scope override.Scope) {
	return o, override.ScopeOf(o.Overrider)
}

// Scope implements [override.Scoper].
func (o envOverrider) Scope() (self any, scope override.Scope) {
	return o, override.ScopeOf(o.Overrider)
}

// Scope implements [override.Scoper].
func (o unknownOperatorOverrider) Scope() (self any, scope override.Scope) { return o, 0 }

// Scope implements [override.Scoper].
func (o imageOverrider) Scope() (self any, scope override.Scope) {
	return o, override.ScopeOf(o.Image)
}

// Scope implements [override.Scoper].
func (o jsonPatchOverrider) Scope() (self any, scope override.Scope) {
	return o, override.ScopeOf(o.Patch)
}

// Scope implements [override.Scoper].
func (o finalizerOverrider) Scope() (self any, scope override.Scope) {
	return o, override.ScopeOf(o.Patch)
}
