package work

import (
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// kubernetesGroups has the API groups of Kubernetes itself. CRDs also have groups that end with k8s.io.
var kubernetesGroups = []string{
	"", "admissionregistration.k8s.io", "apiextensions.k8s.io", "apiregistration.k8s.io", "apps", "autoscaling", "batch", "certificates.k8s.io",
	"coordination.k8s.io", "discovery.k8s.io", "extensions", "flowcontrol.apiserver.k8s.io", "networking.k8s.io", "node.k8s.io", "policy",
	"rbac.authorization.k8s.io", "resource.k8s.io", "scheduling.k8s.io", "storage.k8s.io",
}

func newDrifter(wanted map[string]any, applied bool) *drifter {
	version, _ := wanted["apiVersion"].(string)
	group, _, hasGroup := strings.Cut(version, "/")
	if !hasGroup {
		group = ""
	}
	return &drifter{
		applied: applied, kind: wanted["kind"], core: version == "v1", declared: !slices.Contains(kubernetesGroups, group),
		aggregated: wanted["kind"] == "ClusterRole" && wanted["aggregationRule"] != nil,
	}
}

// inSchema reports whether the present place is in the schema of a CustomResourceDefinition, which has values of its users.
func (d *drifter) inSchema() bool {
	return d.kind == "CustomResourceDefinition" && slices.Contains(d.at, "openAPIV3Schema")
}

// ignores reports whether a field of the map at the present place is not compared, rule 6 of [Difference].
func (d *drifter) ignores(key string) bool {
	switch len(d.at) {
	case 0:
		return key == "apiVersion" || key == "metadata" || key == "status" || key == "rules" && d.aggregated
	case 1:
		return key == "ttlSecondsAfterFinished" && d.kind == "Job" && d.at[0] == "spec"
	}
	return false
}

// usersKeys reports whether users choose the keys of the map at a place, rule 4 of [Difference].
func (d *drifter) usersKeys(at jsontree.Pointer) bool {
	n := len(at)
	if n == 0 {
		return false
	}
	switch at[n-1] {
	case "data", "binaryData":
		return n == 1 && d.core && (d.kind == "ConfigMap" || d.kind == "Secret")
	case "labels", "annotations":
		return n >= 2 && at[n-2] == "metadata"
	case "matchLabels", "nodeSelector":
		return !d.declared
	case "selector":
		return n == 2 && d.core && d.kind == "Service"
	case "hard":
		return n == 2 && d.core && d.kind == "ResourceQuota"
	}
	return false
}

// opens reports whether a map is compared with an empty one if one of the objects lacks it: one with user-chosen keys, metadata, and one that
// has fields without a default.
func (d *drifter) opens(key string, m map[string]any) bool {
	if key == "metadata" || d.usersKeys(append(d.at, key)) {
		return true
	}
	for field := range m {
		if d.neverDefaulted(field) && !d.neverDefaulted(key) {
			return true
		}
	}
	return false
}

// withoutDefault has fields of the kinds of Kubernetes that neither API servers nor their admission set in a workload, a role or a policy.
var withoutDefault = []string{
	"affinity", "args", "capabilities", "command", "egress", "env", "envFrom", "ephemeralContainers", "externalIPs", "from", "hostAliases", "hostIPC",
	"hostNetwork", "hostPID", "imagePullSecrets", "ingress", "initContainers", "lifecycle", "limits", "livenessProbe", "matchExpressions",
	"minAvailable", "nodeName", "nonResourceURLs", "paused", "privileged", "readinessProbe", "resourceNames", "rules", "runAsGroup", "runAsUser",
	"startupProbe", "subPath", "subjects", "to", "tolerations", "valueFrom", "volumeDevices", "volumeMounts", "volumes",
}

// neverDefaulted reports whether a field of the map at the present place has no default. Admission changes Pods, and token controllers
// ServiceAccounts.
func (d *drifter) neverDefaulted(key string) bool {
	return !d.declared && !(d.core && (d.kind == "Pod" || d.kind == "ServiceAccount")) && slices.Contains(withoutDefault, key)
}

// clustersOwn reports whether a field that only the cluster has always belongs to it: what an injector sets in webhooks and CRDs, and what
// cannot change in a claim.
func (d *drifter) clustersOwn(key string) bool {
	switch d.kind {
	case "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration", "CustomResourceDefinition", "APIService":
		return key == "caBundle"
	case "PersistentVolumeClaim":
		return d.core && len(d.at) == 1 && (key == "storageClassName" || key == "volumeMode" || key == "volumeName")
	}
	return false
}

// pointers has fields that API types of Kubernetes declare as pointers, so that false, 0 and empty have a meaning, and no default replaces them.
// API servers do not drop these.
var pointers = []string{
	"allowPrivilegeEscalation", "allowVolumeExpansion", "attachRequired", "automountServiceAccountToken", "backoffLimitPerIndex", "emptyDir",
	"fsGroup", "hostUsers", "labelSelector", "maxFailedIndexes", "maxSurge", "maxUnavailable", "minAvailable", "namespaceSelector", "podSelector",
	"privileged", "readOnlyRootFilesystem", "ready", "runAsGroup", "runAsNonRoot", "runAsUser", "selector", "serving", "stabilizationWindowSeconds",
	"storageClassName", "terminating", "tolerationSeconds", "ttlSecondsAfterFinished",
}

// isPointer reports whether API servers keep an empty value of a field of the map at the present place.
func (d *drifter) isPointer(key string) bool {
	switch {
	case d.inSchema() || key == "status" && len(d.at) > 0 && d.at[len(d.at)-1] == "subresources":
		return true
	case key == "storageClassName":
		return d.kind != "PersistentVolume"
	}
	return slices.Contains(pointers, key)
}

// dropped reports whether API servers leave out a value of the map at the present place.
func (d *drifter) dropped(key string, v any) bool {
	m, isMap := v.(map[string]any)
	switch {
	case d.isPointer(key):
		return v == nil
	case !isMap:
		return empty(v)
	}
	d.at = append(d.at, key)
	dropped := len(m) == 0 || !d.usersKeys(d.at)
	for key, e := range m {
		if dropped = dropped && d.dropped(key, e); !dropped {
			break
		}
	}
	d.at = d.at[:len(d.at)-1]
	return dropped
}

// empty reports whether a value is null, false, 0, empty or a map of such values.
func empty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case int64:
		return v == 0
	case float64:
		return v == 0
	case []any:
		return len(v) == 0
	case map[string]any:
		for _, e := range v {
			if !empty(e) {
				return false
			}
		}
		return true
	}
	return false
}
