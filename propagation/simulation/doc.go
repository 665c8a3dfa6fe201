// Package simulation runs a control plane and its member clusters in memory, with the functions of this library as the controllers. It shows what an
// event leads to: a policy that changes, a cluster that is lost, a user who edits an object in a cluster.
//
// # The model
//
// A [World] has a time, a control plane and member clusters. The control plane stores templates, policies, override policies, Cluster objects,
// bindings and Works. Each cluster has an API server, which stores objects. It sets defaults, allocates addresses, counts versions and generations,
// and refuses changes of immutable fields.
//
// Events change what is stored: PutTemplate, PutPolicy, PutOverride and PutCluster and their opposites change the control plane, SetReady cuts a
// cluster off from it, Edit changes an object in a cluster, and Wait lets time pass. Nothing else happens until [World.Settle] runs the controllers.
// They run in rounds, until a round changes nothing. In a round,
//
//  1. [propagation.NewPlan] plans the present state, and its claims, bindings and Works are stored. Bindings and Works that nothing needs any more are
//     deleted.
//  2. [work.Sync] decides for each Work what to do in its cluster. The API server of the cluster does it, or refuses it.
//  3. All replicas of the workloads in the clusters run, and their statuses are collected in the Works, the bindings and the templates.
//
// # The guarantees
//
//   - The same events give the same steps.
//   - After Settle, a cluster has exactly the objects that the bindings name, with the content of the Works, except for the fields that the cluster
//     owns. Other clusters differ for a reason: one that is not ready does not change, one that left while it was not ready keeps its objects, and
//     one whose API server refuses a write is repaired when it accepts it.
//   - Another Settle changes nothing.
//   - If all placements are Duplicated, no object matches two policies, and nobody edits objects in clusters, the order of events does not matter.
//   - Values are copied, in and out. No argument panics; a World with a fault in a template or an override policy reports it.
//
// # What is simple on purpose
//
//   - A plan touches every binding: whatever changes, the scheduler looks at all of them. See [propagation.NewPlan].
//   - The order of controllers is fixed, and no write of the control plane is lost or late.
//   - A cluster that is not ready has the taint NoSchedule at once. Nothing is evicted, unless the stored bindings have eviction tasks.
//   - Namespaces always exist in the clusters, and every cluster has the kinds that its Cluster object reports.
//   - Nothing runs: no pods, no autoscalers, no conversion between API versions. The defaults are those of common kinds.
//   - A binding without a policy is not scheduled. If a cluster leaves meanwhile, and a policy claims the template again, divided replicas do not move:
//     the row of the template has the error.
//   - The events of member clusters do not reach the control plane. So a value that somebody adds to an object, and that may be a default, stays; see
//     [work.SyncInput].Edited.
//
// Time and memory of a round are those of a plan, and each binding reads all Works.
package simulation
