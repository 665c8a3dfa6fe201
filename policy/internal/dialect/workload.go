package dialect

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Other systems convert a workload to its Go type before they look for containers, and fail if any field is of another type. These
// tables have the type of each field (Kubernetes v1.35, apps/v1, batch/v1 and core/v1): list, strings (a list of strings), object,
// map (an object of strings), string, number (a whole number; the systems let one beyond the range of the field wrap), boolean,
// or intOrString (a string, or a whole number of 32 bits; one beyond the range is an error). Fields inside fields are checked
// only where the tables of nested objects have them.
var (
	workloadFields = fieldTypes(map[string]string{
		"list":    "volumeClaimTemplates",
		"object":  "selector template strategy updateStrategy persistentVolumeClaimRetentionPolicy ordinals podFailurePolicy successPolicy",
		"string":  "serviceName podManagementPolicy completionMode podReplacementPolicy managedBy",
		"number":  "replicas minReadySeconds revisionHistoryLimit progressDeadlineSeconds parallelism completions activeDeadlineSeconds backoffLimit backoffLimitPerIndex maxFailedIndexes ttlSecondsAfterFinished",
		"boolean": "paused suspend manualSelector",
	})
	rollingUpdateFields = fieldTypes(map[string]string{"intOrString": "maxSurge maxUnavailable"})
	podFields           = fieldTypes(map[string]string{
		"list":    "volumes initContainers containers ephemeralContainers imagePullSecrets tolerations hostAliases readinessGates topologySpreadConstraints schedulingGates resourceClaims",
		"map":     "nodeSelector",
		"object":  "securityContext affinity dnsConfig overhead os resources workloadRef",
		"string":  "restartPolicy dnsPolicy serviceAccountName serviceAccount nodeName hostname subdomain schedulerName priorityClassName runtimeClassName preemptionPolicy hostnameOverride",
		"number":  "terminationGracePeriodSeconds activeDeadlineSeconds priority",
		"boolean": "automountServiceAccountToken hostNetwork hostPID hostIPC shareProcessNamespace enableServiceLinks setHostnameAsFQDN hostUsers",
	})
	containerFields = fieldTypes(map[string]string{
		"strings": "command args",
		"list":    "restartPolicyRules ports envFrom env resizePolicy volumeMounts volumeDevices",
		"object":  "resources livenessProbe readinessProbe startupProbe lifecycle securityContext",
		"string":  "name image workingDir restartPolicy terminationMessagePath terminationMessagePolicy imagePullPolicy targetContainerName",
		"boolean": "stdin stdinOnce tty",
	})
	actionFields   = fieldTypes(map[string]string{"intOrString": "port"})
	metadataFields = fieldTypes(map[string]string{
		"map":     "labels annotations",
		"strings": "finalizers",
		"list":    "ownerReferences managedFields",
		"string":  "name generateName namespace selfLink uid resourceVersion creationTimestamp deletionTimestamp",
		"number":  "generation deletionGracePeriodSeconds",
	})
	templateFields = fieldTypes(map[string]string{"object": "metadata spec"})
	objectFields   = fieldTypes(map[string]string{"object": "metadata spec status"})
)

// nestedInContainer has the objects inside a container, by their places in it.
var nestedInContainer = []typedObject{
	{jsontree.Pointer{"livenessProbe", "httpGet"}, actionFields},
	{jsontree.Pointer{"livenessProbe", "tcpSocket"}, actionFields},
	{jsontree.Pointer{"readinessProbe", "httpGet"}, actionFields},
	{jsontree.Pointer{"readinessProbe", "tcpSocket"}, actionFields},
	{jsontree.Pointer{"startupProbe", "httpGet"}, actionFields},
	{jsontree.Pointer{"startupProbe", "tcpSocket"}, actionFields},
	{jsontree.Pointer{"lifecycle", "postStart", "httpGet"}, actionFields},
	{jsontree.Pointer{"lifecycle", "postStart", "tcpSocket"}, actionFields},
	{jsontree.Pointer{"lifecycle", "preStop", "httpGet"}, actionFields},
	{jsontree.Pointer{"lifecycle", "preStop", "tcpSocket"}, actionFields},
}

// typedObject is an object of a workload whose fields have types.
type typedObject struct {
	at     jsontree.Pointer
	fields map[string]string
}

// typedObjects lists the objects of a workload that are not inside a container.
func typedObjects(podSpec jsontree.Pointer) []typedObject {
	objects := []typedObject{{nil, objectFields}, {jsontree.Pointer{"metadata"}, metadataFields}}
	if len(podSpec) > 1 {
		workload, template := podSpec[:1], podSpec[:len(podSpec)-1]
		objects = append(objects,
			typedObject{workload, workloadFields},
			typedObject{workload.Child("strategy", "rollingUpdate"), rollingUpdateFields},
			typedObject{workload.Child("updateStrategy", "rollingUpdate"), rollingUpdateFields},
			typedObject{template, templateFields},
			typedObject{template.Child("metadata"), metadataFields})
	}
	return append(objects, typedObject{podSpec, podFields})
}

func fieldTypes(names map[string]string) map[string]string {
	types := map[string]string{}
	for fieldType, list := range names {
		for _, name := range strings.Fields(list) {
			types[name] = fieldType
		}
	}
	return types
}

// misfit returns the place and value that is not of a type, or a nil place.
func misfit(want string, at jsontree.Pointer, v any) (jsontree.Pointer, any) {
	switch list, isList := v.([]any); {
	case want == "strings" && isList:
		for i, item := range list {
			if _, ok := item.(string); !ok && item != nil {
				return at.Index(i), item
			}
		}
		return nil, nil
	case want == "map" && typeOf(v) == "object":
		entries := v.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(entries)) {
			if _, ok := entries[key].(string); !ok && entries[key] != nil {
				return at.Child(key), entries[key]
			}
		}
		return nil, nil
	case want == typeOf(v), want == "intOrString" && isIntOrString(v):
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
		return "string"
	case bool:
		return "boolean"
	}
	if f, ok := v.(float64); ok && f != math.Trunc(f) {
		return "fraction"
	}
	return "number"
}

// isIntOrString reports whether v is a string or a whole number of 32 bits.
func isIntOrString(v any) bool {
	switch v := v.(type) {
	case string:
		return true
	case int64:
		return v == int64(int32(v))
	case float64:
		return v == math.Trunc(v) && math.MinInt32 <= v && v <= math.MaxInt32
	}
	return false
}
