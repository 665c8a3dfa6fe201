// Package cluster computes the facts of member clusters: what a control plane keeps for a cluster, and what the status of a cluster reports about
// its nodes, pods, APIs and health.
//
// # The model
//
// A [api.Cluster] is a member cluster in the control plane. Two controllers act on it. The first keeps what the control plane needs for it:
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
// summaries. A [Summary] of 100,000 pods needs only the memory for the nodes, because it keeps no pod.
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
//   - An object that cannot be read is an error with its name and the path of the field, and a Summary does not change then. So a caller can skip
//     the object. Only the fields that count are read: other fields may be invalid.
//   - Amounts beyond an int64 do not wrap: requests and their totals stay at the limit.
//   - The same objects in the same order give the same result. The counts of nodes, their sums and the sums of pods without init containers do
//     not depend on the order.
//
// # As in Karmada
//
// The facts are those of Karmada f8fdd02df, even where that is surprising:
//
//   - An init container is compared with the total of its pod and all pods before it, not with its pod alone. So it hardly counts in a large
//     cluster, and the order of the pods matters, see [Summary.AddPod].
//   - A pod without a node is allocating even after it has failed, and a pod on an unknown node is allocated.
//   - Nodes that are not ready, cordoned or tainted count as allocatable.
//   - The first node whose pods leave no room for another ends the count of the grades, and so does one that reports no resources. All nodes
//     after it are ignored, so the order of the nodes matters, see [Summary.Modelings]. To count all others, add these nodes last.
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
//   - A field that cannot be read is an error only if it counts. Karmada decodes the whole object.
//   - Of several equal taints all are removed. The API allows only one.
package cluster
