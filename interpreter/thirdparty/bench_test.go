package thirdparty_test

import (
	"fmt"
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

// BenchmarkHooks measures a number of replicas, a retention and an aggregation of 50 members.
func BenchmarkHooks(b *testing.B) {
	cloneSet := map[string]any{
		"apiVersion": "apps.kruise.io/v1alpha1", "kind": "CloneSet", "metadata": map[string]any{"generation": int64(1)},
		"spec": map[string]any{"replicas": int64(3), "template": map[string]any{"spec": map[string]any{"containers": []any{
			map[string]any{"name": "web", "image": "web", "resources": map[string]any{"requests": map[string]any{"cpu": "250m", "memory": "64Mi"}}},
		}}}},
	}
	workflow := map[string]any{"apiVersion": "argoproj.io/v1alpha1", "kind": "Workflow", "spec": map[string]any{}}
	var members []any
	for i := range 50 {
		workflow["spec"].(map[string]any)[fmt.Sprint("field", i)] = []any{"value"}
		members = append(members, map[string]any{"clusterName": fmt.Sprint("member", i), "status": map[string]any{"replicas": int64(2), "updateRevision": "r"}})
	}
	for name, q := range map[string]question{
		"InterpretReplica": {Op: interpreter.InterpretReplica, Object: cloneSet},
		"Retain":           {Op: interpreter.Retain, Object: workflow, Observed: workflow},
		"AggregateStatus":  {Op: interpreter.AggregateStatus, Object: cloneSet, Items: members},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := q.ask(registry); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
