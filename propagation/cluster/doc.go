// Package cluster computes the status of member clusters (nodes, pods, APIs and health) and what a control plane must keep for them.
//
// # The model
//
// An [api.Cluster] is a member cluster in the control plane. Two controllers act on it. The first keeps what the control plane needs for it:
// [Sync] returns the execution namespace for its Works, the finalizer and the [Taints], and the steps of a deletion in their order.
//
// The second reads the cluster itself. One round of it is:
//
//	Health, ReadyCondition   is the cluster online and healthy?
//	Thresholds.Ready         has that lasted long enough to change the condition?
//	Enablements              its APIs, from the discovery lists
//	Summary                  its nodes and pods, one object at a time
//	Report.Status            the new status, from all of these
//
// The scheduler reads the results: [APIStateOf] reports whether a cluster has a kind, and package propagation/schedule estimates capacity from the
// summaries. A [Summary] of 100,000 pods needs only the memory for the nodes, because it keeps no pod. After the status has changed, call [Sync]
// again, because the taints follow it.
//
// # Grades of nodes
//
// The sum of all free resources does not show how large the free nodes are. Resource models divide nodes into grades, from small to large, and
// [Summary.Modelings] counts the nodes of each grade by what is free on them. [StandardModels] has Karmada's nine grades.
//
// # The guarantees
//
//   - Inputs are never written, and results share no memory with them.
//   - The clock is an argument.
//   - If an object cannot be read, the error has its name and the path of the field, and the Summary does not change. So a caller can skip the
//     object; without a pod the cluster looks emptier than it is. Only the fields that a rule names are read, with every entry of their lists and
//     maps; other fields may be invalid.
//   - Amounts beyond an int64 do not wrap: requests and their totals stay at the limit.
//   - The same objects in the same order give the same result. The number of nodes, the values (not the formats) of their sums, and the sums of
//     non-negative requests without init containers do not depend on the order; the grades do, see [Summary.Modelings].
//
// # As in Karmada
//
// The results are those of Karmada f8fdd02df, even where that is surprising:
//
//   - An init container is compared with the total of its pod and all pods before it, not with its pod alone. So it hardly counts in a large
//     cluster, and the order of the pods matters, see [Summary.AddPod].
//   - A pod without a node counts as allocating even after it has failed. A pod on an unknown node counts as allocated.
//   - Nodes that are not ready, cordoned or tainted count as allocatable.
//   - Counting stops at the first node that has no room for another pod or reports no resources. All nodes after it are ignored, so the order of
//     the nodes matters, see [Summary.Modelings]. To count all others, add these nodes last.
//   - Resource models with different numbers of ranges count no nodes. Minima that do not ascend give wrong counts.
//   - A cluster whose health endpoint answers with an error is not reachable, see [Health].
//   - A cluster without the condition Ready is tainted, but one with a status of Ready that is not True, False or Unknown keeps its taints.
//   - The taints have the effect NoSchedule: a broken cluster gets nothing new, but keeps what it has.
//   - The old summaries of a cluster stay while it is not ready. If discovery fails, its APIs are replaced by the incomplete list.
//   - An API that is not in an incomplete list is unknown, which the scheduler reads as disabled.
//
// # Differences from Karmada
//
//   - Resource models without ranges are an error, where Karmada panics.
//   - Amounts beyond an int64 stay at its limit, where Karmada's wrap, or become 0.
//   - Uneven resource models return an error with the missing counts, where Karmada only logs it.
//   - A field that cannot be read is an error only if a rule names it. Karmada decodes the whole object.
//   - If a taint occurs more than once, all copies are removed. The API allows only one.
package cluster
