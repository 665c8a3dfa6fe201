// Package mcs brings the Services of one cluster to others: the ServiceExports and ServiceImports of the Kubernetes MCS API, and the
// MultiClusterServices of Karmada.
//
// # The model of ServiceExport and ServiceImport
//
// A ServiceExport in a member cluster exports the Service with the same name. A ServiceImport in the control plane imports it. A policy
// propagates both, like any other object; only the name connects the two.
//
//	member m1                                 control plane                                    member m2
//	EndpointSlice web-x  ── ReportSlice ──▶  Work in karmada-es-m1 (suspended)
//	  of the Service web                           │ ImportSlice
//	                                         EndpointSlice imported-m1-web-x  ─┐
//	                                         Service derived-web               ├── policy ──▶  the same three objects
//	                                               ▲ DeriveService             │
//	                                         ServiceImport web  ───────────────┘
//
// The slices get the label of the Service derived-web, so clients of derived-web in m2 reach the pods of m1. The policy only selects the
// ServiceImport. The Service and the slices follow it as dependencies.
//
// # The model of MultiClusterService
//
// A MultiClusterService in the control plane provides the Service with the same name across clusters, without a ServiceExport and under
// its own name. It also replaces the policy of the Service.
//
//	control plane                                                                member
//	MultiClusterService web ── PropagateService ──▶ Work (suspended)             starts the collection of slices in provider m1
//	Service web             ◀── claims ──┘   └────▶ ResourceBinding web-service  brings the Service to all providers and consumers
//
//	Work in karmada-es-m1 (suspended)         ◀── ReportSlice ──                 EndpointSlice web-x in m1
//	  │ DispatchSlice
//	Work in karmada-es-m2                     ── as any other Work ──▶           EndpointSlice m1-web-x in m2
//
// A suspended Work is stored in the control plane, but is not written to its member cluster.
//
// # Events
//
// All functions are pure: they take what is stored, and return what must be written and deleted, with a reason. A controller that watches
// objects needs to know which function an event requires:
//
//	event                                                what to call
//	an EndpointSlice of a member was created or changed  [ServiceOf], [ShouldReport]: ReportSlice
//	an EndpointSlice of a member was deleted             [WorkOf]: CleanSlice
//	a ServiceExport was created or changed               [StaleWorks]: CleanSlice; then ReportSlice for the slices of its Service
//	a ServiceExport was deleted                          [ReportedWorks]: CleanSlice
//	a Work with a slice has changed, or is being deleted ImportSlice for one of a ServiceExport, DispatchSlice for one of a MultiClusterService
//	a ServiceImport has changed, or is gone              [DerivedServiceName]: DeriveService
//	an imported slice or a derived Service has changed   the binding of the ServiceImport: [bind.Batch.Distribute]
//	a MultiClusterService has changed                    PropagateService; DispatchSlice for the Works with its slices
//	its own Work appears in a cluster                    ReportSlice for the slices of its Service there
//	its own Work leaves a cluster                        [ReportedWorks]: CleanSlice, unless PropagateService has deleted both
//	its Service has changed                              PropagateService
//	a cluster has changed                                as if each MultiClusterService had changed
//
// The binding of a ServiceImport has the derived Service and the imported slices as dependencies only if its policy propagates dependencies.
// Karmada's admission sets propagateDeps for a policy that selects a ServiceImport, as DefaultPropagation of package validation does.
//
// # Clean-up
//
// CleanSlice removes a Work, or one source of it. Its finalizer keeps the Work until the slices that were made from it are deleted: ImportSlice
// returns the imported slices, DispatchSlice the dispatched Works. If the Work has another source, it loses only the labels of the first.
// ImportSlice and DispatchSlice treat that like the deletion of the Work. DeriveService returns the Service to delete once the
// ServiceImport is gone. Bindings have their objects as owners, so the garbage collector of the control plane deletes them afterwards.
// PropagateService deletes the Works and removes the claims of a MultiClusterService that is being deleted.
//
// # The guarantees
//
//   - Inputs are never written, and results share no memory with them.
//   - The same input gives the same output, in any order of the Works, slices and clusters. Lists are sorted. The time is an argument.
//   - A result that is stored and computed again changes nothing.
//   - Endpoints and ports are copied with all of their fields, including fields that this package does not know.
//   - A value of the wrong type is an error that names the object and the path, and says what was found and what was expected.
//
// # As in Karmada
//
// The results are those of Karmada f8fdd02df, even where that is surprising:
//
//   - Labels of a stored Work take precedence. If the label of a slice names another Service later, its Work keeps the old one.
//   - A Work with labels, but without a list of sources, is never deleted by CleanSlice, only relabelled. An empty list is one source with
//     an empty name: adding another gives ".ServiceExport".
//   - The imported slice loses all labels and annotations of the slice in the member, including the label that marks it headless.
//   - The imported slice gets the annotations with its Work only when it is new. Other annotations stay, other labels do not.
//   - An API server refuses to change the address type of a slice. A member that changes it needs a new slice.
//   - When a Work without a permanent id ends, the slices whose id is present but empty are deleted, even those of other Works.
//   - Each change of the ServiceImport removes all labels and annotations of the derived Service, including a policy's claim.
//   - A derived Service has the targetPort 0 in each port. The API server replaces it by the port.
//   - A ServiceImport that becomes Headless keeps the Service that was derived before. One that is being deleted keeps it until it is gone.
//   - A derived Service that a person has changed or deleted is not repaired until the ServiceImport changes.
//   - The Service of a ServiceImport whose name has more than 55 characters is derived, but its dependencies are an error: the label of
//     its slices would be too long.
//   - A slice without the label of a Service is collected for the Service with an empty name. No function finds its Work later, so
//     [ShouldReport] returns false for it.
//   - Names of imported slices can collide: slice b-c of cluster a and slice c of cluster a-b are both imported as imported-a-b-c. Names of
//     dispatched slices collide in the same way. The last one wins.
//   - Objects with these names that belong to others are overwritten: imported-<cluster>-<name> and derived-<name> in the control plane, and
//     <cluster>-<name> in a consumer.
//   - A name that becomes too long for the API server is not shortened: the API server refuses the object.
//   - A dispatched Work that is merged over one that collects for a ServiceExport keeps its labels. ImportSlice imports it as if
//     the endpoints were in the consumer.
//   - A collecting Work that a dispatched Work has overwritten keeps the annotation of the other cluster when it collects again. It counts as
//     collected because it is suspended.
//   - The finalizer karmada.io/mcs-endpointslice-collect-controller is never set.
//   - A dispatched Work has the name of the Work that it comes from. If two providers have slices of the same name, or a consumer
//     provides one itself, they overwrite each other. A collected Work of the consumer is dispatched then.
//   - Only the first manifest of a Work is dispatched, but every manifest is imported.
//   - Dispatched Works stay in a listed consumer that does not exist, and in one that is not ready. The Works of a MultiClusterService stay in
//     a provider in the same way.
//   - If a MultiClusterService is gone, DispatchSlice deletes nothing until the collecting Work is being deleted. Until it is gone, its
//     slices are still dispatched.
//   - A MultiClusterService without CrossCluster has the condition ServiceApplied, with the message that the Service is propagated. It
//     keeps its finalizer.
//   - The Works of a MultiClusterService are written even if the Service is missing.
//   - The binding keeps the labels and annotations of the policy that had claimed the Service, but loses all other finalizers. The names of
//     clusters that do not exist are in its placement.
//   - After a MultiClusterService is deleted, the Service still has two annotations with its name, and the binding its placement.
//
// # Differences from Karmada
//
//   - Where Karmada panics, the result is an error: CleanSlice for a Work without labels.
//   - Sources and cluster names are sorted. Karmada writes them in random order.
//   - A manifest that is not an EndpointSlice is an error. Karmada reads any object as one.
//   - A port beyond 32 bits is an error. Karmada wraps it around.
//   - ReportSlice does not write over a Work that propagates an EndpointSlice of the same name. In Karmada two controllers overwrite it in turns. So
//     an EndpointSlice that a policy brings to a cluster is never collected there, whatever labels an override policy gives it.
//   - A cluster that fails does not affect the others. Karmada stops at the first error, in random order.
//   - PropagateService also deletes collected slices whose cluster no longer has a Work of the MultiClusterService, and dispatched Works whose
//     collecting Work is gone without DispatchSlice, for example with its cluster. In Karmada both stay.
//   - If the clean-up of a MultiClusterService fails, it keeps its finalizer, and the Work in the cluster where it failed.
//   - Works that have the permanent id of a MultiClusterService, but name another one, are ignored.
//   - A dispatched Work is not dispatched again.
//   - A slice or Work that is already being deleted is not deleted again.
//   - Messages of conditions keep to the limit of the API.
package mcs
