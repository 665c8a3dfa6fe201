package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestReplicaSetStatus(t *testing.T) {
	t.Parallel()
	const head = `{"object": {"apiVersion": "apps/v1", "kind": "ReplicaSet", "metadata": {"annotations": {"resourcetemplate.karmada.io/generation": "0"}}, `
	runHook(t, interpreter.InterpretStatus, []hookCase{
		{"all", "fullyLabeledReplicas stays in the member", head + `"status": {"replicas": 4, "fullyLabeledReplicas": 4, "readyReplicas": 3, "availableReplicas": 2, "observedGeneration": 1}}}`,
			`{replicas: 4, readyReplicas: 3, availableReplicas: 2, observedGeneration: 1}`, ""},
		{"zeros", "replicas is written even if it is 0, so there always is a status", head + `"status": {}}}`, `{replicas: 0}`, ""},
	})
}

func TestReplicaSetHealth(t *testing.T) {
	t.Parallel()
	const head = `{"object": {"apiVersion": "apps/v1", "kind": "ReplicaSet", "metadata": {"generation": 2}, `
	runHook(t, interpreter.InterpretHealth, []hookCase{
		{"available", "as many as requested", head + `"spec": {"replicas": 3}, "status": {"observedGeneration": 2, "availableReplicas": 3}}}`, `{healthy: true}`, ""},
		{"too few", "ready is not available", head + `"spec": {"replicas": 3}, "status": {"observedGeneration": 2, "readyReplicas": 3, "availableReplicas": 2}}}`, `{healthy: false}`, ""},
		{"not observed", "the status is about an older object", head + `"status": {"observedGeneration": 1}}}`, `{healthy: false}`, ""},
		{"no number", "no replicas are requested, none are needed", head + `"status": {"observedGeneration": 2}}}`, `{healthy: true}`, ""},
		{"wrong type", "the whole object is decoded", head + `"status": []}}`, "", "/status is a list"},
	})
}
