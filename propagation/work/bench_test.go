package work_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/casetest"
	"github.com/overridekit/overridekit/propagation/work"
)

// BenchmarkSync decides about an unchanged Deployment in a member cluster that has set defaults. DeepCopy is the unit: one copy of the template.
func BenchmarkSync(b *testing.B) {
	text, err := os.ReadFile("../../testdata/bench/deployment.json")
	require.NoError(b, err)
	template := casetest.Object(b, string(text))
	w := applied(b, template, "m1")
	observed := inMember(b, w.Spec.Workload.Manifests[0])
	require.NoError(b, unstructured.SetNestedField(observed.Object, "File", "spec", "template", "spec", "terminationMessage"))
	in := work.SyncInput{
		Work: w, Cluster: ready("m1"), Observed: []*unstructured.Unstructured{observed}, Interpreter: hooks, Now: time.Date(2026, 8, 21, 0, 0, 0, 0, time.UTC),
	}
	result, err := work.Sync(context.Background(), in)
	require.NoError(b, err)
	require.Equal(b, work.ActionLeave, result.Decisions[0].Action, result.Decisions[0].Reason)
	require.True(b, result.Decisions[0].NeedsUpdate)
	b.Run("DeepCopy", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = template.DeepCopy()
		}
	})
	b.Run("Leave", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = work.Sync(context.Background(), in)
		}
	})
}

// applied returns a Work for an object that has been applied.
func applied(t testing.TB, object *unstructured.Unstructured, cluster string) *api.Work {
	t.Helper()
	desired := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Namespace: api.ExecutionNamespace(cluster), Name: api.WorkName(object.GetKind(), object.GetNamespace(), object.GetName()),
		Generation: 1, Finalizers: []string{api.ExecutionFinalizer},
		Annotations: map[string]string{api.ConflictResolutionAnnotation: "abort"},
	}}
	w, err := work.Assemble(nil, desired, object, nil)
	require.NoError(t, err)
	w.Status.Conditions = []metav1.Condition{
		{Type: api.WorkDispatching, Status: metav1.ConditionTrue, Reason: "Dispatching", Message: "Work is being dispatched to member clusters."},
		{Type: api.WorkApplied, Status: metav1.ConditionTrue, ObservedGeneration: 1, Reason: "AppliedSuccessful", Message: "Manifest has been successfully applied"},
	}
	return w
}

// inMember returns a manifest as an API server stores it.
func inMember(t testing.TB, manifest api.Manifest) *unstructured.Unstructured {
	t.Helper()
	o := (&unstructured.Unstructured{Object: manifest}).DeepCopy()
	o.SetUID("u1")
	o.SetResourceVersion("7")
	o.SetGeneration(1)
	o.Object["status"] = map[string]any{"observedGeneration": int64(1)}
	return o
}

func ready(name string) *api.Cluster {
	return &api.Cluster{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Status:     api.ClusterStatus{Conditions: []metav1.Condition{{Type: api.ClusterReady, Status: metav1.ConditionTrue}}},
	}
}
