// Package simulation runs a control plane and its member clusters in memory, with the functions of this library as the controllers. It shows what an
// event leads to: a policy that changes, a cluster that is lost, a user who edits an object in a cluster, a Service that one cluster exports and another
// imports.
//
// # The model
//
// A [World] has a time, a control plane and member clusters. The control plane stores templates, policies, override policies, Cluster objects,
// bindings and Works. Each cluster has an API server, which stores objects. It sets defaults, allocates addresses, counts versions and generations,
// and refuses changes of immutable fields: the selectors of Deployments, ReplicaSets, DaemonSets, StatefulSets and Jobs, the pod template and the
// completion mode of a Job, the serviceName, podManagementPolicy and volumeClaimTemplates of a StatefulSet, the clusterIP of a Service, the type of a
// Secret, the data of ConfigMaps and Secrets that are immutable, the roleRef of role bindings, the addressType of an EndpointSlice, the node, volumes
// and service account of a Pod, and what a PersistentVolumeClaim has in its spec besides the resources.
//
// Events change what is stored: PutTemplate, PutPolicy, PutOverride, PutTaintPolicy and PutCluster and their opposites change the control plane, SetReady cuts a
// cluster off from it, Edit changes an object in a cluster, and Wait lets time pass. Nothing else happens until [World.Settle] runs the controllers.
// They run in rounds, until a round changes nothing. In a round,
//
//  1. Bindings and Works whose owners are gone are deleted.
//  2. [propagation.NewPlan] plans the present state, and its claims, bindings and Works are stored. Bindings and Works that nothing needs are deleted.
//  3. [work.Sync] decides for each Work what to do in its cluster. The API server of the cluster does it, or refuses it.
//  4. All replicas of the Deployments, StatefulSets and ReplicaSets in the clusters run. Other kinds get no status and are healthy. The statuses are
//     collected in the Works, the bindings and the templates.
//  5. Each Service with a selector has an EndpointSlice in its cluster. If the cluster has a ServiceExport, the slice is collected in a Work and imported
//     into the control plane (package mcs). A Service is derived from each ServiceImport. Both follow the ServiceImport into its clusters in the next
//     round. What was made for a ServiceExport, a Service or a ServiceImport that is gone is deleted.
//  6. The Cluster objects that are being deleted, and whose Works are gone, are removed.
//
// # The guarantees
//
//   - The same events give the same steps.
//   - After Settle, a cluster has exactly the objects that the bindings name, with the content of the Works, except for the fields that the cluster
//     owns, and the EndpointSlices of its own Services. Other clusters differ for a reason: one that is not ready does not change, one that left
//     while it was not ready keeps its objects, and one whose API server refuses a write is repaired when it accepts it. An object that has lost
//     the label karmada.io/managed is not written and not deleted. Each of these but the first is an [Action].
//   - A cluster that imports a Service has the endpoints of all ready clusters that export it. Those of a cluster that is not ready stay as they were,
//     and those of a cluster that leaves are removed.
//   - Another Settle changes nothing. It only retries what has failed, and lists that as actions and changes with their errors.
//   - When all templates are deleted, twice if there were ServiceImports, and all clusters are ready, no object is left in the control plane, and none
//     in a cluster. The exceptions are a cluster that left while it was not ready, which keeps its objects, and slices imported from it while it has a
//     ServiceExport; objects that stay because of preserveResourcesOnDeletion or because they have lost their label; and objects with finalizers that
//     were added in the cluster.
//   - If all placements are Duplicated, no object matches two policies, and nobody edits objects in clusters, the order of events does not matter.
//     Uids, generations and addresses that API servers count or allocate may differ.
//   - Values are copied, in and out. No argument panics; a World with a fault in a template or an override policy reports it.
//   - Objects have the limits of API servers, see [World.PutTemplate].
//
// # Simplifications
//
//   - A plan touches every binding: whatever changes, the scheduler looks at all of them. See [propagation.NewPlan].
//   - A template whose policy waits for override policies is claimed in the round after these appear. In Karmada nothing wakes it then: it waits
//     until its next retry, see [claim.MissingOverridesError].
//   - The order of controllers is fixed, and no write of the control plane is lost or late.
//   - A cluster that is not ready has the taint NoSchedule at once, without thresholds and leases. Its own controllers do nothing. Its objects are evicted
//     only by taints with the effect NoExecute, from ClusterTaintPolicies or Cluster objects, and only with the feature gate Failover and
//     [template.Options].Taints. All bindings are evicted at once, without an eviction rate.
//   - All objects in the clusters are healthy, so no application fails, and an eviction to a cluster that is ready ends at once.
//   - Namespaces always exist in the clusters, and every cluster has the kinds that its Cluster object reports. A Namespace that is deleted does not
//     delete the templates in it.
//   - The finalizers of templates are ignored. The only defaults that the control plane sets are the targets of the ports of derived Services,
//     and propagateDeps of policies that select ServiceImports.
//   - Nothing runs: no pods, no autoscalers, no conversion between API versions. The defaults are those of common kinds. A replica of a Deployment,
//     a StatefulSet or a ReplicaSet has an address as soon as it is wanted, and a Service has one slice with at most 100 of them.
//   - As in Karmada, a derived Service or an imported slice that somebody deletes in the control plane is made again when the ServiceImport, or the
//     slice in the cluster, changes.
//   - MultiClusterServices are templates like any other: their controllers do not run.
//   - A binding without a policy is not scheduled. If a cluster leaves meanwhile, and a policy claims the template again, divided replicas do not move:
//     the row of the template has the error.
//   - The events of member clusters do not reach the control plane. So a value that somebody adds to an object, and that may be a default, stays; see
//     [work.SyncInput].Edited.
//
// Time and memory of a round are those of a plan. In addition, each Service reads the workloads of its namespace in its cluster.
package simulation
