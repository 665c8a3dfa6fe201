package eviction_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// TestStoredLimits evicts an object from one cluster after the other and stores each result. The tasks of the binding must not grow beyond the limit.
func TestStoredLimits(t *testing.T) {
	t.Parallel()
	const clusters, kilo = 40, 1 << 10
	rule := func(label, path string) *api.StatePreservation {
		return &api.StatePreservation{Rules: []api.StatePreservationRule{{AliasLabelName: label, JSONPath: path}}}
	}
	value := strings.Repeat("x", 100*kilo)
	for _, c := range []struct {
		name, reason, cluster string
		failover              api.FailoverBehavior
		evicted               int
		err                   string
	}{
		{"taints", "each state has 60 KiB", "m", api.FailoverBehavior{Cluster: &api.ClusterFailoverBehavior{StatePreservation: rule("s", value[:60*kilo])}}, 17, "the states have more than 1048576 bytes together"},
		{"labels", "labels of 100 KiB count like values", "m", api.FailoverBehavior{Cluster: &api.ClusterFailoverBehavior{StatePreservation: rule(value, "")}}, 10, "the states have more than 1048576 bytes together"},
		{"applications", "each state has 60 KiB", "m", api.FailoverBehavior{Application: application(rule("s", value[:60*kilo]))}, 17, "the states have more than 1048576 bytes together"},
		{"the clusters before a failover", "the lists have 156 KiB and become shorter", strings.Repeat("m", 4000), api.FailoverBehavior{Application: application(rule("s", "x"))}, 7, "bytes in other tasks, expected at most 1048576 bytes in all"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := &api.ClusterResourceBinding{ObjectMeta: metav1.ObjectMeta{Name: "web", Annotations: map[string]string{api.AppliedPlacementAnnotation: "{}"}}}
			b.Spec.Failover = &c.failover
			for i := range clusters {
				b.Spec.Clusters = append(b.Spec.Clusters, api.TargetCluster{Name: fmt.Sprint(c.cluster, i)})
			}
			targets := b.DeepCopy().Spec.Clusters
			var last error
			for _, target := range targets {
				var moved eviction.Moved
				if moved, last = evictOne(b, target.Name); last != nil {
					break
				}
				b.Spec.Clusters, b.Spec.GracefulEvictionTasks = moved.Clusters, moved.Tasks
			}
			require.ErrorContains(t, last, c.err, c.reason)
			require.Len(t, b.Spec.GracefulEvictionTasks, c.evicted, c.reason)
			stored, err := json.Marshal(b.Spec.GracefulEvictionTasks)
			require.NoError(t, err)
			require.Less(t, len(stored), 1<<20+clusters*kilo*5, "with the other fields of the tasks")
		})
	}
}

// application evicts at once, and preserves a state.
func application(s *api.StatePreservation) *api.ApplicationFailoverBehavior {
	none := int32(0)
	return &api.ApplicationFailoverBehavior{DecisionConditions: api.DecisionConditions{TolerationSeconds: &none}, StatePreservation: s}
}

// evictOne evicts the object of a binding from a cluster with a taint, or in which the application fails.
func evictOne(b *api.ClusterResourceBinding, cluster string) (eviction.Moved, error) {
	gates := api.FeatureGates{api.GateStatefulFailoverInjection: true}
	b.Status.AggregatedStatus = []api.AggregatedStatusItem{{ClusterName: cluster, Health: interpreter.Unhealthy, Status: &api.JSON{Raw: []byte("{}")}}}
	if b.Spec.Failover.Application != nil {
		r, err := eviction.ApplicationFailover(eviction.FailoverInput{
			Binding: b, Since: map[string]time.Time{cluster: noon.Add(-time.Second)}, HasHook: true, FeatureGates: gates, Now: noon,
		})
		return r.Moved, err
	}
	tainted := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: cluster}, Spec: api.ClusterSpec{Taints: []api.Taint{{Effect: api.TaintNoExecute}}}}
	in := eviction.TaintInput{Binding: b, Options: eviction.TaintOptions{NoExecute: true}, FeatureGates: gates, Now: noon}
	moved, decided := eviction.TaintEvictions(in, []*api.Cluster{tainted})
	return moved, decided[0].Err
}
