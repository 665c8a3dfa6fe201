package eviction_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// TestTaintEvictions compares the evictions from random clusters with those from one cluster after the other.
func TestTaintEvictions(t *testing.T) {
	t.Parallel()
	evicted, failed := 0, 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 0))
		b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}}
		if r.IntN(10) > 0 {
			b.Annotations = map[string]string{api.AppliedPlacementAnnotation: `{"clusterTolerations": [{"key": "a", "operator": "Exists", "tolerationSeconds": 60}]}`}
		}
		if r.IntN(20) == 0 {
			b.DeletionTimestamp = &metav1.Time{Time: noon}
		}
		if r.IntN(2) == 0 {
			b.Spec.Failover = &api.FailoverBehavior{Cluster: &api.ClusterFailoverBehavior{StatePreservation: &api.StatePreservation{
				Rules: []api.StatePreservationRule{{AliasLabelName: "state", JSONPath: "{.replicas}"}},
			}}}
		}
		var clusters []*api.Cluster
		for range r.IntN(6) {
			name := fmt.Sprint("m", r.IntN(5))
			b.Spec.Clusters = append(b.Spec.Clusters, api.TargetCluster{Name: name, Replicas: r.Int32N(3)})
			if r.IntN(4) > 0 {
				b.Status.AggregatedStatus = append(b.Status.AggregatedStatus, api.AggregatedStatusItem{ClusterName: name, Status: &api.JSON{Raw: []byte(`{"replicas": 2}`)}})
			}
		}
		for range r.IntN(6) {
			c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("m", r.IntN(6))}}
			for range r.IntN(3) {
				at := metav1.NewTime(noon.Add(-1))
				c.Spec.Taints = append(c.Spec.Taints, api.Taint{Key: []string{"a", "b"}[r.IntN(2)], Effect: api.TaintNoExecute, TimeAdded: &at})
			}
			clusters = append(clusters, c)
		}
		in := eviction.TaintInput{
			Binding: b, Options: eviction.TaintOptions{NoExecute: r.IntN(10) > 0}, Now: noon, FeatureGates: api.FeatureGates{api.GateStatefulFailoverInjection: r.IntN(2) == 0},
		}
		moved, decided := eviction.TaintEvictions(in, clusters)
		want, some := b.DeepCopy(), false
		for i, c := range clusters {
			in.Binding, in.Cluster, in.ClusterName = want, c, c.Name
			one, err := eviction.TaintEviction(in)
			require.Equal(t, err, decided[i].Err, "seed %d", seed)
			require.Equal(t, eviction.TaintDecision{Decision: one.Decision, RetryAfter: one.RetryAfter, Err: err}, decided[i], "seed %d", seed)
			if err == nil {
				want.Spec.Clusters, want.Spec.GracefulEvictionTasks = one.Clusters, one.Tasks
				some = some || one.Evicted
			} else {
				failed++
			}
		}
		require.Equal(t, append([]api.TargetCluster{}, want.Spec.Clusters...), append([]api.TargetCluster{}, moved.Clusters...), "seed %d", seed)
		require.Equal(t, append([]api.GracefulEvictionTask{}, want.Spec.GracefulEvictionTasks...), moved.Tasks, "seed %d", seed)
		require.Equal(t, some, moved.Evicted, "seed %d", seed)
		if some {
			evicted++
		}
	}
	require.Greater(t, min(evicted, failed), 100)
}
