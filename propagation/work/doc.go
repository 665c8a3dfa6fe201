// Package work makes the Works of a binding: what each member cluster is to have of an object, ready to be sent.
//
// # The model
//
// A binding says which clusters get an object, and how many replicas each. [Render] gives the Work of every such cluster, and
// [Orphans] the stored Works that no cluster is to have any more. Both look at values only: the object, the binding, the clusters, the
// override policies and the Works that are stored come in, and what is to be written comes out. Their steps stand on their own, too:
// [Targets] (which clusters), [Completions] (a Job's, divided), [Overrides] (policies and what is noted of them), [Prune]
// (what a cluster decides itself), [Finish] (what every manifest carries) and [Merge] (with the Work that is stored).
// [Namespace] makes the Works of a namespace, which need no binding.
//
// # The guarantees
//
//   - Inputs are never written, and what comes out shares nothing with them.
//   - A cluster that fails does not hide the others: their Works come out next to the error, which is an [*Error] for each cluster
//     that failed.
//   - An overridden manifest is what package override gives for the object and the cluster.
//   - The same input gives the same output. Lists are sorted.
//
// # As in Karmada
//
// The Works are those of Karmada f8fdd02df, also where it is surprising:
//
//   - Policies act before labels and annotations are set. So a policy may rename the object, and the Work with it, but cannot take
//     away what Karmada puts on it.
//   - An annotation that says which policies acted stays on a Work when they no longer do, see [Merge].
//   - Of two service account tokens that stand next to each other in a ServiceAccount, the second is not pruned, see [Prune].
//   - Completions below 0 are divided into 0 for every cluster.
//   - A cluster that is a target and has a direct eviction makes everything wait for as long as the eviction stands, see [Orphans].
//
// # Where this package differs
//
//   - Where Karmada crashes there is an error: a ServiceAccount of which an entry of secrets has no string as its name. Package
//     policy/karmada lists what that means for policies.
//   - Where Karmada wraps an integer around there is an error: completions beyond int32 of a Job that is divided, and any field of
//     a Job that its Go type has no room for.
//   - Labels and annotations that are no strings are an error, where Karmada drops all of the object's.
//   - The notes of which rules acted are sorted stably, where Karmada mixes up those of one policy when there are more than twelve.
package work
