// Package validation does what Karmada's admission does to policies: it validates them and sets defaults.
//
// Validate functions report exactly the errors of Karmada f8fdd02df (1.19), in its order, with its field paths, types and texts. A policy
// that passes may still have no effect; Lint of package karmada reports that. An Update function takes the policy as it is now and as it
// was before.
//
// Default functions give a copy with the values that admission fills in. No function writes to its input. All are safe for concurrent
// use.
package validation
