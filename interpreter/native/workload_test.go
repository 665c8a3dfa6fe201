package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

// workloads are the kinds with replicas; what the tests say about one goes for all.
var workloads = []string{"Deployment", "ReplicaSet", "StatefulSet"}

func TestWorkloadReplicas(t *testing.T) {
	t.Parallel()
	for _, kind := range workloads {
		head := `{"object": {"apiVersion": "apps/v1", "kind": "` + kind + `", "metadata": {"name": "web", "namespace": "shop"}, `
		runHook(t, interpreter.InterpretReplica, []hookCase{
			{kind + " as usual", "the number is spec.replicas", head + `"spec": {"replicas": 3}}}`, `{replicas: 3, requirements: null}`, ""},
			{kind + " null", "null is no number, and no number counts as 0", head + `"spec": {"replicas": null}}}`, `{replicas: 0, requirements: null}`, ""},
			{kind + " without spec", "an object may be empty", head + `"spec": null}}`, `{replicas: 0, requirements: null}`, ""},
			{kind + " negative", "nobody checks the sign", head + `"spec": {"replicas": -3}}}`, `{replicas: -3, requirements: null}`, ""},
			{kind + " 3.0", "a whole number may be written with a point", head + `"spec": {"replicas": 3.0}}}`, `{replicas: 3, requirements: null}`, ""},
			{kind + " other case", "keys are exact", head + `"spec": {"Replicas": 3}}}`, `{replicas: 0, requirements: null}`, ""},
			{kind + " 3.5", "there are no halves", head + `"spec": {"replicas": 3.5}}}`, "", "InterpretReplica: " + kind + " shop/web: /spec/replicas is the number 3.5, expected"},
			{kind + " too large", "a wrapped number would scale the workload at random", head + `"spec": {"replicas": 4294967297}}}`, "", "/spec/replicas is the number 4294967297, expected"},
			{kind + " a text", "a text is no number", head + `"spec": {"replicas": "3"}}}`, "", `/spec/replicas is the string "3", expected`},
			{kind + " wrong elsewhere", "the whole object is decoded", head + `"spec": {"replicas": 3}, "status": {"replicas": "3"}}}`, "", "/status/replicas"},
		})
	}
}

func TestWorkloadRevise(t *testing.T) {
	t.Parallel()
	for _, kind := range workloads {
		head := `"object": {"apiVersion": "apps/v1", "kind": "` + kind + `"`
		same := func(rest string) hookCase {
			return hookCase{given: `{"replicas": 5, ` + head + rest, want: `{` + head + rest}
		}
		as := func(name, reason string, c hookCase) hookCase { c.name, c.reason = kind+" "+name, reason; return c }
		runHook(t, interpreter.ReviseReplica, []hookCase{
			{kind + " as usual", "only the number changes", `{"replicas": 5, ` + head + `, "spec": {"replicas": 3, "paused": "x"}}}`, `{` + head + `, "spec": {"replicas": 5, "paused": "x"}}}`, ""},
			{kind + " zero", "0 is a number like others", `{"replicas": 0, ` + head + `, "spec": {"replicas": 3}}}`, `{` + head + `, "spec": {"replicas": 0}}}`, ""},
			{kind + " large", "the number is not checked", `{"replicas": 4294967296, ` + head + `, "spec": {"replicas": 3}}}`, `{` + head + `, "spec": {"replicas": 4294967296}}}`, ""},
			as("absent", "who has no number keeps none", same(`, "spec": {}}}`)),
			as("no spec", "who has no number keeps none", same(`}}`)),
			as("null spec", "a null is as good as no spec", same(`, "spec": null}}`)),
			{kind + " null", "a null is no integer", `{"replicas": 5, ` + head + `, "spec": {"replicas": null}}}`, "", "/spec/replicas is null, expected an integer"},
			{kind + " 3.0", "what is written with a point is no integer", `{"replicas": 5, ` + head + `, "spec": {"replicas": 3.0}}}`, "", "/spec/replicas is the number 3, expected an integer"},
			{kind + " spec is no object", "there is nowhere to look", `{"replicas": 5, ` + head + `, "spec": [1]}}`, "", "/spec is a list, expected an object"},
		})
	}
}
