// Package overrider has what a step of a policy can do to an object, as implementations of [override.Overrider]: to images, containers,
// environment variables, labels and annotations, documents inside strings, and any place by JSON patch.
//
// An overrider is a value, read-only once it is made, and safe for concurrent use. It does not read what systems write in their policies;
// the dialects, such as policy/karmada, translate that. Programs may use overriders in policies of their own, beside others of their own:
// nothing here uses what package override does not give to everybody.
package overrider
