package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const aPod = "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: ns}\n"

func TestPodInterpretReplica(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.InterpretReplica, []question{
		{name: "empty", reason: "a pod is one replica", object: aPod, want: "{replicas: 1, requirements: null}"},
		{
			name: "requirements", reason: "they are those of the pod",
			object: aPod + "spec: {nodeSelector: {a: b}, containers: [{name: c, resources: {limits: {memory: 1Gi}}}]}",
			want:   "{replicas: 1, requirements: {nodeClaim: {nodeSelector: {a: b}}, resourceRequest: {memory: 1Gi}}}",
		},
		{name: "broken elsewhere", reason: "the whole object is decoded", object: aPod + "status: {phase: 1}", fails: "/status/phase"},
		{
			name: "too much", reason: "64 bits cannot hold the total",
			object: aPod + "spec: {containers: [{name: a, resources: {requests: {memory: 8Ei}}}, {name: b, resources: {requests: {memory: 8Ei}}}]}",
			fails:  "memory",
		},
	})
}

func TestPodInterpretHealth(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.InterpretHealth, []question{
		{name: "succeeded", reason: "it has done its work", object: aPod + "status: {phase: Succeeded}", want: "{healthy: true}"},
		{
			name: "running and ready", reason: "it serves",
			object: aPod + "status: {phase: Running, conditions: [{type: Initialized, status: 'False'}, {type: Ready, status: 'True'}]}", want: "{healthy: true}",
		},
		{name: "running", reason: "there is no condition Ready", object: aPod + "status: {phase: Running}", want: "{healthy: false}"},
		{
			name: "ready twice", reason: "the first condition decides",
			object: aPod + "status: {phase: Running, conditions: [{type: Ready, status: 'False'}, {type: Ready, status: 'True'}]}", want: "{healthy: false}",
		},
		{
			name: "ready but pending", reason: "the phase comes first",
			object: aPod + "status: {phase: Pending, conditions: [{type: Ready, status: 'True'}]}", want: "{healthy: false}",
		},
		{
			name: "true in lower case", reason: "it is another value",
			object: aPod + "status: {phase: Running, conditions: [null, {type: Ready, status: 'true'}]}", want: "{healthy: false}",
		},
		{name: "no status", reason: "nothing is known", object: aPod, want: "{healthy: false}"},
		{name: "broken elsewhere", reason: "the whole object is decoded", object: aPod + "spec: []\nstatus: {phase: Succeeded}", fails: "/spec"},
	})
}

func TestPodInterpretDependency(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.InterpretDependency, []question{
		{
			name: "spec", reason: "it is that of the pod", object: aPod + "spec: {serviceAccountName: sa}",
			want: "[{apiVersion: v1, kind: ServiceAccount, namespace: ns, name: sa}]",
		},
		{name: "broken", reason: "the whole object is decoded", object: aPod + "spec: {volumes: [1]}", fails: "/spec/volumes/0"},
	})
}
