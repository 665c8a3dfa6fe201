package native_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

func benchDeployment(b *testing.B) *unstructured.Unstructured {
	b.Helper()
	text, err := os.ReadFile("../../testdata/bench/deployment.json")
	require.NoError(b, err)
	return &unstructured.Unstructured{Object: decode(b, text).(map[string]any)}
}

// Times are relative to BenchmarkDeepCopy: InterpretReplica takes less than half of its time, AggregateStatus of
// 500 members less than 150 times.
func BenchmarkDeepCopy(b *testing.B) {
	object := benchDeployment(b)
	b.ReportAllocs()
	for b.Loop() {
		_ = object.DeepCopy()
	}
}

func BenchmarkInterpretReplica(b *testing.B) {
	object := benchDeployment(b)
	hook, found := registry.ReplicaInterpreter(object.GroupVersionKind())
	require.True(b, found)
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := hook.InterpretReplica(context.Background(), object); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAggregate500(b *testing.B) {
	object := benchDeployment(b)
	hook, found := registry.StatusAggregator(object.GroupVersionKind())
	require.True(b, found)
	items := make([]interpreter.StatusItem, 500)
	for i := range items {
		items[i] = interpreter.StatusItem{ClusterName: fmt.Sprintf("member-%03d", i), Applied: true, Health: interpreter.Healthy, Status: map[string]any{
			"generation": int64(2), "observedGeneration": int64(2), "resourceTemplateGeneration": int64(1),
			"replicas": int64(3), "updatedReplicas": int64(3), "readyReplicas": int64(3), "availableReplicas": int64(3),
		}}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := hook.AggregateStatus(context.Background(), object, items); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFind looks up a hook among all of this package: of a native kind, and of an unknown kind.
func BenchmarkFind(b *testing.B) {
	for _, kind := range []schema.GroupVersionKind{
		{Group: "networking.k8s.io", Version: "v1", Kind: "Ingress"}, {Group: "example.io", Version: "v1", Kind: "Thing"},
	} {
		b.Run(kind.Kind, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = registry.StatusAggregator(kind)
			}
		})
	}
}
