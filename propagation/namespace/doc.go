// Package namespace propagates namespaces: it renders a Work with a namespace for every member cluster.
//
// # The model
//
// An object needs its namespace in each cluster that gets it. Karmada therefore copies every namespace of the control plane to every
// cluster. A namespace has no policy and no binding, and is not scheduled: [Input.ShouldSkip] reports whether a namespace stays in the
// control plane, and [Prepare] makes a Work for each cluster of the fleet, whatever its state. Cluster-wide override policies act on the
// namespaces as on any other object. A namespace owns its Works in the control plane, so they are deleted with it.
//
// # Events
//
//	event                            what to do
//	a namespace was created          [Prepare] its Works
//	a namespace has changed          Prepare its Works; a skipped one keeps its Works
//	a namespace is being deleted     delete its [Orphans], or leave that to the garbage collector
//	a namespace is gone              delete its Orphans
//	a cluster has joined             Prepare the Works of all namespaces
//	a cluster has left               nothing: its Works are deleted with its execution namespace
//	an override policy has changed   Prepare those that it selects, before or after the change; all if it has no selectors
//
// # The guarantees
//
//   - Inputs are never written, and results share no memory with them.
//   - A cluster that fails does not affect the others: their Works are returned with the error, which has a [work.Error] for each cluster
//     that failed.
//   - The same input gives the same output. The order of the clusters and of the stored Works does not matter.
//   - The namespace is copied only once for each Work.
//
// # As in Karmada
//
// The Works are those of Karmada f8fdd02df, even where that is surprising:
//
//   - A namespace that gets the label to skip it is no longer sent to new clusters, but its existing Works stay.
//   - The Works have no conflict resolution. A namespace that already exists in a cluster and does not belong to Karmada is therefore
//     not taken over, unless the namespace in the control plane has the annotation work.karmada.io/conflict-resolution: overwrite.
//   - A policy can rename a namespace, but its Work keeps the name.
//   - A Work gets the owner only when it is new.
//
// # Differences from Karmada
//
//   - A policy without selectors concerns all namespaces when it changes. Karmada renders them again only after another event.
package namespace
