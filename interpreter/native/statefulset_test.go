package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestStatefulSetStatus(t *testing.T) {
	t.Parallel()
	const head = `{"object": {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"generation": 3, "annotations": {"resourcetemplate.karmada.io/generation": "4"}}, `
	runHook(t, interpreter.InterpretStatus, []hookCase{
		{"all", "observedGeneration and the revisions stay in the member", head + `"status": {"observedGeneration": 3, "replicas": 5, "readyReplicas": 4, "currentReplicas": 3, "updatedReplicas": 2, "availableReplicas": 1, "currentRevision": "a"}}}`,
			`{generation: 3, resourceTemplateGeneration: 4, replicas: 5, readyReplicas: 4, currentReplicas: 3, updatedReplicas: 2, availableReplicas: 1}`, ""},
		{"zeros", "two counters are written even if they are 0", head + `"status": {}}}`, `{generation: 3, resourceTemplateGeneration: 4, replicas: 0, availableReplicas: 0}`, ""},
		{"none", "there is no status yet", `{"object": {"apiVersion": "apps/v1", "kind": "StatefulSet"}}`, `null`, ""},
	})
}

func TestStatefulSetAggregate(t *testing.T) {
	t.Parallel()
	const head = `{"object": {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"generation": 9}, "status": {"observedGeneration": 1, "currentRevision": "a"}}, `
	runHook(t, interpreter.AggregateStatus, []hookCase{
		{"own generation", "the template's generation is compared with the member's object, not with the template",
			head + `"items": [{"clusterName": "a", "status": {"replicas": 2, "currentReplicas": 1, "generation": 2, "observedGeneration": 2, "resourceTemplateGeneration": 2}}]}`,
			`{status: {observedGeneration: 9, replicas: 2, currentReplicas: 1, availableReplicas: 0, currentRevision: a}}`, ""},
		{"as reported", "observedGeneration is not reported, so it stays",
			head + `"items": [{"clusterName": "a", "status": {"replicas": 2, "generation": 2, "resourceTemplateGeneration": 9}}]}`,
			`{status: {observedGeneration: 1, replicas: 2, availableReplicas: 0, currentRevision: a}}`, ""},
	})
}

func TestStatefulSetHealth(t *testing.T) {
	t.Parallel()
	const head = `{"object": {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"generation": 2}, "spec": {"replicas": 3}, `
	runHook(t, interpreter.InterpretHealth, []hookCase{
		{"rolled out", "all are updated and available", head + `"status": {"observedGeneration": 2, "updatedReplicas": 3, "availableReplicas": 3}}}`, `{healthy: true}`, ""},
		{"not updated", "old replicas are ignored", head + `"status": {"observedGeneration": 2, "updatedReplicas": 2, "availableReplicas": 3}}}`, `{healthy: false}`, ""},
		{"not available", "updated is not enough", head + `"status": {"observedGeneration": 2, "updatedReplicas": 3, "availableReplicas": 2}}}`, `{healthy: false}`, ""},
	})
}

func TestStatefulSetDependency(t *testing.T) {
	t.Parallel()
	runHook(t, interpreter.InterpretDependency, []hookCase{
		{"claim templates", "the member creates those claims; a Secret of the same name is needed", `
object:
  apiVersion: apps/v1
  kind: StatefulSet
  metadata: {namespace: shop}
  spec:
    volumeClaimTemplates: [{metadata: {name: data}}, null]
    template:
      spec:
        volumes:
        - {name: a, persistentVolumeClaim: {claimName: data}}
        - {name: b, persistentVolumeClaim: {claimName: other}}
        - {name: c, secret: {secretName: data}}
`, `
- {apiVersion: v1, kind: PersistentVolumeClaim, namespace: shop, name: other}
- {apiVersion: v1, kind: Secret, namespace: shop, name: data}
`, ""},
		{"all are templates", "nothing is left", `{"object": {"apiVersion": "apps/v1", "kind": "StatefulSet", "spec": {"volumeClaimTemplates": [{"metadata": {"name": "data"}}], "template": {"spec": {"volumes": [{"name": "a", "persistentVolumeClaim": {"claimName": "data"}}]}}}}}`, `[]`, ""},
		{"wrong type", "the whole object is decoded", `{"object": {"apiVersion": "apps/v1", "kind": "StatefulSet", "spec": {"volumeClaimTemplates": 5}}}`, "", "/spec/volumeClaimTemplates is the number 5, expected a list"},
	})
}
