// Package bind makes bindings, as Karmada's detector and dependencies distributor do (Karmada f8fdd02df, 1.19).
//
// [Bind] makes the binding of a template and its policy, and [Merge] merges it into the stored one. [Distribute] makes the bindings of the
// objects that a template needs: the binding of a ConfigMap, for example, lists the bindings that require it, and goes to all their clusters.
// [Attach] and [Detach] are its two steps, and a [Batch] does it for many bindings at once.
//
// [Follow] does the same for an object that names the workload it belongs to, as an autoscaler does: the workload does not need the autoscaler,
// but the autoscaler must be where the workload is. Karmada has no such step today. There, a policy must select the autoscaler too.
//
// Inputs are never written, and results share no memory with them. All functions are safe for concurrent use.
package bind
