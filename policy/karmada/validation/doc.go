// Package validation does what Karmada's admission does to policies: it validates them and sets defaults.
//
// Validate functions report exactly the errors of Karmada f8fdd02df (1.19), in its order, with its field paths, types and messages.
// An Update function also takes the stored policy. Default functions return a copy with the values that admission fills in.
//
// [ValidatePropagationEnums] reports values that a CustomResourceDefinition of Karmada refuses, before admission.
//
// Two families go beyond Karmada, so a webhook can choose them. Ratchet functions accept an update that leaves an old fault as it is. Warn
// functions report what is accepted but perhaps not meant; Lint of package karmada reports what cannot work.
//
// No function writes to its input. All are safe for concurrent use.
package validation
