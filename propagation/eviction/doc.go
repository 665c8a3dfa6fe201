// Package eviction decides which objects leave clusters that fail, or in which they fail, and when they have left.
//
// # The model
//
// An eviction takes a cluster out of the targets of a binding and adds a task for it ([Evict]). Three events of a control plane lead to one:
//
//	clusters have a taint NoExecute     TaintEvictions
//	an application is unhealthy         ApplicationFailover
//	somebody drains a cluster           Evict
//
// While the task exists, the Work in the cluster stays, unless the purge mode is Directly, and the scheduler does not choose the
// cluster. [Assess] drops the tasks that are over: their grace period has ended, or the object is healthy in all targets. Then the Work is
// deleted (see [github.com/overridekit/overridekit/propagation/work.Orphans]). A task gets its creation time with its first assessment. A
// user can keep or end a task with suppressDeletion.
//
// A task can carry parts of the status of the object ([PreserveState]). They become labels in the next cluster, see
// [github.com/overridekit/overridekit/propagation/work.PreservedLabels].
//
// Taints come from package propagation/cluster: Taints from the condition Ready, PolicyTaints from ClusterTaintPolicies. The former only have
// the effect NoSchedule, so a broken cluster evicts nothing until a policy or a person adds NoExecute.
//
// # The guarantees
//
//   - All functions are pure, and the time is an argument. Inputs are never written, and results share no memory with them. Several tasks of one
//     result may share the list of the clusters before a failover.
//   - Every decision has a [Decision] with its reason, and every result the time after which to look again. An assessed task is either kept or
//     dropped, and the order of tasks does not change.
//   - Assessing the kept tasks again at the same time changes nothing, unless one has just been created.
//   - No input makes them panic. Their cost is proportional to the tasks, the targets, the health items, the taints and the tolerations together.
//
// # As in Karmada
//
// The results are those of Karmada f8fdd02df, even where they are surprising:
//
//   - Old health ends a task. If the object was healthy in the other clusters before the eviction, the task is over with its second
//     assessment, before any new replica runs. A task waits only for clusters that are new or unhealthy.
//   - A binding without targets counts as healthy in all targets. A scheduled binding without clusters loses its last copy at once.
//   - The purge mode does not matter, so a task with the mode Never ends, too. Only suppressDeletion keeps it.
//   - A task without a creation time is kept, even if suppressDeletion is false.
//   - Exactly at the end of its grace period a task is kept and no retry is scheduled, not even for other tasks.
//   - Only the clusters of the binding itself are targets, not those of bindings that require it.
//   - If no cluster fits, the binding is not scheduled. Then a task ends with its grace period, and with it the last copy.
//   - If a cluster has several health items, the first counts.
//   - The scheduler ignores tolerationSeconds. After the time is over the object is evicted. If it is healthy elsewhere, the task is dropped at
//     once, duplicated scheduling takes the cluster back, and ten seconds later the object is evicted again, forever.
//   - The failover of a duplicated application is undone in the same way: the cluster is chosen again, with a new Work, even with the mode
//     Gracefully.
//   - Bindings of dependencies get no tasks: a ConfigMap leaves at once while its Deployment is kept.
//   - With the mode Directly the object is deleted even if no cluster can take it.
//   - State is only used with the mode Directly. Other tasks carry it without effect.
//   - The taint manager acts at a deadline, the failover of applications and the assessment only after it.
//   - With tolerationSeconds 0 an application waits for the next event of its binding, because there is no retry.
//
// # Differences from Karmada
//
//   - Karmada reads the clock several times in one assessment. Here all tasks see the same time.
//   - A grace period or a toleration that ends too late for a Go time never ends. In Karmada its seconds wrap around.
//   - An application without tolerationSeconds is an error, where Karmada panics.
//   - The states of all tasks of a binding have at most 1 MiB together. The same limit applies to the lists of the clusters before a failover. All
//     paths of one call have at most 2^20 steps together.
package eviction
