// Package work renders the Works of a binding: the manifests that each member cluster gets.
//
// # The model
//
// A binding lists the clusters that get an object, and the replicas of each. [Render] returns a Work for each of these clusters, and
// [Orphans] the stored Works that are no longer needed. Both are pure functions of the object, the binding, the clusters, the override
// policies and the stored Works. Their steps can be called on their own: [Targets] (the clusters), [Completions] (dividing a Job),
// [Overrides] (policies and their records), [Prune] (what a cluster decides itself), [Finish] (what every manifest has) and [Merge]
// (with the stored Work). [Assemble] finishes and merges in one, for callers that make many Works, as package namespace does.
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
//
// # Differences from Karmada
//
//   - Where Karmada panics, the result is an error: an entry in the secrets of a ServiceAccount whose name is not a string. Package
//     policy/karmada lists the cases for policies.
//   - Where Karmada truncates an integer, the result is an error: completions beyond int32 of a divided Job, and any field of a Job that
//     does not fit its Go type.
//   - Labels and annotations that are not strings are an error, where Karmada drops all labels or annotations of the object.
//   - The records of rules are sorted stably, where Karmada reorders those of one policy if there are more than twelve.
package work
