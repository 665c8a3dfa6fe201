package names

// Labels.
const (
	PropagationPolicyID        = "propagationpolicy.karmada.io/permanent-id"        // of the policy, its templates and bindings
	ClusterPropagationPolicyID = "clusterpropagationpolicy.karmada.io/permanent-id" // the same
	BindingID                  = "resourcebinding.karmada.io/permanent-id"          // of the binding, its Works and manifests
	ClusterBindingID           = "clusterresourcebinding.karmada.io/permanent-id"   // the same
	WorkID                     = "work.karmada.io/permanent-id"                     // of the Work and its manifest
	Managed                    = "karmada.io/managed"                               // "true" on every manifest
	RetainReplicas             = "resourcetemplate.karmada.io/retain-replicas"      // "true" keeps the replicas of the members
	ClaimedBy                  = "resourcetemplate.karmada.io/claimed-by"           // not empty: the template is somebody else's
	ManagedBy                  = "binding.karmada.io/managed-by"                    // who made a binding beside policies
	DependedByPrefix           = "resourcebinding.karmada.io/depended-by-"          // and Reference; the value is the id of the binding that depends
	SkipAutoPropagation        = "namespace.karmada.io/skip-auto-propagation"       // of a Namespace, "true"
)

// Annotations.
const (
	PropagationPolicyNamespace   = "propagationpolicy.karmada.io/namespace" // of templates and bindings: the policy that claims them
	PropagationPolicyName        = "propagationpolicy.karmada.io/name"
	ClusterPropagationPolicyName = "clusterpropagationpolicy.karmada.io/name"
	AppliedPlacement             = "policy.karmada.io/applied-placement"         // of bindings: the placement last scheduled, as JSON
	AppliedOverrides             = "policy.karmada.io/applied-overrides"         // of Works: a JSON list
	AppliedClusterOverrides      = "policy.karmada.io/applied-cluster-overrides" // the same
	BindingNamespace             = "resourcebinding.karmada.io/namespace"        // of Works and manifests
	BindingName                  = "resourcebinding.karmada.io/name"
	ClusterBindingName           = "clusterresourcebinding.karmada.io/name"
	WorkNamespace                = "work.karmada.io/namespace" // of manifests
	WorkName                     = "work.karmada.io/name"
	ConflictResolution           = "work.karmada.io/conflict-resolution" // "overwrite" or "abort"
	TemplateUID                  = "resourcetemplate.karmada.io/uid"
	TemplateGeneration           = "resourcetemplate.karmada.io/generation" // a decimal, only above 0
	ManagedLabels                = "resourcetemplate.karmada.io/managed-labels"
	ManagedAnnotations           = "resourcetemplate.karmada.io/managed-annotations"
	Dependencies                 = "resourcebinding.karmada.io/dependencies" // of bindings: a JSON list
)

// Finalizers.
const (
	ExecutionFinalizer      = "karmada.io/execution-controller"                // of Works
	BindingFinalizer        = "karmada.io/binding-controller"                  // of bindings
	ClusterBindingFinalizer = "karmada.io/cluster-resource-binding-controller" // of those for the whole cluster
	DependenciesFinalizer   = "karmada.io/binding-dependencies-distributor"    // of bindings whose dependencies follow
)
