package controller_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// TestEvictionLoop: a user ends each task at once, so that duplicated scheduling takes the tainted cluster back, whose taint the object tolerates
// for a second only. The object moves no faster than every ten seconds, and is not looked at in between without an event.
func TestEvictionLoop(t *testing.T) {
	createNamespace(t, "loop")
	createCluster(t, "loop-1", nil)
	createCluster(t, "loop-2", nil)
	for _, text := range []string{`
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: loop, name: p}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: c}]
  placement:
    clusterAffinity: {clusterNames: [loop-1, loop-2]}
    clusterTolerations: [{key: lost, operator: Exists, tolerationSeconds: 1}]
`, `{apiVersion: v1, kind: ConfigMap, metadata: {namespace: loop, name: c}}`} {
		o := &unstructured.Unstructured{}
		require.NoError(t, yaml.Unmarshal([]byte(text), &o.Object))
		require.NoError(t, hub.Create(t.Context(), o))
		t.Cleanup(func() { require.NoError(t, hub.Delete(context.Background(), o)) })
	}
	var looks atomic.Int32
	startHub(t, controller.Options{
		FeatureGates: api.FeatureGates{api.GateFailover: true}, Eviction: eviction.TaintOptions{NoExecute: true},
		Reconciled: func(of override.Ref) {
			if of.Kind == "ConfigMap" {
				looks.Add(1)
			}
		},
	})
	b := &api.ResourceBinding{}
	has := func(clusters, tasks int) error {
		if err := hub.Get(t.Context(), client.ObjectKey{Namespace: "loop", Name: "c-configmap"}, b); err != nil {
			return err
		}
		if len(b.Spec.Clusters) != clusters || len(b.Spec.GracefulEvictionTasks) != tasks {
			return fmt.Errorf("found the clusters %v and the tasks %v", b.Spec.Clusters, b.Spec.GracefulEvictionTasks)
		}
		return nil
	}
	eventually(t, func() error { return has(2, 0) })
	policy := &api.ClusterTaintPolicy{ObjectMeta: named("", "loop")}
	policy.Spec.TargetClusters = &api.ClusterAffinity{ClusterNames: []string{"loop-1"}}
	policy.Spec.AddOnConditions = []api.MatchCondition{{ConditionType: "Disk", Operator: api.MatchConditionIn, StatusValues: []metav1.ConditionStatus{"Full"}}}
	policy.Spec.Taints = []api.PolicyTaint{{Key: "lost", Effect: api.TaintNoExecute}}
	require.NoError(t, hub.Create(t.Context(), policy))
	t.Cleanup(func() { require.NoError(t, hub.Delete(context.Background(), policy)) })
	began := time.Now() // before the first eviction
	full(t, "loop-1")
	eventually(t, func() error { return has(1, 1) })

	eventually(t, func() error {
		if err := has(1, 1); err != nil {
			return err
		}
		b.Spec.GracefulEvictionTasks = nil
		return hub.Update(t.Context(), b) // the hub may write the status meanwhile
	})
	eventually(t, func() error { return has(2, 0) })
	before := looks.Load()
	eventually(t, func() error { return has(1, 1) })
	require.GreaterOrEqual(t, time.Since(began), 10*time.Second, "it stays for ten seconds")
	require.Less(t, looks.Load()-before, int32(8))
}

// full sets a condition of a cluster.
func full(t *testing.T, name string) {
	t.Helper()
	eventually(t, func() error {
		c := &api.Cluster{}
		if err := hub.Get(t.Context(), client.ObjectKey{Name: name}, c); err != nil {
			return err
		}
		c.Status.Conditions = append(c.Status.Conditions, metav1.Condition{Type: "Disk", Status: "Full", Reason: "Test", LastTransitionTime: metav1.Now()})
		return hub.Status().Update(t.Context(), c)
	})
}
