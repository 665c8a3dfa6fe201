package eviction_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// TestTaintEvictions compares the evictions from random clusters with those from one cluster after the other. The states are small:
// TestTaintEvictionsLimits has the difference.
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
			in.Binding = want
			one, alone := eviction.TaintEvictions(in, []*api.Cluster{c})
			require.Equal(t, alone, decided[i:i+1], "seed %d", seed)
			if decided[i].Err == nil {
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

// TestTaintEvictionsLimits has states that are within the limits one by one, but not together.
func TestTaintEvictionsLimits(t *testing.T) {
	t.Parallel()
	const clusters = 20
	for _, c := range []struct {
		name, reason, path, status, err string
		evicted                         int
	}{
		{"bytes", "an API server does not store more", "{.s}", `{"s": "` + strings.Repeat("x", 1<<17-len("state")) + `"}`, "the states have more than 1048576 bytes together", 8},
		{"steps", "five for each number; the time is limited", "{range .l[*]}{end}", `{"l": [` + strings.Repeat("0,", 1<<15) + `0]}`, "more than 1048576 steps", 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", Annotations: map[string]string{api.AppliedPlacementAnnotation: "{}"}}}
			b.Spec.Failover = &api.FailoverBehavior{Cluster: &api.ClusterFailoverBehavior{StatePreservation: &api.StatePreservation{
				Rules: []api.StatePreservationRule{{AliasLabelName: "state", JSONPath: c.path}},
			}}}
			var tainted []*api.Cluster
			for i := range clusters {
				name := fmt.Sprint("m", i)
				b.Spec.Clusters = append(b.Spec.Clusters, api.TargetCluster{Name: name})
				b.Status.AggregatedStatus = append(b.Status.AggregatedStatus, api.AggregatedStatusItem{ClusterName: name, Status: &api.JSON{Raw: []byte(c.status)}})
				tainted = append(tainted, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: api.ClusterSpec{Taints: []api.Taint{{Effect: api.TaintNoExecute}}}})
			}
			in := eviction.TaintInput{
				Binding: b, Options: eviction.TaintOptions{NoExecute: true}, Now: noon, FeatureGates: api.FeatureGates{api.GateStatefulFailoverInjection: true},
			}
			moved, decided := eviction.TaintEvictions(in, tainted)
			require.Len(t, moved.Tasks, c.evicted, c.reason)
			require.Len(t, moved.Clusters, clusters-c.evicted, "a cluster with an error stays")
			for i, d := range decided {
				if i < c.evicted {
					require.NoError(t, d.Err, i)
				} else {
					require.ErrorContains(t, d.Err, c.err, i)
					require.Zero(t, d.Decision)
				}
				one, alone := eviction.TaintEvictions(in, tainted[i:i+1])
				require.NoError(t, alone[0].Err, "alone it is within the limits")
				require.True(t, one.Evicted)
			}
		})
	}
}
