package dialect

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
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

// DivergeFromType finds the fields of a workload that keep such a system from reading its containers, and reports them as D11.
func DivergeFromType(in override.Input, out *override.Edits, podSpec jsontree.Pointer) {
	checkFields(in, out, nil, objectFields)
	checkFields(in, out, jsontree.Pointer{"metadata"}, metadataFields)
	if len(podSpec) > 1 {
		template := podSpec[:len(podSpec)-1]
		checkFields(in, out, podSpec[:1], workloadFields)
		checkFields(in, out, template, templateFields)
		checkFields(in, out, template.Child("metadata"), metadataFields)
	}
	checkFields(in, out, podSpec, podFields)
	for _, list := range []string{"containers", "initContainers", "ephemeralContainers"} {
		at := podSpec.Child(list)
		containers, _ := in.Get(at)
		elements, _ := containers.([]any)
		for i := range elements {
			checkFields(in, out, at.Index(i), containerFields)
		}
	}
}

// checkFields holds the fields of the object at a place against their types. Null is of every type.
func checkFields(in override.Input, out *override.Edits, at jsontree.Pointer, types map[string]string) {
	v, _ := in.Get(at)
	object, _ := v.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		want, known := types[name]
		if !known || object[name] == nil {
			continue
		}
		if wrong, v := misfit(want, at.Child(name), object[name]); wrong != nil {
			out.Diverge("D11", wrong, "fails: "+jsontree.Describe(v)+" is of the wrong type there", "only the fields in question are read")
		}
	}
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
