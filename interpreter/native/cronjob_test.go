package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const aCronJob = "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: c, namespace: ns}\n"

func TestCronJobAggregateStatus(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.AggregateStatus, []question{
		{name: "no members", reason: "no status before and after", object: aCronJob, items: "[]", want: "null"},
		{
			name: "the members are gone", reason: "their statuses are dropped",
			object: aCronJob + "status: {active: [{name: j}], lastScheduleTime: '2026-01-01T00:00:00Z'}", items: "null", want: "{}",
		},
		{
			name: "many", reason: "active Jobs in order, each time the latest of all members",
			object: aCronJob, items: `
- {clusterName: b, status: {active: [{name: j2, junk: x}], lastScheduleTime: "2026-01-01T00:00:00Z", lastSuccessfulTime: null}}
- {clusterName: c}
- {clusterName: a, status: {active: [{name: j1}, {name: j2}], lastScheduleTime: "2026-01-01T00:30:00+01:00", lastSuccessfulTime: "2025-01-01T00:00:00Z"}}`,
			want: "{active: [{name: j2}, {name: j1}, {name: j2}], lastScheduleTime: '2026-01-01T00:00:00Z', lastSuccessfulTime: '2025-01-01T00:00:00Z'}",
		},
		{
			name: "older", reason: "the object's own times are ignored",
			object: aCronJob + "status: {lastScheduleTime: '2027-01-01T00:00:00Z'}", items: "[{clusterName: a, status: {lastScheduleTime: '2026-01-01T00:00:00Z'}}]",
			want: "{lastScheduleTime: '2026-01-01T00:00:00Z'}",
		},
		{
			name: "no change", reason: "the object keeps its unknown fields",
			object: aCronJob + "status: {active: [{name: j}], junk: x}", items: "[{clusterName: a, status: {active: [{name: j}]}}]",
			want: "{active: [{name: j}], junk: x}",
		},
		{
			name: "an empty list", reason: "empty is not absent",
			object: aCronJob + "status: {active: [], junk: x}", items: "[{clusterName: a, status: {active: []}}]",
			want: "{}",
		},
		{
			name: "broken time", reason: "it is not a time",
			object: aCronJob, items: "[{clusterName: a, status: {lastScheduleTime: yesterday}}]", fails: "status of cluster a",
		},
		{name: "broken object", reason: "the whole object is decoded", object: aCronJob + "spec: -1", items: "[]", fails: "/spec"},
	})
}

func TestCronJobInterpretDependency(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.InterpretDependency, []question{
		{
			name: "template", reason: "the pods of its Jobs need it",
			object: aCronJob + "spec: {jobTemplate: {spec: {template: {spec: {imagePullSecrets: [{name: s}]}}}}}",
			want:   "[{apiVersion: v1, kind: Secret, namespace: ns, name: s}]",
		},
		{name: "nothing", reason: "an empty pod needs nothing", object: aCronJob, want: "null"},
		{name: "broken", reason: "the whole object is decoded", object: aCronJob + "spec: {schedule: 1}", fails: "/spec/schedule"},
	})
}
