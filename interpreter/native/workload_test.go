package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

// workloads are the kinds with replicas; the tests are the same for all.
var workloads = []string{"Deployment", "ReplicaSet", "StatefulSet"}

func TestWorkloadReplicas(t *testing.T) {
	t.Parallel()
	for _, kind := range workloads {
		head := `{"object": {"apiVersion": "apps/v1", "kind": "` + kind + `", "metadata": {"name": "web", "namespace": "shop"}, `
		runHook(t, interpreter.InterpretReplica, []hookCase{
			{kind + " as usual", "the number is spec.replicas", head + `"spec": {"replicas": 3}}}`, `{replicas: 3, requirements: null}`, ""},
			{kind + " null", "null is absent, and absent is 0", head + `"spec": {"replicas": null}}}`, `{replicas: 0, requirements: null}`, ""},
			{kind + " without spec", "an object may be empty", head + `"spec": null}}`, `{replicas: 0, requirements: null}`, ""},
			{kind + " negative", "the sign is not checked", head + `"spec": {"replicas": -3}}}`, `{replicas: -3, requirements: null}`, ""},
			{kind + " 3.0", "3.0 is an integer", head + `"spec": {"replicas": 3.0}}}`, `{replicas: 3, requirements: null}`, ""},
			{kind + " other case", "keys are exact", head + `"spec": {"Replicas": 3}}}`, `{replicas: 0, requirements: null}`, ""},
			{kind + " 3.5", "it is not an integer", head + `"spec": {"replicas": 3.5}}}`, "", "InterpretReplica: " + kind + " shop/web: /spec/replicas is the number 3.5, expected"},
			{kind + " too large", "a wrapped number would scale the workload at random", head + `"spec": {"replicas": 4294967297}}}`, "", "/spec/replicas is the number 4294967297, expected"},
			{kind + " a string", "a string is not a number", head + `"spec": {"replicas": "3"}}}`, "", `/spec/replicas is the string "3", expected`},
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
			{kind + " zero", "0 is not absent", `{"replicas": 0, ` + head + `, "spec": {"replicas": 3}}}`, `{` + head + `, "spec": {"replicas": 0}}}`, ""},
			{kind + " large", "the number is not checked", `{"replicas": 4294967296, ` + head + `, "spec": {"replicas": 3}}}`, `{` + head + `, "spec": {"replicas": 4294967296}}}`, ""},
			as("absent", "no number is added", same(`, "spec": {}}}`)),
			as("no spec", "no number is added", same(`}}`)),
			as("null spec", "null is absent", same(`, "spec": null}}`)),
			{kind + " null", "null is not an integer", `{"replicas": 5, ` + head + `, "spec": {"replicas": null}}}`, "", "/spec/replicas is null, expected an integer"},
			{kind + " 3.0", "3.0 is not an integer here", `{"replicas": 5, ` + head + `, "spec": {"replicas": 3.0}}}`, "", "/spec/replicas is the number 3 of the Go type float64, expected an integer"},
			{kind + " spec is not an object", "a list has no fields", `{"replicas": 5, ` + head + `, "spec": [1]}}`, "", "/spec is a list, expected an object"},
		})
	}
}
