package dialect

import (
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Other systems convert a workload to its Go type before they look for containers, and fail if a field, whatever field, is of
// another type. These tables say what the fields are (Kubernetes v1.35, apps/v1, batch/v1 and core/v1): a list, an object, a
// text, a number, a boolean. Fields inside fields are not gone into, except where the containers are.
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
		"object":  "nodeSelector securityContext affinity dnsConfig overhead os resources",
		"text":    "restartPolicy dnsPolicy serviceAccountName serviceAccount nodeName hostname subdomain schedulerName priorityClassName runtimeClassName preemptionPolicy",
		"number":  "terminationGracePeriodSeconds activeDeadlineSeconds priority",
		"boolean": "automountServiceAccountToken hostNetwork hostPID hostIPC shareProcessNamespace enableServiceLinks setHostnameAsFQDN hostUsers",
	})
	containerFields = fieldTypes(map[string]string{
		"list":    "command args ports envFrom env resizePolicy volumeMounts volumeDevices",
		"object":  "resources livenessProbe readinessProbe startupProbe lifecycle securityContext",
		"text":    "name image workingDir restartPolicy terminationMessagePath terminationMessagePolicy imagePullPolicy",
		"boolean": "stdin stdinOnce tty",
	})
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
	if len(podSpec) > 1 {
		checkFields(in, out, podSpec[:1], workloadFields)
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
		if want, known := types[name]; known && object[name] != nil && typeOf(object[name]) != want {
			out.Diverge("D11", at.Child(name), "fails: "+jsontree.Describe(object[name])+" is no "+want, "only the images are read")
		}
	}
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
	return "number"
}
