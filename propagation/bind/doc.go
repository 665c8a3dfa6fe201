// Package bind makes bindings, as Karmada's detector and dependencies distributor do (Karmada f8fdd02df, 1.19).
//
// [Bind] makes the binding of a template and its policy, and [Merge] merges it into the stored one. [Distribute] makes the bindings of the
// objects that a template needs: the binding of a ConfigMap, for example, lists the bindings that require it, and goes to all their clusters.
// [Attach] and [Detach] are its two steps, and a [Batch] does it for many bindings at once.
//
// Inputs are never written, and results share no memory with them. All functions are safe for concurrent use.
package bind
