package native_test

import (
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

const anAutoscaler = "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h, namespace: ns}\n"

func TestHorizontalPodAutoscalerInterpretStatus(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.InterpretStatus, []question{
		{
			name: "all", reason: "two numbers are reported; the metrics are written as null",
			object: anAutoscaler + `
spec: broken
status: {currentReplicas: 3, desiredReplicas: 4, currentMetrics: [{type: Resource}], conditions: [{type: T}], lastScaleTime: "2026-01-01T00:00:00Z"}`,
			want: "{currentReplicas: 3, desiredReplicas: 4, currentMetrics: null}",
		},
		{name: "empty", reason: "desiredReplicas is always written", object: anAutoscaler + "status: {}", want: "{desiredReplicas: 0, currentMetrics: null}"},
		{name: "none", reason: "there is no status", object: anAutoscaler, want: "null"},
		{name: "list", reason: "it is not an object", object: anAutoscaler + "status: []", fails: "/status is "},
		{
			name: "broken metric", reason: "the whole status is decoded",
			object: anAutoscaler + "status: {currentMetrics: [{resource: {name: cpu, current: {averageValue: lots}}}]}", fails: "/status",
		},
	})
}

func TestHorizontalPodAutoscalerAggregateStatus(t *testing.T) {
	t.Parallel()
	runQuestions(t, interpreter.AggregateStatus, []question{
		{name: "no members", reason: "no status before and after", object: anAutoscaler, items: "[]", want: "null"},
		{
			name: "the members are gone", reason: "their statuses are dropped",
			object: anAutoscaler + "status: {currentReplicas: 1, desiredReplicas: 2, conditions: [{type: T}]}", items: "null",
			want: "{desiredReplicas: 0, currentMetrics: null}",
		},
		{
			name: "many", reason: "both numbers add up, the rest is lost",
			object: anAutoscaler + "status: {observedGeneration: 1, currentMetrics: [{type: Resource}], junk: 1}",
			items:  "[{clusterName: a, status: {currentReplicas: 1, desiredReplicas: 2, currentMetrics: null}}, {clusterName: b}, {clusterName: c, status: {currentReplicas: 3}}]",
			want:   "{currentReplicas: 4, desiredReplicas: 2, currentMetrics: null}",
		},
		{
			name: "no change", reason: "the object keeps its unknown fields",
			object: anAutoscaler + "status: {desiredReplicas: 2, junk: 1}", items: "[{clusterName: a, status: {desiredReplicas: 2}}]",
			want: "{desiredReplicas: 2, junk: 1}",
		},
		{
			name: "an unknown list", reason: "only known lists differ from absent ones",
			object: anAutoscaler + "status: {junk: []}", items: "[]", want: "{junk: []}",
		},
		{
			name: "not the same", reason: "empty metrics are not absent ones",
			object: anAutoscaler + "status: {desiredReplicas: 2, currentMetrics: [], junk: 1}", items: "[{clusterName: a, status: {desiredReplicas: 2}}]",
			want: "{desiredReplicas: 2, currentMetrics: null}",
		},
		{
			name: "total beyond int32", reason: "upstream wraps it", object: anAutoscaler,
			items: "[{clusterName: a, status: {desiredReplicas: 2147483647}}, {clusterName: b, status: {desiredReplicas: 1}}]", fails: "desiredReplicas",
		},
		{
			name: "string", reason: "it is not a number", object: anAutoscaler,
			items: "[{clusterName: a, status: {currentReplicas: '3'}}]", fails: "status of cluster a",
		},
		{name: "broken object", reason: "the whole object is decoded", object: anAutoscaler + "spec: {maxReplicas: x}", items: "[]", fails: "/spec/maxReplicas"},
	})
}
