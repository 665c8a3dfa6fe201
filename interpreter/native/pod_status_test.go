package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

func TestPodAggregateStatus(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.AggregateStatus, []question{
		{
			name: "no list of members", reason: "the status is only encoded anew",
			object: aPod + "status: {phase: Running, junk: 1}", items: "null", want: "{phase: Running}",
		},
		{name: "no list, no status", reason: "the empty status is there", object: aPod, items: "null", want: "{}"},
		{
			name: "no members", reason: "nothing is left of what they said",
			object: aPod + "status: {phase: Running, junk: 1}", items: "[]", want: "{}",
		},
		{
			name: "one", reason: "of a container only its state is kept, and of the status only the phase and the containers",
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
			name: "failed", reason: "Failed comes before all", object: aPod,
			items: "[{clusterName: a, status: {phase: Running}}, {clusterName: b}, {clusterName: c, status: {phase: Failed}}]", want: "{phase: Failed}",
		},
		{
			name: "no status", reason: "it is taken for Pending, which comes before Running", object: aPod,
			items: "[{clusterName: a, status: {phase: Running}}, {clusterName: b}]", want: "{phase: Pending}",
		},
		{
			name: "empty status", reason: "it has a phase that does not count", object: aPod,
			items: "[{clusterName: a, status: {}}, {clusterName: b, status: {phase: Succeeded}}]", want: "{phase: Succeeded}",
		},
		{
			name: "other phases", reason: "Unknown does not count, nor does what nobody has heard of", object: aPod,
			items: "[{clusterName: a, status: {phase: Unknown}}, {clusterName: b, status: {phase: succeeded}}]", want: "{}",
		},
		{
			name: "the same without containers", reason: "empty is not absent, so unknown fields are lost",
			object: aPod + "status: {phase: Running, junk: 1}", items: "[{clusterName: a, status: {phase: Running}}]", want: "{phase: Running}",
		},
		{
			name: "the same with a list", reason: "the object is left alone",
			object: aPod + "status: {phase: Running, containerStatuses: [], junk: 1}", items: "[{clusterName: a, status: {phase: Running}}]",
			want: "{phase: Running, containerStatuses: [], junk: 1}",
		},
		{
			name: "broken status", reason: "the whole status is decoded", object: aPod,
			items: "[{clusterName: a, status: {startTime: {}}}]", fails: "status of cluster a",
		},
		{
			name: "true for a status", reason: "it is no status of a pod", object: aPod,
			items: "[{clusterName: a, status: true}]", fails: "status of cluster a",
		},
		{name: "broken object", reason: "the whole object is decoded, members or not", object: aPod + "spec: []", items: "null", fails: "/spec"},
	})
}
