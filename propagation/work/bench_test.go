package work_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
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
