package eviction_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls everything with nil and zero values.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"Assess": func(t *testing.T) {
			require.Equal(t, eviction.Result{Tasks: []api.GracefulEvictionTask{}}, eviction.Assess(eviction.Input{}))
			result := eviction.Assess(eviction.Input{
				Tasks: make([]api.GracefulEvictionTask, 2), Targets: make([]api.TargetCluster, 2), Health: make([]api.AggregatedStatusItem, 2), Scheduled: true, Now: noon,
			})
			require.Len(t, result.Tasks, 2)
		},
	}
	for name, call := range failureCalls {
		calls[name] = call
	}
	exported.Methods(t, calls, &eviction.Decision{})
	exported.Walk(t, calls)
}

// failureCalls are the functions about failing clusters and applications.
var failureCalls = map[string]func(t *testing.T){
	"Tolerate": func(t *testing.T) {
		require.Equal(t, eviction.Tolerance{Reason: "the cluster has no taint with the effect NoExecute"}, eviction.Tolerate(nil, nil, noon))
		require.False(t, eviction.Tolerate(make([]api.Taint, 2), make([]api.Toleration, 2), noon).Evict)
		require.True(t, eviction.Tolerate([]api.Taint{{Effect: api.TaintNoExecute}}, nil, noon).Evict)
	},
	"TaintEvictions": func(t *testing.T) {
		var none *api.ClusterResourceBinding
		for _, b := range []api.Binding{nil, none, &api.ResourceBinding{}, &api.ResourceBinding{Spec: api.ResourceBindingSpec{Clusters: make([]api.TargetCluster, 1)}}} {
			moved, decided := eviction.TaintEvictions(eviction.TaintInput{Binding: b, Options: eviction.TaintOptions{NoExecute: true}}, []*api.Cluster{nil})
			require.False(t, moved.Evicted)
			require.Equal(t, make([]eviction.TaintDecision, 1), decided)
		}
	},
	"ToleranceCache.Of": func(t *testing.T) {
		var none *api.ClusterResourceBinding
		scheduled := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{api.AppliedPlacementAnnotation: "{}"}}}
		var cache eviction.ToleranceCache
		for _, b := range []api.Binding{nil, none} {
			tolerance, err := cache.Of(b, &api.Cluster{})
			require.NoError(t, err)
			require.Zero(t, tolerance)
		}
		_, err := cache.Of(&api.ResourceBinding{}, &api.Cluster{})
		require.ErrorContains(t, err, "found no annotation")
		tolerance, err := cache.Of(scheduled, nil)
		require.NoError(t, err)
		require.Zero(t, tolerance)
		tolerance, err = cache.Of(scheduled, &api.Cluster{})
		require.NoError(t, err)
		require.Equal(t, eviction.Tolerate(nil, nil, noon), tolerance)
	},
	"ApplicationFailover": func(t *testing.T) {
		var none *api.ResourceBinding
		for _, b := range []api.Binding{nil, none, &api.ResourceBinding{}} {
			r, err := eviction.ApplicationFailover(eviction.FailoverInput{Binding: b})
			require.NoError(t, err)
			require.Equal(t, map[string]time.Time{}, r.Since)
		}
		sick := &api.ClusterResourceBinding{Status: api.ResourceBindingStatus{AggregatedStatus: make([]api.AggregatedStatusItem, 1)}}
		sick.Spec.Failover = &api.FailoverBehavior{Application: &api.ApplicationFailoverBehavior{}}
		_, err := eviction.ApplicationFailover(eviction.FailoverInput{Binding: sick, HasHook: true})
		require.ErrorContains(t, err, "tolerationSeconds: found none")
	},
	"Evict": func(t *testing.T) {
		require.False(t, eviction.Evict(nil, nil, "", api.GracefulEvictionTask{}).Evicted)
		require.Len(t, eviction.Evict(make([]api.TargetCluster, 2), nil, "", api.GracefulEvictionTask{}).Clusters, 1)
	},
	"Warning.String": func(t *testing.T) { require.Equal(t, ": ", eviction.Warning{}.String()) },
	"PreserveState": func(t *testing.T) {
		labels, err := eviction.PreserveState(nil, nil)
		require.NoError(t, err)
		require.Empty(t, labels)
		_, err = eviction.PreserveState(make([]api.StatePreservationRule, 1), nil)
		require.Error(t, err)
	},
}
