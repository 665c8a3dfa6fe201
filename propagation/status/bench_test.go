package status_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
)

// deploymentOf returns the Deployment that benchmarks measure by.
func deploymentOf(tb testing.TB) *unstructured.Unstructured {
	text, err := os.ReadFile("../../testdata/bench/deployment.json")
	require.NoError(tb, err)
	object := &unstructured.Unstructured{}
	require.NoError(tb, object.UnmarshalJSON(text))
	return object
}

// BenchmarkAggregateBinding aggregates 500 Works, each with the whole Deployment. DeepCopy is one copy of the Deployment.
func BenchmarkAggregateBinding(b *testing.B) {
	object := deploymentOf(b)
	rb, works := fleet(b, 500)
	rb.Spec.Resource.Namespace, rb.Spec.Resource.Name = object.GetNamespace(), object.GetName()
	for i, w := range works {
		w.Spec.Workload.Manifests[0] = object.DeepCopy().Object
		w.Status.ManifestStatuses[0].Identifier.Namespace, w.Status.ManifestStatuses[0].Identifier.Name = object.GetNamespace(), object.GetName()
		text, err := json.Marshal(w)
		require.NoError(b, err)
		works[i] = &api.Work{}
		require.NoError(b, json.Unmarshal(text, works[i]))
	}
	s, err := status.AggregateBinding(rb, works, now)
	require.NoError(b, err)
	require.NotNil(b, s.Items[0].Status)
	b.Run("new", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = status.AggregateBinding(rb, works, now)
		}
	})
	stored := rb.DeepCopy()
	stored.Status.AggregatedStatus, stored.Status.Conditions = s.Items, s.Conditions
	b.Run("unchanged", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = status.AggregateBinding(stored, works, now)
		}
	})
	b.Run("template", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = status.AggregateTemplate(context.Background(), status.TemplateInput{Binding: rb, Template: object, Items: s.Items, Interpreter: hooks})
		}
	})
	b.Run("DeepCopy", func(b *testing.B) {
		for b.Loop() {
			object.DeepCopy()
		}
	})
}

// BenchmarkReflect reflects one Deployment.
func BenchmarkReflect(b *testing.B) {
	object := deploymentOf(b)
	object.SetAnnotations(map[string]string{api.WorkNamespaceAnnotation: "karmada-es-m1", api.WorkNameAnnotation: "w", api.TemplateGenerationAnnotation: "1"})
	require.NoError(b, unstructured.SetNestedField(object.Object, int64(3), "status", "replicas"))
	in := status.ReflectInput{Object: object, Work: workFor(object), Interpreter: hooks}
	r, err := status.Reflect(context.Background(), in)
	require.NoError(b, err)
	require.Equal(b, status.ActionUpdate, r.Action)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = status.Reflect(context.Background(), in)
	}
}
