package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const (
	completed  = `{lastProbeTime: NOW, lastTransitionTime: NOW, type: Complete, status: "True", reason: Completed, message: Job completed}`
	criteria   = `{lastProbeTime: NOW, lastTransitionTime: NOW, type: SuccessCriteriaMet, status: "True", reason: CompletionsReached, message: All member clusters have met success criteria}`
	failedIn   = `{lastProbeTime: NOW, lastTransitionTime: NOW, type: Failed, status: "True", reason: JobFailed, message: "Job executed failed in member clusters `
	isComplete = `{type: Complete, status: "True"}`
	isFailed   = `{type: Failed, status: "True"}`
	isMet      = `{type: SuccessCriteriaMet, status: "True"}`
)

func TestJobAggregateStatus(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.AggregateStatus, []question{
		{
			name: "no members", reason: "no status before and after",
			object: aJob, items: "[]", want: "null",
		},
		{
			name: "the members are gone", reason: "their statuses are dropped, except for the start",
			object: aJob + "status: {active: 1, startTime: '2020-01-01T00:00:00Z'}", items: "null",
			want: "{startTime: '2020-01-01T00:00:00Z'}",
		},
		{
			name: "one running", reason: "its counters are the Job's",
			object: aJob, items: "[{clusterName: a, status: {active: 2, failed: 1, ready: 2}}]",
			want: "{active: 2, failed: 1}",
		},
		{
			name: "many running", reason: "counters add up, negative ones too",
			object: aJob, items: "[{clusterName: a, status: {active: 2}}, {clusterName: b, status: {active: -1, succeeded: 5}}, {clusterName: c}]",
			want: "{active: 1, succeeded: 5}",
		},
		{
			name: "any case", reason: "a member's status is decoded as JSON",
			object: aJob, items: "[{clusterName: a, status: {ACTIVE: 2, junk: x}}]", want: "{active: 2}",
		},
		{
			name: "complete", reason: "it is in every member",
			object: aJob, items: "[{clusterName: a, status: {conditions: [" + isComplete + "]}}, {clusterName: b, status: {conditions: [" + isComplete + "]}}]",
			want: "{conditions: [" + completed + "]}",
		},
		{
			name: "complete by the criteria", reason: "every member has both conditions",
			object: aJob, items: "[{clusterName: a, status: {conditions: [" + isMet + "," + isMet + "," + isComplete + "]}}]",
			want: "{conditions: [" + completed + "," + criteria + "]}",
		},
		{
			name: "criteria without completion", reason: "the remaining pods are still stopping",
			object: aJob, items: "[{clusterName: a, status: {conditions: [" + isMet + "]}}]", want: "null",
		},
		{
			name: "one without criteria", reason: "all members must have met them",
			object: aJob, items: "[{clusterName: a, status: {conditions: [" + isMet + "," + isComplete + "]}}, {clusterName: b, status: {conditions: [" + isComplete + "]}}]",
			want: "{conditions: [" + completed + "]}",
		},
		{
			name: "one without status", reason: "it is not complete, and has no times",
			object: aJob, items: "[{clusterName: a}, {clusterName: b, status: {startTime: '2026-01-01T00:00:00Z', completionTime: '2026-01-01T00:00:00Z', conditions: [" + isComplete + "]}}]",
			want: "null",
		},
		{
			name: "failed and running", reason: "one failure is enough; the members are listed in order",
			object: aJob, items: "[{clusterName: b, status: {conditions: [" + isFailed + "]}}, {clusterName: c, status: {active: 1}}, {clusterName: a, status: {conditions: [" + isFailed + "]}}]",
			want: "{active: 1, conditions: [" + failedIn + "b,a\"}]}",
		},
		{
			name: "failed and complete", reason: "not all are complete",
			object: aJob, items: "[{clusterName: a, status: {conditions: [" + isComplete + "]}}, {clusterName: b, status: {conditions: [" + isFailed + "]}}]",
			want: "{conditions: [" + failedIn + "b\"}]}",
		},
		{
			name: "both in one", reason: "the first that is True decides",
			object: aJob, items: "[{clusterName: a, status: {conditions: [{type: Complete, status: 'False'}, " + isFailed + "," + isComplete + "]}}]",
			want: "{conditions: [" + failedIn + "a\"}]}",
		},
		{
			name: "times", reason: "the earliest start and the latest completion, in any time zone",
			object: aJob, items: `[{clusterName: a, status: {startTime: "2026-01-01T00:00:00Z", completionTime: "2026-01-01T02:00:00Z"}},
{clusterName: b, status: {startTime: "2026-01-01T00:30:00+01:00", completionTime: "2026-01-01T02:30:00+01:00"}}]`,
			want: "{startTime: '2025-12-31T23:30:00Z', completionTime: '2026-01-01T02:00:00Z'}",
		},
		{
			name: "time beyond four digits", reason: "it is later than others, though the string begins with a 1",
			object: aJob, items: `[{clusterName: a, status: {startTime: "9999-12-31T23:59:59-01:00"}}, {clusterName: b, status: {startTime: "2026-01-01T00:00:00Z"}}]`,
			want: "{startTime: '2026-01-01T00:00:00Z'}",
		},
		{
			name: "result beyond four digits", reason: "no decoder could read it",
			object: aJob, items: `[{clusterName: a, status: {completionTime: "9999-12-31T23:59:59-01:00"}}]`, fails: "10000-01-01T00:59:59Z",
		},
		{
			name: "zero time", reason: "it is compared as a time, but written as null",
			object: aJob, items: `[{clusterName: a, status: {startTime: "0001-01-01T00:00:00Z", completionTime: "0001-01-01T00:00:00Z"}},
{clusterName: b, status: {startTime: "2026-01-01T00:00:00Z", completionTime: "2026-01-01T00:00:00Z"}}]`,
			want: "{startTime: null, completionTime: '2026-01-01T00:00:00Z'}",
		},
		{
			name: "time missing in one", reason: "its Job has not started, or not completed",
			object: aJob, items: `[{clusterName: a, status: {startTime: "2026-01-01T00:00:00Z", completionTime: null}}, {clusterName: b, status: {completionTime: "2026-01-01T00:00:00Z"}}]`,
			want: "null",
		},
		{
			name: "start kept", reason: "it never changes",
			object: aJob + "status: {startTime: '2020-01-01T00:00:00Z', completionTime: '2020-01-01T00:00:00Z'}",
			items:  "[{clusterName: a, status: {startTime: '2019-01-01T00:00:00Z'}}]",
			want:   "{startTime: '2020-01-01T00:00:00Z'}",
		},
		{
			name: "finished", reason: "a finished Job does not change, and no status is read",
			object: aJob + "status: {active: 5, junk: x, conditions: [" + isFailed + "]}", items: "[{clusterName: a, status: {succeeded: broken}}]",
			want: "{active: 5, junk: x, conditions: [" + isFailed + "]}",
		},
		{
			name: "not finished", reason: "False is not True",
			object: aJob + "status: {conditions: [{type: Failed, status: 'False'}, {type: Suspended, status: 'True'}, null]}", items: "[]",
			want: "{}",
		},
		{
			name: "no change", reason: "the object keeps its unknown fields",
			object: `{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "j", "namespace": "ns"}, "status": {"active": 2.0, "junk": 1.0}}`, items: "[{clusterName: a, status: {active: 2}}]",
			want: `{"active": 2.0, "junk": 1.0}`,
		},
		{
			name: "a change", reason: "unknown fields are lost, and fields that are not added up",
			object: aJob + "status: {active: 1, ready: 1, junk: x}", items: "[{clusterName: a, status: {active: 2}}]",
			want: "{active: 2}",
		},
		{
			name: "empty list", reason: "it is not absent",
			object: aJob + "status: {active: 2, conditions: [], junk: x}", items: "[{clusterName: a, status: {active: 2}}]",
			want: "{active: 2}",
		},
		{
			name: "float", reason: "it is not an integer",
			object: aJob, items: "[{clusterName: a}, {clusterName: b, status: {active: 2.5}}]", fails: "status of cluster b",
		},
		{
			name: "beyond int32", reason: "it does not fit", object: aJob,
			items: "[{clusterName: a, status: {active: 2147483648}}]", fails: "status of cluster a",
		},
		{
			name: "total beyond int32", reason: "upstream wraps it to -2", object: aJob,
			items: "[{clusterName: a, status: {active: 2147483647}}, {clusterName: b, status: {active: 2147483647}}]", fails: "active",
		},
		{
			name: "total below int32", reason: "upstream wraps it, too", object: aJob,
			items: "[{clusterName: a, status: {failed: -2147483648}}, {clusterName: b, status: {failed: -1}}]", fails: "failed",
		},
		{
			name: "list for a status", reason: "it is not a status of a Job", object: aJob,
			items: "[{clusterName: a, status: []}]", fails: "status of cluster a",
		},
		{
			name: "broken object", reason: "the whole object is decoded, finished or not",
			object: aJob + "spec: x\nstatus: {conditions: [" + isFailed + "]}", items: "[]", fails: "/spec",
		},
	})
}
