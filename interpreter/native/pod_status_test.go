package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestPodAggregateStatus(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.AggregateStatus, []question{
		{
			name: "no list of members", reason: "the status is only encoded again",
			object: aPod + "status: {phase: Running, junk: 1}", items: "null", want: "{phase: Running}",
		},
		{name: "no list, no status", reason: "an empty status is written", object: aPod, items: "null", want: "{}"},
		{
			name: "no members", reason: "the old status is dropped",
			object: aPod + "status: {phase: Running, junk: 1}", items: "[]", want: "{}",
		},
		{
			name: "one", reason: "only the phase and the states of the containers are kept",
			object: aPod, items: `
- clusterName: a
  status:
    phase: Running
    podIP: 10.0.0.1
    containerStatuses: [{name: c, image: i, ready: true, restartCount: 3, state: {running: {startedAt: "2026-01-01T01:00:00+01:00"}}}]
    initContainerStatuses: [{name: i, ready: false, state: {waiting: {reason: r}}}]`,
			want: `
phase: Running
containerStatuses: [{name: "", image: "", imageID: "", lastState: {}, ready: true, restartCount: 0, state: {running: {startedAt: "2026-01-01T00:00:00Z"}}}]
initContainerStatuses: [{name: "", image: "", imageID: "", lastState: {}, ready: false, restartCount: 0, state: {waiting: {reason: r}}}]`,
		},
		{
			name: "many", reason: "the containers of all, in order",
			object: aPod, items: `
- {clusterName: b, status: {phase: Succeeded, containerStatuses: [{ready: true}, null]}}
- {clusterName: a, status: {phase: Running, containerStatuses: [{state: {terminated: {exitCode: 3}}}]}}`,
			want: `
phase: Running
containerStatuses:
- {name: "", image: "", imageID: "", lastState: {}, ready: true, restartCount: 0, state: {}}
- {name: "", image: "", imageID: "", lastState: {}, ready: false, restartCount: 0, state: {}}
- {name: "", image: "", imageID: "", lastState: {}, ready: false, restartCount: 0, state: {terminated: {exitCode: 3, startedAt: null, finishedAt: null}}}`,
		},
		{
			name: "failed", reason: "Failed precedes all others", object: aPod,
			items: "[{clusterName: a, status: {phase: Running}}, {clusterName: b}, {clusterName: c, status: {phase: Failed}}]", want: "{phase: Failed}",
		},
		{
			name: "no status", reason: "it is Pending, which precedes Running", object: aPod,
			items: "[{clusterName: a, status: {phase: Running}}, {clusterName: b}]", want: "{phase: Pending}",
		},
		{
			name: "empty status", reason: "its phase is ignored", object: aPod,
			items: "[{clusterName: a, status: {}}, {clusterName: b, status: {phase: Succeeded}}]", want: "{phase: Succeeded}",
		},
		{
			name: "other phases", reason: "Unknown and unknown phases are ignored", object: aPod,
			items: "[{clusterName: a, status: {phase: Unknown}}, {clusterName: b, status: {phase: succeeded}}]", want: "{}",
		},
		{
			name: "the same without containers", reason: "empty is not absent, so unknown fields are lost",
			object: aPod + "status: {phase: Running, junk: 1}", items: "[{clusterName: a, status: {phase: Running}}]", want: "{phase: Running}",
		},
		{
			name: "the same with a list", reason: "the object does not change",
			object: aPod + "status: {phase: Running, containerStatuses: [], junk: 1}", items: "[{clusterName: a, status: {phase: Running}}]",
			want: "{phase: Running, containerStatuses: [], junk: 1}",
		},
		{
			name: "broken status", reason: "the whole status is decoded", object: aPod,
			items: "[{clusterName: a, status: {startTime: {}}}]", fails: "status of cluster a",
		},
		{
			name: "true for a status", reason: "it is not a status of a pod", object: aPod,
			items: "[{clusterName: a, status: true}]", fails: "status of cluster a",
		},
		{name: "broken object", reason: "the whole object is decoded, members or not", object: aPod + "spec: []", items: "null", fails: "/spec"},
	})
}
