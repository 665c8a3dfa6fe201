package policy

import "k8s.io/apimachinery/pkg/runtime/schema"

// builtinScopes are the scopes of clusterScopedKinds and namespacedKinds.
var builtinScopes = func() map[schema.GroupKind]Scope {
	scopes := map[schema.GroupKind]Scope{}
	for scope, groups := range map[Scope]map[string][]string{ScopeCluster: clusterScopedKinds, ScopeNamespaced: namespacedKinds} {
		for group, names := range groups {
			for _, kind := range names {
				scopes[schema.GroupKind{Group: group, Kind: kind}] = scope
			}
		}
	}
	return scopes
}()

// clusterScopedKinds are the built-in kinds without a namespace, by group. Sources: the types of k8s.io/api v0.35 that are marked
// genclient:nonNamespaced, APIService and CustomResourceDefinition; the CustomResourceDefinitions of Karmada v1.19 and KubeAdmiral, and the
// kinds of Karmada's aggregated API server.
var clusterScopedKinds = map[string][]string{
	"":                             {"ComponentStatus", "Namespace", "Node", "PersistentVolume"},
	"admissionregistration.k8s.io": {"MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding", "MutatingWebhookConfiguration", "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding", "ValidatingWebhookConfiguration"},
	"apiextensions.k8s.io":         {"CustomResourceDefinition"},
	"apiregistration.k8s.io":       {"APIService"},
	"apps.karmada.io":              {"WorkloadRebalancer"},
	"authentication.k8s.io":        {"SelfSubjectReview", "TokenReview"},
	"authorization.k8s.io":         {"SelfSubjectAccessReview", "SelfSubjectRulesReview", "SubjectAccessReview"},
	"certificates.k8s.io":          {"CertificateSigningRequest", "ClusterTrustBundle"},
	"cluster.karmada.io":           {"Cluster"},
	"config.karmada.io":            {"ResourceInterpreterCustomization", "ResourceInterpreterWebhookConfiguration"},
	"core.kubeadmiral.io":          {"ClusterCollectedStatus", "ClusterFederatedObject", "ClusterOverridePolicy", "ClusterPropagatedVersion", "ClusterPropagationPolicy", "FederatedCluster", "FederatedTypeConfig", "SchedulerPluginWebhookConfiguration", "SchedulingProfile"},
	"flowcontrol.apiserver.k8s.io": {"FlowSchema", "PriorityLevelConfiguration"},
	"imagepolicy.k8s.io":           {"ImageReview"},
	"internal.apiserver.k8s.io":    {"StorageVersion"},
	"networking.k8s.io":            {"IPAddress", "IngressClass", "ServiceCIDR"},
	"node.k8s.io":                  {"RuntimeClass"},
	"policy.karmada.io":            {"ClusterOverridePolicy", "ClusterPropagationPolicy", "ClusterTaintPolicy"},
	"rbac.authorization.k8s.io":    {"ClusterRole", "ClusterRoleBinding"},
	"remedy.karmada.io":            {"Remedy"},
	"resource.k8s.io":              {"DeviceClass", "DeviceTaintRule", "ResourceSlice"},
	"scheduling.k8s.io":            {"PriorityClass"},
	"search.karmada.io":            {"ResourceRegistry"},
	"storage.k8s.io":               {"CSIDriver", "CSINode", "StorageClass", "VolumeAttachment", "VolumeAttributesClass"},
	"storagemigration.k8s.io":      {"StorageVersionMigration"},
	"work.karmada.io":              {"ClusterResourceBinding"},
}

// namespacedKinds are the built-in kinds with a namespace, by group, from the same sources.
var namespacedKinds = map[string][]string{
	"":                          {"Binding", "ConfigMap", "Endpoints", "Event", "LimitRange", "PersistentVolumeClaim", "Pod", "PodTemplate", "ReplicationController", "ResourceQuota", "Secret", "Service", "ServiceAccount"},
	"apps":                      {"ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"},
	"authorization.k8s.io":      {"LocalSubjectAccessReview"},
	"autoscaling":               {"HorizontalPodAutoscaler"},
	"autoscaling.karmada.io":    {"CronFederatedHPA", "FederatedHPA"},
	"batch":                     {"CronJob", "Job"},
	"certificates.k8s.io":       {"PodCertificateRequest"},
	"coordination.k8s.io":       {"Lease", "LeaseCandidate"},
	"core.kubeadmiral.io":       {"CollectedStatus", "FederatedObject", "OverridePolicy", "PropagatedVersion", "PropagationPolicy"},
	"discovery.k8s.io":          {"EndpointSlice"},
	"events.k8s.io":             {"Event"},
	"extensions":                {"DaemonSet", "Deployment", "Ingress", "NetworkPolicy", "ReplicaSet"},
	"multicluster.x-k8s.io":     {"ServiceExport", "ServiceImport"},
	"networking.k8s.io":         {"Ingress", "NetworkPolicy"},
	"networking.karmada.io":     {"MultiClusterIngress", "MultiClusterService"},
	"operator.karmada.io":       {"Karmada"},
	"policy":                    {"Eviction", "PodDisruptionBudget"},
	"policy.karmada.io":         {"FederatedResourceQuota", "OverridePolicy", "PropagationPolicy"},
	"rbac.authorization.k8s.io": {"Role", "RoleBinding"},
	"resource.k8s.io":           {"ResourceClaim", "ResourceClaimTemplate"},
	"scheduling.k8s.io":         {"Workload"},
	"storage.k8s.io":            {"CSIStorageCapacity"},
	"work.karmada.io":           {"ResourceBinding", "Work"},
}
