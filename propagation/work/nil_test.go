package work_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNothing calls everything with nil and zero values. The results are errors or empty.
func TestNothing(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"Assemble": func(t *testing.T) {
			made, err := work.Assemble(nil, nil, nil, nil)
			require.Error(t, err)
			require.Nil(t, made)
			_, err = work.Assemble(nil, &api.Work{}, nil, nil)
			require.Error(t, err)
		},
		"Completions": func(t *testing.T) {
			shares, err := work.Completions(nil, nil, nil)
			require.NoError(t, err)
			require.Empty(t, shares)
		},
		"Finish": func(t *testing.T) {
			finished, err := work.Finish(nil, metav1.ObjectMeta{}, nil)
			require.NoError(t, err)
			require.Equal(t, "true", finished.GetLabels()["karmada.io/managed"])
		},
		"Merge": func(t *testing.T) {
			merged, err := work.Merge(nil, nil)
			require.Error(t, err)
			require.Nil(t, merged)
		},
		"NewOverrides": func(t *testing.T) {
			made, err := work.NewOverrides()
			require.NoError(t, err)
			require.Zero(t, made.Set.Len())
		},
		"Orphans": func(t *testing.T) {
			cleanup, err := work.Orphans(nil, nil)
			require.Error(t, err)
			require.Empty(t, cleanup)
		},
		"Overrides.Annotations": func(t *testing.T) { require.Empty(t, work.Overrides{}.Annotations(nil)) },
		"Prune": func(t *testing.T) {
			pruned, err := work.Prune(nil)
			require.NoError(t, err)
			require.Empty(t, pruned.Object)
		},
		"Record": func(t *testing.T) {
			records, err := work.Record(nil)
			require.Error(t, err)
			require.Nil(t, records)
		},
		"Render": func(t *testing.T) {
			works, err := work.Render(context.Background(), work.Input{})
			require.Error(t, err)
			require.Empty(t, works)
		},
		"Targets": func(t *testing.T) { require.Empty(t, work.Targets(nil)) },
	}
	exported.Methods(t, calls, &work.Error{})
	exported.Walk(t, calls)
}
