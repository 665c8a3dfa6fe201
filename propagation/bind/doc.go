// Package bind makes bindings, as Karmada's detector and dependencies distributor do (Karmada f8fdd02df, 1.19).
//
// [Bind] makes the binding that a policy wants for a template, and [Merge] merges it into the stored one. [Distribute] follows a scheduled
// binding to what its template needs: a ConfigMap, for example, has a binding that names those that require it, and goes where they go.
// [Attach] and [Detach] are its two steps, and [Batch] does it for many bindings at once.
//
// Inputs are never written, and results share nothing with them. All functions are safe for concurrent use.
package bind
