// Package bind makes bindings, as Karmada's detector and dependencies distributor do (Karmada f8fdd02df, 1.19).
//
// [Bind] makes the binding of a template and its policy, and [Merge] merges it into the stored one. [Batch.Distribute] makes the bindings of
// the objects that a template needs: the binding of a ConfigMap, for example, lists the bindings that require it, and goes to all their clusters.
//
// [Follow] does the same for an object that names the workload it belongs to, as an autoscaler does: the workload does not need the autoscaler,
// but the autoscaler must be where the workload is. [WorkloadOf] reads the name of the workload, and a [Followers] index finds the followers of a
// binding. Karmada has no such step today. There, a policy must select the autoscaler too.
//
// Do not run Karmada's own dependencies distributor beside Follow: from each binding with propagateDeps it detaches what its interpreter does not
// name as a dependency, so it undoes Follow. [Batch.Distribute] with the followers replaces it. For bindings without propagateDeps it does nothing, as long
// as they lack its finalizer.
//
// Inputs are never written, and results share no memory with them. All functions are safe for concurrent use.
package bind
