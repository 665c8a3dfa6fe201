// Package work renders the Works of a binding, the manifests that each member cluster gets, and syncs a Work with what its cluster holds.
//
// # The model
//
// A binding lists the clusters that get an object, and the replicas of each. [Render] returns a Work for each of these clusters, and
// [Orphans] the stored Works that are no longer needed. Both are pure functions of the object, the binding, the clusters, the override
// policies and the stored Works. Their steps can be called on their own: [Targets] (the clusters), [Overrides] (policies and their records),
// [Prune] (what a cluster decides itself), [NewDraft] (what every manifest has), [Draft.For] (the stored Work).
//
// [Sync] takes one Work and the objects in its cluster, and decides for each manifest what to do, with a reason: create, recreate, update,
// release, delete, leave, wait or refuse. The caller carries out the decisions; [SyncResult.After] turns the results into the conditions and
// finalizers of the Work. What an update sends is the manifest with what the cluster retains, see [Retain] and [Release]. A controller
// syncs a Work when the Work changes, when its cluster becomes ready, and when an object in the cluster changes, see [MemberEvent].
//
// # Drift
//
// Karmada updates an object whenever it differs from the manifest in any way. API servers set defaults, so most objects differ at all times, and
// Karmada sends an update without effect after every event in the cluster. Sync updates only if there is drift: a place where the cluster
// differs in more than defaults. [Decision] lists the drift and, apart from it, the fields that the cluster owns; NeedsUpdate is what Karmada
// decides. [Difference] has the rules.
//
// A field that only the cluster has may be a default, or an earlier manifest may have had it. So it is drift until the present manifest has
// been applied once, which the condition Applied records by its observed generation. After that, a field that somebody in the cluster adds
// counts if it has no default, or with [SyncInput].Edited.
//
// # What a controller keeps
//
// Sync keeps no state. A controller stores what it returns, and may remember one thing:
//
//   - The Work, as an API server stores it: its generation moves when its spec changes. Without that, fields that a manifest has lost stay in
//     the cluster.
//   - The conditions and finalizers of [Outcome], if Changed. If Retry, it calls Sync again later, with a delay that grows.
//   - In memory, the resourceVersion that its last write of each object returned, for [MemberEvent]. After a restart, it syncs all Works, with
//     [SyncInput].Edited if edits that were made meanwhile must not stay.
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
//   - The annotation that lists the policies that acted stays on a Work when they no longer act, see [Draft.For].
//   - If a ServiceAccount has two adjacent tokens, the second is not pruned, see [Prune].
//   - Completions below 0 become 0 for every cluster.
//   - A target with a direct eviction blocks all Works as long as the eviction exists, see [Orphans].
//   - Any object with the label karmada.io/managed may be updated or deleted, whoever set it. Two control planes with the same object
//     overwrite each other.
//   - If a policy begins to rename an object, the Work of the old name stays, and so does its object. [Superseded] finds it.
//   - A label or annotation that only the cluster has stays, even if it was added by mistake. Any other field that only the cluster has is
//     lost with the next update, for example the node ports of a Service.
//   - Only Deployments can retain their replicas. The template labels of an existing Job never change.
//   - An update that the API server refuses is sent again and again, for example that of an immutable field.
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
//   - Labels and annotations of a template or manifest that are not strings are an error, where Karmada drops all labels or annotations of the object.
//   - An interpreter that revises replicas and returns another object is an error. Karmada sends that object, so the one of the template is in no
//     cluster, and the status of the binding is never aggregated.
//   - Sync updates only if there is drift, so an edit of a field that has a default may stay. Karmada reverts all edits.
//   - A Work that preserves its objects can be deleted even if an object is gone, or is not managed by Karmada. There Karmada retries forever.
//   - A manifest that cannot be deleted or released does not block the other manifests of its Work, and one that cannot be read does not
//     block its deletion.
//   - A released object loses the labels of Karmada even if its list of managed keys is gone.
//   - [MemberEvent] also counts before the first write. Karmada ignores updates until then.
//   - The conflict error says how to resolve the conflict. Karmada's says that the conflict resolution is empty, even if it is abort.
//   - Condition messages stay within the API's limit and list at most ten errors.
//   - The records of rules are sorted stably, where Karmada reorders those of one policy if there are more than twelve.
package work
