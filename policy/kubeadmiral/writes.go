package kubeadmiral

import "github.com/overridekit/overridekit/override"

// Writes implements [override.Writer].
func (o stringMapOverrider) Writes() (self any, writes []override.KnownWrite) {
	return o, override.WritesOf(o.Overrider)
}

// Writes implements [override.Writer].
func (o jsonPatchOverrider) Writes() (self any, writes []override.KnownWrite) {
	return o, override.WritesOf(o.Patch)
}

// Writes implements [override.Writer].
func (o finalizerOverrider) Writes() (self any, writes []override.KnownWrite) {
	return o, override.WritesOf(o.Patch)
}

// Writes implements [override.Writer].
func (o imageOverrider) Writes() (self any, writes []override.KnownWrite) {
	return o, override.WritesOf(o.Image)
}

// Writes implements [override.Writer]. The entry names the place, even though it fails.
func (o protectedOverrider) Writes() (self any, writes []override.KnownWrite) {
	return o, []override.KnownWrite{{Pointer: o.at}}
}

// Scope implements [override.Scoper].
func (o protectedOverrider) Scope() (self any, scope override.Scope) { return o, 0 }
