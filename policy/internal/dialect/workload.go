package dialect

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Other systems convert a workload to its Go type before they look for containers, and fail if a field, whatever field, is of
// another type. These tables say what the fields are (Kubernetes v1.35, apps/v1, batch/v1 and core/v1): a list, one of texts
// (lines), an object, one of texts (texts), a text, a whole number, a boolean. Fields inside fields are not gone into, except where the containers are.
var (
	workloadFields = fieldTypes(map[string]string{
		"list":    "volumeClaimTemplates",
		"object":  "selector template strategy updateStrategy persistentVolumeClaimRetentionPolicy ordinals podFailurePolicy successPolicy",
		"text":    "serviceName podManagementPolicy completionMode podReplacementPolicy managedBy",
		"number":  "replicas minReadySeconds revisionHistoryLimit progressDeadlineSeconds parallelism completions activeDeadlineSeconds backoffLimit backoffLimitPerIndex maxFailedIndexes ttlSecondsAfterFinished",
		"boolean": "paused suspend manualSelector",
	})
	podFields = fieldTypes(map[string]string{
		"list":    "volumes initContainers containers ephemeralContainers imagePullSecrets tolerations hostAliases readinessGates topologySpreadConstraints schedulingGates resourceClaims",
		"texts":   "nodeSelector",
		"object":  "securityContext affinity dnsConfig overhead os resources workloadRef",
		"text":    "restartPolicy dnsPolicy serviceAccountName serviceAccount nodeName hostname subdomain schedulerName priorityClassName runtimeClassName preemptionPolicy hostnameOverride",
		"number":  "terminationGracePeriodSeconds activeDeadlineSeconds priority",
		"boolean": "automountServiceAccountToken hostNetwork hostPID hostIPC shareProcessNamespace enableServiceLinks setHostnameAsFQDN hostUsers",
	})
	containerFields = fieldTypes(map[string]string{
		"lines":   "command args",
		"list":    "restartPolicyRules ports envFrom env resizePolicy volumeMounts volumeDevices",
		"object":  "resources livenessProbe readinessProbe startupProbe lifecycle securityContext",
		"text":    "name image workingDir restartPolicy terminationMessagePath terminationMessagePolicy imagePullPolicy targetContainerName",
		"boolean": "stdin stdinOnce tty",
	})
	metadataFields = fieldTypes(map[string]string{
		"texts":  "labels annotations",
		"lines":  "finalizers",
		"list":   "ownerReferences managedFields",
		"text":   "name generateName namespace selfLink uid resourceVersion creationTimestamp deletionTimestamp",
		"number": "generation deletionGracePeriodSeconds",
	})
	templateFields = fieldTypes(map[string]string{"object": "metadata spec"})
	objectFields   = fieldTypes(map[string]string{"object": "metadata spec status"})
)

func fieldTypes(names map[string]string) map[string]string {
	types := map[string]string{}
	for kind, list := range names {
		for _, name := range strings.Fields(list) {
			types[name] = kind
		}
	}
	return types
}

// misfit finds what in a value is not of a type; nil if all is.
func misfit(want string, at jsontree.Pointer, v any) (jsontree.Pointer, any) {
	switch list, isList := v.([]any); {
	case want == "lines" && isList:
		for i, item := range list {
			if _, ok := item.(string); !ok && item != nil {
				return at.Index(i), item
			}
		}
		return nil, nil
	case want == "texts" && typeOf(v) == "object":
		texts := v.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(texts)) {
			if _, ok := texts[key].(string); !ok && texts[key] != nil {
				return at.Child(key), texts[key]
			}
		}
		return nil, nil
	case want == typeOf(v):
		return nil, nil
	}
	return at, v
}

func typeOf(v any) string {
	switch v.(type) {
	case []any:
		return "list"
	case map[string]any:
		return "object"
	case string:
		return "text"
	case bool:
		return "boolean"
	}
	if f, ok := v.(float64); ok && f != math.Trunc(f) {
		return "fraction"
	}
	return "number"
}
