package work

import (
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

func newDrifter(wanted map[string]any, applied bool) *drifter {
	version, _ := wanted["apiVersion"].(string)
	group, _, _ := strings.Cut(version, "/")
	return &drifter{
		applied: applied, kind: wanted["kind"], core: version == "v1",
		declared:   strings.Contains(group, ".") && !strings.HasSuffix(group, ".k8s.io"),
		aggregated: wanted["kind"] == "ClusterRole" && wanted["aggregationRule"] != nil,
	}
}

// ignores reports whether a field of the map at the present place is not compared, rule 6 of [Difference].
func (d *drifter) ignores(key string) bool {
	switch len(d.at) {
	case 0:
		return key == "metadata" || key == "status" || key == "rules" && d.aggregated
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
		return n == 2 && d.core && (d.kind == "Service" || d.kind == "ReplicationController")
	case "hard":
		return n == 2 && d.core && d.kind == "ResourceQuota"
	}
	return false
}

// opens reports whether a map is compared with an empty one if one of the objects lacks it: one with user-chosen keys, and metadata.
func (d *drifter) opens(key string) bool {
	return key == "metadata" || d.usersKeys(append(d.at, key))
}

// withoutDefault has fields of the kinds of Kubernetes that neither API servers nor their admission set in a workload, a role or a policy.
var withoutDefault = []string{
	"affinity", "args", "command", "egress", "env", "envFrom", "ephemeralContainers", "externalIPs", "hostAliases", "hostIPC", "hostNetwork",
	"hostPID", "imagePullSecrets", "ingress", "initContainers", "lifecycle", "livenessProbe", "nodeName", "paused", "privileged",
	"readinessProbe", "rules", "startupProbe", "subjects", "tolerations", "volumeMounts", "volumes",
}

// neverDefaulted reports whether a field of the map at the present place has no default. Admission changes Pods, and token controllers
// ServiceAccounts.
func (d *drifter) neverDefaulted(key string) bool {
	return !d.declared && !(d.core && (d.kind == "Pod" || d.kind == "ServiceAccount")) && slices.Contains(withoutDefault, key)
}

// pointers has fields that the API types of Kubernetes declare as pointers, so that false, 0 and empty have a meaning, and no default replaces
// them. API servers do not drop these.
var pointers = []string{
	"allowPrivilegeEscalation", "attachRequired", "automountServiceAccountToken", "emptyDir", "fsGroup", "hostUsers", "maxSurge", "maxUnavailable",
	"minAvailable", "namespaceSelector", "podSelector", "privileged", "readOnlyRootFilesystem", "runAsGroup", "runAsNonRoot", "runAsUser",
	"storageClassName",
}

// dropped reports whether API servers leave out a value of the map at the present place.
func (d *drifter) dropped(key string, v any) bool {
	m, isMap := v.(map[string]any)
	switch {
	case slices.Contains(pointers, key):
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
