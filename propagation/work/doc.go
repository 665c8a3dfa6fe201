// Package work renders the Works of a binding, the manifests that each member cluster gets, and syncs a Work with what its cluster holds.
//
// # The model
//
// A binding lists the clusters that get an object, and the replicas of each. [Render] returns a Work for each of these clusters, and
// [Orphans] the stored Works that are no longer needed. Both are pure functions of the object, the binding, the clusters, the override
// policies and the stored Works. Their steps can be called on their own: [Targets] (the clusters), [Completions] (dividing a Job),
// [Overrides] (policies and their records), [Prune] (what a cluster decides itself), [Finish] (what every manifest has) and [Merge]
// (with the stored Work). [Assemble] finishes and merges in one, for callers that make many Works, as package namespace does.
//
// [Sync] takes one Work and the objects in its cluster, and decides for each manifest what to do, with a reason: create, recreate, update,
// release, delete, leave, wait or refuse. The caller carries out the decisions; [SyncResult.After] turns the results into the conditions and
// finalizers of the Work. What an update sends is the manifest with what the cluster retains, see [Retain] and [Release]. A controller
// syncs a Work when the Work changes, when its cluster becomes ready, and when an object in the cluster changes, see [MemberEvent].
//
// # Drift
//
// Karmada updates an object whenever it differs from the manifest in any way. API servers set defaults, so most objects differ at all times, and
// each event in the cluster costs an update without effect. Sync updates only if there is drift: a place where the cluster has another
// value than the manifest. [Decision] lists the drift and, apart from it, the fields that the cluster owns; NeedsUpdate is what Karmada decides.
//
// A field that the manifest lacks may be a default, or an earlier manifest may have had it. So it is drift until the present manifest has been
// applied once. The condition Applied records this by its observed generation; nothing must be remembered in memory. What the cluster itself
// adds later stays, unless it is an entry of a map like data or labels. The rules are those of [Difference].
//
// # The guarantees
//
//   - Inputs are never written, and results share no memory with them.
//   - A cluster that fails does not affect the others: their Works are returned with the error, which has an [*Error] for each cluster
//     that failed.
//   - An overridden manifest is the result of package override for the object and the cluster.
//   - The same input gives the same output. Lists are sorted.
//
// # As in Karmada
//
// The Works are those of Karmada f8fdd02df, even where that is surprising:
//
//   - Policies act before labels and annotations are set. So a policy can rename the object and its Work, but cannot remove what
//     Karmada adds.
//   - The annotation that lists the policies that acted stays on a Work when they no longer act, see [Merge].
//   - Of two adjacent service account tokens in a ServiceAccount, the second is not pruned, see [Prune].
//   - Completions below 0 become 0 for every cluster.
//   - A target with a direct eviction blocks all Works as long as the eviction exists, see [Orphans].
//   - The label karmada.io/managed is enough to update or delete an object, whoever has set it: two control planes with the same object
//     overwrite each other.
//   - A label or annotation that only the cluster has stays, even if it was added by mistake. A field of the cluster that the manifest lacks
//     is lost with the next update, for example the node ports of a Service.
//   - Of the workloads only a Deployment can retain its replicas. The labels in the template of a Job never change once it exists.
//   - A Work loses its finalizer when its objects are being deleted, before they are gone.
//   - A released object keeps the claim of a ClusterPropagationPolicy if it has a namespace, the reference to a ClusterResourceBinding,
//     and the conflict resolution, see [Release].
//
// # Differences from Karmada
//
//   - Where Karmada panics, the result is an error: an entry in the secrets of a ServiceAccount whose name is not a string, in a manifest or in
//     the cluster. Package policy/karmada lists the cases for policies.
//   - Where Karmada truncates an integer, the result is an error: completions beyond int32 of a divided Job, and any field of a Job that
//     does not fit its Go type.
//   - Labels and annotations that are not strings are an error, where Karmada drops all labels or annotations of the object.
//   - Sync updates only where there is drift, see above.
//   - A Work that preserves its objects can be deleted even if an object is gone, or is not managed by Karmada. There Karmada tries for ever.
//   - A manifest that cannot be deleted or released does not keep the other manifests of its Work.
//   - The error about an object that Karmada does not manage says what to do. Karmada's says that the conflict resolution is empty, even if
//     it is abort.
//   - Messages of conditions keep to the limit of the API. They list at most ten errors.
//   - The records of rules are sorted stably, where Karmada reorders those of one policy if there are more than twelve.
package work
