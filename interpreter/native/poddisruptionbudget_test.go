package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const aBudget = "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: b, namespace: ns}\n"

func TestPodDisruptionBudgetInterpretStatus(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.InterpretStatus, []question{
		{
			name: "all", reason: "conditions and observedGeneration are not reported",
			object: aBudget + `
spec: broken
status:
  disruptionsAllowed: 1
  expectedPods: 2
  desiredHealthy: 3
  currentHealthy: 4
  disruptedPods: {x: "2026-01-01T01:00:00+01:00", z: null}
  observedGeneration: 5
  conditions: [{type: T}]`,
			want: `
disruptionsAllowed: 1
expectedPods: 2
desiredHealthy: 3
currentHealthy: 4
disruptedPods: {x: "2026-01-01T00:00:00Z", z: null}`,
		},
		{
			name: "empty", reason: "the counters are always written", object: aBudget + "status: {}",
			want: "{disruptionsAllowed: 0, expectedPods: 0, desiredHealthy: 0, currentHealthy: 0}",
		},
		{name: "none", reason: "there is no status", object: aBudget, want: "null"},
		{name: "null", reason: "it is not an object", object: aBudget + "status: null", fails: "/status is null"},
		{
			name: "beyond int32", reason: "upstream wraps it to 0",
			object: aBudget + "status: {expectedPods: -9223372036854775808}", fails: "/status",
		},
	})
}

func TestPodDisruptionBudgetAggregateStatus(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.AggregateStatus, []question{
		{
			name: "no members", reason: "zeros are written even without a status before", object: aBudget, items: "[]",
			want: "{disruptionsAllowed: 0, expectedPods: 0, desiredHealthy: 0, currentHealthy: 0}",
		},
		{
			name: "many", reason: "counters add up, and names of pods include their member",
			object: aBudget + "status: {observedGeneration: 3, conditions: [{type: T}], disruptedPods: {old: null}}", items: `
- {clusterName: a, status: {disruptionsAllowed: 1, expectedPods: 2, desiredHealthy: 3, currentHealthy: 4, observedGeneration: 9, disruptedPods: {x: "2026-01-01T00:00:00Z"}}}
- {clusterName: b}
- {clusterName: c, status: {disruptionsAllowed: -1, expectedPods: 2, disruptedPods: {x: "2027-01-01T00:00:00Z", z: null}}}`,
			want: `
disruptionsAllowed: 0
expectedPods: 4
desiredHealthy: 3
currentHealthy: 4
disruptedPods: {a/x: "2026-01-01T00:00:00Z", c/x: "2027-01-01T00:00:00Z", c/z: null}`,
		},
		{
			name: "the same without disrupted pods", reason: "empty is not absent, so unknown fields are lost",
			object: aBudget + "status: {expectedPods: 1, junk: 1}", items: "[{clusterName: a, status: {expectedPods: 1}}]",
			want: "{disruptionsAllowed: 0, expectedPods: 1, desiredHealthy: 0, currentHealthy: 0}",
		},
		{
			name: "the same with disrupted pods", reason: "the object does not change",
			object: aBudget + "status: {expectedPods: 1, disruptedPods: {a/x: '2026-01-01T01:00:00+01:00'}, junk: 1}",
			items:  "[{clusterName: a, status: {expectedPods: 1, disruptedPods: {x: '2026-01-01T00:00:00Z'}}}]",
			want:   "{expectedPods: 1, disruptedPods: {a/x: '2026-01-01T01:00:00+01:00'}, junk: 1}",
		},
		{
			name: "total beyond int32", reason: "upstream wraps it", object: aBudget,
			items: "[{clusterName: a, status: {currentHealthy: 2147483647}}, {clusterName: b, status: {currentHealthy: 1}}]", fails: "currentHealthy",
		},
		{
			name: "broken pods", reason: "they are an object", object: aBudget,
			items: "[{clusterName: a, status: {disruptedPods: [x]}}]", fails: "status of cluster a",
		},
		{name: "broken object", reason: "the whole object is decoded", object: aBudget + "spec: []", items: "[]", fails: "/spec"},
	})
}

func TestPodDisruptionBudgetInterpretHealth(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.InterpretHealth, []question{
		{name: "enough", reason: "as many as desired", object: aBudget + "status: {currentHealthy: 2, desiredHealthy: 2}", want: "{healthy: true}"},
		{name: "too few", reason: "one is missing", object: aBudget + "status: {currentHealthy: 1, desiredHealthy: 2}", want: "{healthy: false}"},
		{name: "negative", reason: "absent is 0", object: aBudget + "status: {currentHealthy: -1}", want: "{healthy: false}"},
		{name: "no status", reason: "0 of 0 are enough", object: aBudget, want: "{healthy: true}"},
		{name: "broken", reason: "the whole object is decoded", object: aBudget + "status: 1", fails: "/status"},
		{name: "beyond int32", reason: "upstream wraps it to 0", object: aBudget + "status: {currentHealthy: 4294967296}", fails: "/status/currentHealthy"},
	})
}
