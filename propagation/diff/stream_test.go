package diff_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// TestPlansOfStreams compares plans whose Works are streams, and such a plan with one that has a list. The difference is that of two lists.
func TestPlansOfStreams(t *testing.T) {
	t.Parallel()
	before, after := plantest.Estate(60, 12, 20), plantest.Estate(60, 12, 20)
	after.Clusters = after.Clusters[2:]
	after.Templates = after.Templates[3:]
	after.Overrides = nil
	var plans, streams [2]*propagation.Plan
	for i, in := range []propagation.PlanInput{before, after} {
		plans[i] = plantest.PlanOf(t, in)
		in.Options.StreamWorks = true
		stream, err := propagation.NewPlan(context.Background(), in)
		require.NoError(t, err)
		require.Empty(t, stream.Works)
		streams[i] = stream
	}
	want := diff.Plans(plans[0], plans[1])
	require.NotEmpty(t, want.Works)
	kinds := map[diff.Kind]bool{}
	for _, w := range want.Works {
		kinds[w.Kind] = true
	}
	require.True(t, kinds[diff.Deleted] && (kinds[diff.Changed] || kinds[diff.Created]), "Works disappear and change: %v", kinds)
	require.Equal(t, casetest.Frozen(t, want), casetest.Frozen(t, diff.Plans(streams[0], streams[1])))
	require.Equal(t, casetest.Frozen(t, want), casetest.Frozen(t, diff.Plans(plans[0], streams[1])))
	require.Equal(t, casetest.Frozen(t, want), casetest.Frozen(t, diff.Plans(streams[0], plans[1])))
	require.True(t, diff.Plans(plans[0], streams[0]).Empty(), "a stream has the Works of the list")
}
