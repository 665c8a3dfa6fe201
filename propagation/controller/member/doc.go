// Package member brings the Works of a control plane to its member clusters, and reports the status of the members back.
//
// # The model
//
//	Cluster + Secret ──> member: a connection, a queue of Works, workers
//	Work ──> work.Sync ──> create, update, delete, … in the member      only where there is drift
//	object in the member ──> work.MemberEvent ──> work.Sync             edits are repaired, deleted objects are created again
//	                    └──> status.Reflect ──> status of the Work
//	Work ──> status.AggregateBinding ──> status of the binding
//	                    └──> status.AggregateTemplate ──> status of the template
//	health, APIs, nodes and pods ──> cluster.Report ──> status of the Cluster
//	Cluster ──> cluster.Sync ──> its execution namespace, taints and finalizer
//
// Every decision is that of a function in package propagation. This package reads its input, and writes its results. [SetupWithManager] adds everything
// to a manager of controller-runtime.
//
// # What a member cannot do to others
//
// Each member has its own connection, queue and workers, and each call ends after [Options].Timeout. So a member that is slow, hangs or is down
// only delays its own Works. When its Cluster is no longer ready, its Works wait without calls until it is. It keeps its objects, and the taints
// of the Cluster keep new ones away.
//
// An object in a member can only change the status of Works of that member, whatever its annotations say. The Secret of a cluster is data, see [Config].
//
// # What is read and written
//
//   - A Work that is synced costs one read from the member for each manifest, and a write only if there is drift. Its status is written once, with
//     the conditions and the status of the objects, and only if it changes.
//   - An update has the resourceVersion of the object that was read. After a conflict, the Work is synced again.
//   - A status that changes in a member costs no call of the member. Only objects with the label karmada.io/managed are watched.
//   - In a steady state nothing is written. After a restart every Work is synced: one read for each object.
//   - An edit that was made while no operator ran is repaired if the manifest has the value. A value that was added to an object meanwhile, and that
//     may be a default, stays; see [work.SyncInput].Edited.
//   - A manifest must have the labels and annotations of [work.NewDraft], as those of [work.Render] have. Without them its object is created, but
//     not watched, and an update of it is refused.
//   - A kind that was watched once in a member is watched until its connection ends.
//
// # Shards
//
// Replicas of an operator share the work if Options.Owns is that of package shard. All replicas have connections and watches of all members; each
// syncs the Works, aggregates the bindings and reports the Clusters that it owns.
//
// # What the control plane needs
//
// The control plane must have the kinds of package crds. Something else writes the Works, such as the Hub of package controller. The operator needs
// the rights to read Clusters, Secrets, Works, bindings, templates and Namespaces, to patch Clusters, Works and the status of all of these except
// Secrets and Namespaces, and to create and delete the execution namespaces.
//
// The namespace controller of Kubernetes deletes the Works in the namespace of a cluster that leaves. The Cluster is removed when no binding has it in
// its spec.
package member
