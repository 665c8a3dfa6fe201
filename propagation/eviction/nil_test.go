package eviction_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNothing calls everything with nil and zero values.
func TestNothing(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"Assess": func(t *testing.T) {
			require.Equal(t, eviction.Result{Tasks: []api.GracefulEvictionTask{}}, eviction.Assess(eviction.Input{}))
			result := eviction.Assess(eviction.Input{
				Tasks: make([]api.GracefulEvictionTask, 2), Targets: make([]api.TargetCluster, 2), Health: make([]api.AggregatedStatusItem, 2), Scheduled: true, Now: noon,
			})
			require.Len(t, result.Tasks, 2)
		},
		"AssessBinding": func(t *testing.T) {
			var none *api.ResourceBinding
			var noneEither *api.ClusterResourceBinding
			for _, b := range []api.Binding{nil, none, noneEither, &api.ResourceBinding{}, &api.ClusterResourceBinding{}} {
				require.Equal(t, eviction.Result{Tasks: []api.GracefulEvictionTask{}}, eviction.AssessBinding(b, noon, nil))
			}
		},
	}
	exported.Methods(t, calls, &eviction.Decision{})
	exported.Walk(t, calls)
}
