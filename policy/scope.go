package policy

import "k8s.io/apimachinery/pkg/runtime/schema"

// clusterScopedKinds are the kinds without a namespace, by group: the built-in ones (Kubernetes v1.35, `kubectl api-resources
// --namespaced=false`, without the kinds that are never stored), and those of the dialects that have a Go type.
var clusterScopedKinds = map[string][]string{
	"":                             {"Namespace", "Node", "PersistentVolume"},
	"admissionregistration.k8s.io": {"MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding", "MutatingWebhookConfiguration", "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding", "ValidatingWebhookConfiguration"},
	"apiextensions.k8s.io":         {"CustomResourceDefinition"},
	"apiregistration.k8s.io":       {"APIService"},
	"certificates.k8s.io":          {"CertificateSigningRequest", "ClusterTrustBundle"},
	"cluster.karmada.io":           {"Cluster"},
	"core.kubeadmiral.io":          {"ClusterOverridePolicy", "FederatedCluster"},
	"flowcontrol.apiserver.k8s.io": {"FlowSchema", "PriorityLevelConfiguration"},
	"networking.k8s.io":            {"IPAddress", "IngressClass", "ServiceCIDR"},
	"node.k8s.io":                  {"RuntimeClass"},
	"policy.karmada.io":            {"ClusterOverridePolicy", "ClusterPropagationPolicy"},
	"rbac.authorization.k8s.io":    {"ClusterRole", "ClusterRoleBinding"},
	"resource.k8s.io":              {"DeviceClass", "ResourceSlice"},
	"scheduling.k8s.io":            {"PriorityClass"},
	"storage.k8s.io":               {"CSIDriver", "CSINode", "StorageClass", "VolumeAttachment", "VolumeAttributesClass"},
	"work.karmada.io":              {"ClusterResourceBinding"},
}

// clusterScoped reports whether a kind is known to have no namespace.
func clusterScoped(kind schema.GroupKind) bool {
	for _, k := range clusterScopedKinds[kind.Group] {
		if k == kind.Kind {
			return true
		}
	}
	return false
}
