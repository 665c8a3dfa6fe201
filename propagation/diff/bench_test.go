package diff_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// BenchmarkDiff plans 10,000 templates for 200 clusters twice, the second time without one of the clusters, with all manifests, and compares
// the plans.
func BenchmarkDiff(b *testing.B) {
	if testing.Short() {
		b.Skip("two plans with all their manifests take more than 6 GB")
	}
	before := plantest.Estate(10_000, 200, 500)
	after := before
	after.Clusters = before.Clusters[1:]
	for b.Loop() {
		first, err := propagation.NewPlan(context.Background(), before)
		require.NoError(b, err)
		second, err := propagation.NewPlan(context.Background(), after)
		require.NoError(b, err)
		d := diff.Plans(first, second)
		require.NotEmpty(b, d.Templates)
		require.NotEmpty(b, d.Works)
		b.ReportMetric(float64(len(first.Works)), "works")
		b.ReportMetric(float64(len(d.Works)), "different")
	}
}

// BenchmarkDiffAlone measures only the comparison.
func BenchmarkDiffAlone(b *testing.B) {
	before := plantest.Estate(2_000, 50, 500)
	after := before
	after.Clusters = before.Clusters[1:]
	first, err := propagation.NewPlan(context.Background(), before)
	require.NoError(b, err)
	second, err := propagation.NewPlan(context.Background(), after)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		d := diff.Plans(first, second)
		require.NotEmpty(b, d.Works)
		b.ReportMetric(float64(len(first.Works)), "works")
	}
}

// BenchmarkDiffUnclaimed compares a plan with one without policies: everything is left unchanged, and each dependency looks up the reasons of those
// that require it.
func BenchmarkDiffUnclaimed(b *testing.B) {
	before := plantest.Estate(4_000, 50, 500)
	after := before
	after.Policies = nil
	first, err := propagation.NewPlan(context.Background(), before)
	require.NoError(b, err)
	second, err := propagation.NewPlan(context.Background(), after)
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		d := diff.Plans(first, second)
		require.Len(b, d.Works, len(first.Works))
	}
}
