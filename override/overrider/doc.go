// Package overrider implements [override.Overrider] for images, commands and arguments, environment variables, labels and annotations,
// documents inside strings, and JSON patches.
//
// An overrider is an immutable value, safe for concurrent use. It does not depend on the policies of any system: a dialect, such as
// package policy/karmada, compiles them to overriders. A program may use the overriders in its own policies, next to its own overriders;
// this package uses only the exported API of package override.
package overrider
