package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const aBudget = "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: b, namespace: ns}\n"

func TestPodDisruptionBudgetInterpretStatus(t *testing.T) {
	t.Parallel()
	test(t, interpreter.InterpretStatus, []question{
		{
			name: "all", because: "conditions and observedGeneration are not reported",
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
			name: "empty", because: "the counters are always written", object: aBudget + "status: {}",
			want: "{disruptionsAllowed: 0, expectedPods: 0, desiredHealthy: 0, currentHealthy: 0}",
		},
		{name: "none", because: "no status is known", object: aBudget, want: "null"},
		{name: "null", because: "it is no object", object: aBudget + "status: null", fails: "/status is null"},
		{
			name: "beyond int32", because: "upstream wraps it to 0",
			object: aBudget + "status: {expectedPods: -9223372036854775808}", fails: "/status",
		},
	})
}

func TestPodDisruptionBudgetAggregateStatus(t *testing.T) {
	t.Parallel()
	test(t, interpreter.AggregateStatus, []question{
		{
			name: "no members", because: "zeros are written though nothing was there", object: aBudget, items: "[]",
			want: "{disruptionsAllowed: 0, expectedPods: 0, desiredHealthy: 0, currentHealthy: 0}",
		},
		{
			name: "many", because: "counters add up, and pods are told apart by their member",
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
			name: "the same without disrupted pods", because: "empty is not absent, so unknown fields are lost",
			object: aBudget + "status: {expectedPods: 1, junk: 1}", items: "[{clusterName: a, status: {expectedPods: 1}}]",
			want: "{disruptionsAllowed: 0, expectedPods: 1, desiredHealthy: 0, currentHealthy: 0}",
		},
		{
			name: "the same with disrupted pods", because: "the object is left alone",
			object: aBudget + "status: {expectedPods: 1, disruptedPods: {a/x: '2026-01-01T01:00:00+01:00'}, junk: 1}",
			items:  "[{clusterName: a, status: {expectedPods: 1, disruptedPods: {x: '2026-01-01T00:00:00Z'}}}]",
			want:   "{expectedPods: 1, disruptedPods: {a/x: '2026-01-01T01:00:00+01:00'}, junk: 1}",
		},
		{
			name: "total beyond int32", because: "upstream wraps it", object: aBudget,
			items: "[{clusterName: a, status: {currentHealthy: 2147483647}}, {clusterName: b, status: {currentHealthy: 1}}]", fails: "currentHealthy",
		},
		{
			name: "broken pods", because: "they are an object", object: aBudget,
			items: "[{clusterName: a, status: {disruptedPods: [x]}}]", fails: "status of cluster a",
		},
		{name: "broken object", because: "the whole object is decoded", object: aBudget + "spec: []", items: "[]", fails: "/spec"},
	})
}

func TestPodDisruptionBudgetInterpretHealth(t *testing.T) {
	t.Parallel()
	test(t, interpreter.InterpretHealth, []question{
		{name: "enough", because: "as many as desired", object: aBudget + "status: {currentHealthy: 2, desiredHealthy: 2}", want: "{healthy: true}"},
		{name: "too few", because: "one is missing", object: aBudget + "status: {currentHealthy: 1, desiredHealthy: 2}", want: "{healthy: false}"},
		{name: "negative", because: "absent is 0", object: aBudget + "status: {currentHealthy: -1}", want: "{healthy: false}"},
		{name: "no status", because: "0 of 0 are enough", object: aBudget, want: "{healthy: true}"},
		{name: "broken", because: "the whole object is decoded", object: aBudget + "status: 1", fails: "/status"},
		{name: "beyond int32", because: "upstream wraps it to 0", object: aBudget + "status: {currentHealthy: 4294967296}", fails: "/status/currentHealthy"},
	})
}
