// Package eviction decides which eviction tasks of an object are over and which must wait.
//
// # The model
//
// An eviction task moves an object away from a cluster. Another controller has taken the cluster out of the targets and has added the task to
// the binding. While the task exists, the Work in the cluster stays, unless the purge mode is Directly, and the scheduler does not choose the
// cluster. [Assess] drops the tasks that are over: their grace period has ended, or the object is healthy in all targets. Then the Work is
// deleted (see [github.com/overridekit/overridekit/propagation/work.Orphans]). A task gets its creation time with its first assessment. A
// user can keep or end a task with suppressDeletion.
//
// [AssessBinding] assesses the tasks of a stored binding, and [Assess] those of any source, for example of a plan.
//
// # The guarantees
//
//   - Both are pure functions, and the time is an argument. Inputs are never written, and results share no memory with them.
//   - Every assessed task has a [Decision] with its reason. A task is either kept or dropped, and the order of tasks does not change.
//   - Assessing the kept tasks again at the same time changes nothing, unless one has just been created.
//   - No input makes them panic. The time is proportional to the tasks, the targets and the health items together.
//
// # As in Karmada
//
// The results are those of Karmada f8fdd02df, even where they are surprising:
//
//   - Old health ends a task. If the object was healthy in the other clusters before the eviction, the task is over with its second
//     assessment, before any new replica runs. A task waits only for clusters that are new or unhealthy.
//   - No target counts as healthy in all targets. A scheduled binding without clusters loses its last copy at once.
//   - The purge mode does not matter, so a task with the mode Never ends as well. Only suppressDeletion keeps it.
//   - A task without a creation time is kept, even if suppressDeletion is false.
//   - Exactly at the end of its grace period a task is kept and no retry is scheduled, not even for other tasks.
//   - Only the clusters of the binding itself are targets, not those of bindings that require it.
//   - If no cluster fits, the binding is not scheduled. Then a task ends with its grace period, and with it the last copy.
//   - Of several health items of one cluster the first counts.
//
// # Differences from Karmada
//
//   - Karmada reads the clock several times in one assessment. Here all tasks see the same time.
//   - A grace period that ends too late for a Go time never ends.
package eviction
