package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const aJob = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j, namespace: ns}\n"

func TestJobInterpretReplica(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.InterpretReplica, []question{
		{
			name: "parallelism", reason: "this many pods run at a time",
			object: aJob + "spec: {parallelism: 3}",
			want:   "{replicas: 3, requirements: null}",
		},
		{
			name: "no parallelism", reason: "the API server's default of 1 is not assumed",
			object: aJob + "spec: {completions: 3}",
			want:   "{replicas: 0, requirements: null}",
		},
		{
			name: "fewer completions", reason: "no more pods run than have to complete",
			object: aJob + "spec: {parallelism: 5, completions: 2}",
			want:   "{replicas: 2, requirements: null}",
		},
		{
			name: "completions null", reason: "null is absent",
			object: aJob + "spec: {parallelism: 5, completions: null}",
			want:   "{replicas: 5, requirements: null}",
		},
		{
			name: "completions zero", reason: "zero is not absent",
			object: aJob + "spec: {parallelism: 5, completions: 0}",
			want:   "{replicas: 0, requirements: null}",
		},
		{
			name: "negative", reason: "the API server refuses it, the hook does not",
			object: aJob + "spec: {parallelism: 5, completions: -2}",
			want:   "{replicas: -2, requirements: null}",
		},
		{
			name: "whole float", reason: "the converter reads 3.0 as 3",
			object: `{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "j", "namespace": "ns"}, "spec": {"parallelism": 3.0}}`,
			want:   "{replicas: 3, requirements: null}",
		},
		{
			name: "requirements", reason: "they are those of one pod of the template",
			object: aJob + "spec: {parallelism: 1, template: {spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}}}",
			want:   "{replicas: 1, requirements: {resourceRequest: {cpu: '1'}}}",
		},
		{name: "no spec", reason: "it is empty", object: aJob, want: "{replicas: 0, requirements: null}"},
		{
			name: "broken float", reason: "it is not an integer",
			object: aJob + "spec: {parallelism: 1.5}", fails: "/spec/parallelism",
		},
		{
			name: "beyond int32", reason: "upstream wraps it to -1294967296",
			object: aJob + "spec: {parallelism: 3000000000}", fails: "/spec/parallelism",
		},
		{
			name: "too much", reason: "64 bits cannot hold the total",
			object: aJob + "spec: {template: {spec: {overhead: {x.y/z: 1Ei}, containers: [{resources: {requests: {x.y/z: 7Ei}}}]}}}", fails: "/spec/template/spec",
		},
		{
			name: "broken elsewhere", reason: "the whole object is decoded",
			object: aJob + "spec: {parallelism: 1}\nstatus: {active: many}", fails: "/status/active",
		},
	})
}

func TestJobReviseReplica(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.ReviseReplica, []question{
		{
			name: "parallelism", reason: "it is the number of replicas of a Job",
			object: aJob + "spec: {parallelism: 3, completions: 9}", replicas: 2,
			want: aJob + "spec: {parallelism: 2, completions: 9}",
		},
		{
			name: "none", reason: "no number is added",
			object: aJob + "spec: {completions: 9}", replicas: 2,
			want: aJob + "spec: {completions: 9}",
		},
		{name: "not an integer", reason: "it cannot be replaced", object: aJob + "spec: {parallelism: '3'}", fails: "/spec/parallelism"},
	})
}

func TestJobRetain(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.Retain, []question{
		{
			name: "both", reason: "the Job controller has added to both",
			desired:  aJob + "spec: {template: {metadata: {labels: {a: b, edited: x}}}}",
			observed: aJob + "spec: {selector: {matchLabels: {uid: u}}, template: {metadata: {labels: {a: b, uid: u}}}}",
			want:     aJob + "spec: {selector: {matchLabels: {uid: u}}, template: {metadata: {labels: {a: b, uid: u}}}}",
		},
		{
			name: "neither", reason: "the desired labels stay",
			desired:  aJob + "spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}}, junk: [1.5]}",
			observed: aJob + "spec: {selector: null, template: {spec: {}}}",
			want:     aJob + "spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}}, junk: [1.5]}",
		},
		{
			name: "empty", reason: "empty labels are labels",
			desired:  aJob + "spec: {template: {metadata: {labels: {a: b}}}}",
			observed: aJob + "spec: {template: {metadata: {labels: {}}}}",
			want:     aJob + "spec: {template: {metadata: {labels: {}}}}",
		},
		{
			name: "missing parents", reason: "they are created in desired",
			desired: aJob, observed: aJob + "spec: {selector: {matchLabels: {uid: u}}}",
			want: aJob + "spec: {selector: {matchLabels: {uid: u}}}",
		},
		{
			name: "not decoded", reason: "no other field matters",
			desired:  aJob + "spec: {parallelism: many}",
			observed: aJob + "spec: {parallelism: many, selector: {matchLabels: {uid: u}}}",
			want:     aJob + "spec: {parallelism: many, selector: {matchLabels: {uid: u}}}",
		},
		{
			name: "null labels", reason: "they are not an object",
			desired: aJob, observed: aJob + "spec: {selector: {matchLabels: null}}", fails: "/spec/selector/matchLabels",
		},
		{
			name: "a number among the labels", reason: "labels are strings",
			desired: aJob, observed: aJob + "spec: {template: {metadata: {labels: {a: 1}}}}", fails: "/spec/template/metadata/labels",
		},
		{
			name: "null above in desired", reason: "null cannot hold the labels",
			desired: aJob + "spec: {selector: null}", observed: aJob + "spec: {selector: {matchLabels: {}}}", fails: "/spec/selector",
		},
		{
			name: "list above in observed", reason: "a list cannot hold labels",
			desired: aJob, observed: aJob + "spec: {template: []}", fails: "/spec/template",
		},
	})
}

func TestJobInterpretStatus(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.InterpretStatus, []question{
		{
			name: "all", reason: "ready and unknown fields are not reported, zeros are left out",
			object: aJob + `
status:
  active: 1
  succeeded: 2
  failed: 0
  ready: 1
  junk: x
  startTime: "2026-01-02T03:04:05+01:00"
  completionTime: "2026-01-02T04:04:05Z"
  conditions: [{type: Complete, status: "True", junk: x}]`,
			want: `
active: 1
succeeded: 2
startTime: "2026-01-02T02:04:05Z"
completionTime: "2026-01-02T04:04:05Z"
conditions: [{type: Complete, status: "True", lastProbeTime: null, lastTransitionTime: null}]`,
		},
		{
			name: "whole float", reason: "the converter reads 2.0 as 2",
			object: `{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "j", "namespace": "ns"}, "status": {"active": 2.0}}`, want: "{active: 2}",
		},
		{name: "none", reason: "there is no status", object: aJob + "spec: broken", want: "null"},
		{name: "empty", reason: "an empty status is reported", object: aJob + "status: {}", want: "{}"},
		{name: "null", reason: "it is not an object", object: aJob + "status: null", fails: "/status is null"},
		{name: "list", reason: "it is not an object", object: aJob + "status: []", fails: "/status is "},
		{name: "broken", reason: "the whole status is decoded", object: aJob + "status: {ready: x}", fails: "/status"},
		{name: "beyond int32", reason: "upstream wraps it to 0", object: aJob + "status: {active: 4294967296}", fails: "/status"},
	})
}

func TestJobInterpretDependency(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.InterpretDependency, []question{
		{
			name: "template", reason: "its pods need it",
			object: aJob + "spec: {template: {spec: {serviceAccountName: sa}}}",
			want:   "[{apiVersion: v1, kind: ServiceAccount, namespace: ns, name: sa}]",
		},
		{name: "nothing", reason: "an empty pod needs nothing", object: aJob, want: "null"},
		{
			name: "broken elsewhere", reason: "the whole object is decoded",
			object: aJob + "spec: {backoffLimit: x}", fails: "/spec/backoffLimit",
		},
	})
}
