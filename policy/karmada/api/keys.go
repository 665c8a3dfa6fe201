package api

// Domain is the domain of the labels, annotations and finalizers that Karmada owns, also as the end of other ones: "karmada.io/managed",
// "work.karmada.io/name".
const Domain = "karmada.io"

// Labels.
const (
	PropagationPolicyIDLabel        = "propagationpolicy.karmada.io/permanent-id"        // of the policy, its templates and bindings
	ClusterPropagationPolicyIDLabel = "clusterpropagationpolicy.karmada.io/permanent-id" // the same
	BindingIDLabel                  = "resourcebinding.karmada.io/permanent-id"          // of the binding, its Works and manifests
	ClusterBindingIDLabel           = "clusterresourcebinding.karmada.io/permanent-id"   // the same
	WorkIDLabel                     = "work.karmada.io/permanent-id"                     // of the Work and its manifest
	ManagedLabel                    = "karmada.io/managed"                               // "true" on every manifest
	RetainReplicasLabel             = "resourcetemplate.karmada.io/retain-replicas"      // "true" keeps the replicas of the members
	ClaimedByLabel                  = "resourcetemplate.karmada.io/claimed-by"           // not empty: the template belongs to another owner
	ManagedByLabel                  = "binding.karmada.io/managed-by"                    // creator of a binding that no policy has created
	DependedByLabelPrefix           = "resourcebinding.karmada.io/depended-by-"          // and Reference; the value is the id of the binding that depends
	SystemLabel                     = "karmada.io/system"                                // "true" on the objects of Karmada itself, such as execution namespaces
	SkipAutoPropagationLabel        = "namespace.karmada.io/skip-auto-propagation"       // of a Namespace, "true"
)

// Labels of services across clusters.
const (
	ServiceNamespaceLabel             = "endpointslice.karmada.io/namespace"           // of a Work with the EndpointSlice of an exported Service: the Service
	ServiceNameLabel                  = "endpointslice.karmada.io/name"                // the same
	CollectedByLabel                  = "endpointslice.karmada.io/managed-by"          // of a Work with a collected EndpointSlice: why it is collected
	MultiClusterServiceNamespaceLabel = "multiclusterservice.karmada.io/namespace"     // of the Works of a MultiClusterService
	MultiClusterServiceNameLabel      = "multiclusterservice.karmada.io/name"          // the same
	MultiClusterServiceIDLabel        = "multiclusterservice.karmada.io/permanent-id"  // of the MultiClusterService, its Works, Service and binding
	EndpointSliceServiceLabel         = "kubernetes.io/service-name"                   // of an EndpointSlice: its Service
	EndpointSliceManagedByLabel       = "endpointslice.kubernetes.io/managed-by"       // of an EndpointSlice: the controller that writes it
	ImportedEndpointSliceController   = "endpointslice-controller.karmada.io"          // a value of EndpointSliceManagedByLabel
	DispatchedEndpointSliceController = "endpointslice-dispatch-controller.karmada.io" // the same
)

// Annotations.
const (
	PropagationPolicyNamespaceAnnotation   = "propagationpolicy.karmada.io/namespace" // of templates and bindings: the policy that claims them
	PropagationPolicyNameAnnotation        = "propagationpolicy.karmada.io/name"
	ClusterPropagationPolicyNameAnnotation = "clusterpropagationpolicy.karmada.io/name"
	AppliedPlacementAnnotation             = "policy.karmada.io/applied-placement"         // of bindings: the placement last scheduled, as JSON
	AppliedOverridesAnnotation             = "policy.karmada.io/applied-overrides"         // of Works: a JSON list
	AppliedClusterOverridesAnnotation      = "policy.karmada.io/applied-cluster-overrides" // the same
	BindingNamespaceAnnotation             = "resourcebinding.karmada.io/namespace"        // of Works and manifests
	BindingNameAnnotation                  = "resourcebinding.karmada.io/name"
	ClusterBindingNameAnnotation           = "clusterresourcebinding.karmada.io/name"
	WorkNamespaceAnnotation                = "work.karmada.io/namespace" // of manifests
	WorkNameAnnotation                     = "work.karmada.io/name"
	ConflictResolutionAnnotation           = "work.karmada.io/conflict-resolution" // "overwrite" or "abort"
	TemplateUIDAnnotation                  = "resourcetemplate.karmada.io/uid"
	TemplateGenerationAnnotation           = "resourcetemplate.karmada.io/generation" // a decimal, only above 0
	ManagedLabelsAnnotation                = "resourcetemplate.karmada.io/managed-labels"
	ManagedAnnotationsAnnotation           = "resourcetemplate.karmada.io/managed-annotations"
	DependenciesAnnotation                 = "resourcebinding.karmada.io/dependencies"  // of bindings: a JSON list
	MultiClusterServiceNamespaceAnnotation = "multiclusterservice.karmada.io/namespace" // of a Service and its binding
	MultiClusterServiceNameAnnotation      = "multiclusterservice.karmada.io/name"
	ProvisionClusterAnnotation             = "endpointslice.karmada.io/provision-cluster" // of a dispatched EndpointSlice and its Work: where it is from
)

// Finalizers.
const (
	ClusterFinalizer        = "karmada.io/cluster-controller"                  // of Clusters
	ExecutionFinalizer      = "karmada.io/execution-controller"                // of Works
	BindingFinalizer        = "karmada.io/binding-controller"                  // of bindings
	ClusterBindingFinalizer = "karmada.io/cluster-resource-binding-controller" // of ClusterResourceBindings
	DependenciesFinalizer   = "karmada.io/binding-dependencies-distributor"    // of bindings with PropagateDeps

	EndpointSliceFinalizer       = "karmada.io/endpointslice-controller"              // of Works with the EndpointSlice of an exported Service
	DispatchFinalizer            = "karmada.io/mcs-endpointslice-dispatch-controller" // of Works with the EndpointSlice of a MultiClusterService
	MultiClusterServiceFinalizer = "karmada.io/multiclusterservice-controller"        // of a MultiClusterService
)

// The keys of taints that Karmada sets on clusters.
const (
	TaintClusterNotReady    = "cluster.karmada.io/not-ready"   // the cluster is not ready
	TaintClusterUnreachable = "cluster.karmada.io/unreachable" // it is unknown whether the cluster is ready
)
