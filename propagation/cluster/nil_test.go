package cluster_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls everything with nil and zero values.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	exported.Walk(t, map[string]func(t *testing.T){
		"EnablementsCondition": func(t *testing.T) {
			require.Equal(t, "Empty", cluster.EnablementsCondition(nil, nil).Reason)
		},
		"Enablements": func(t *testing.T) {
			require.Nil(t, cluster.Enablements(nil))
			require.Equal(t, []api.APIEnablement{{}}, cluster.Enablements([]*metav1.APIResourceList{nil, {}}))
		},
		"ExecutionNamespace": func(t *testing.T) {
			require.Equal(t, "karmada-es-", cluster.ExecutionNamespace("").GetName())
		},
		"Health": func(t *testing.T) {
			online, healthy := cluster.Health(0, 0)
			require.False(t, online || healthy)
		},
		"ReadyCondition": func(t *testing.T) {
			require.Equal(t, "ClusterNotReachable", cluster.ReadyCondition(false, true).Reason)
		},
		"Report.Status": func(t *testing.T) {
			for _, c := range []*api.Cluster{nil, {}} {
				status, err := cluster.Report{}.Status(c, nil, time.Time{})
				require.NoError(t, err)
				require.Empty(t, status.Conditions, "a condition without a type is not set")
				status, err = cluster.Report{Collected: &cluster.Collected{Summary: &cluster.Summary{}}}.Status(c, nil, time.Time{})
				require.NoError(t, err)
				require.Len(t, status.Conditions, 1)
			}
		},
		"StandardModels": func(t *testing.T) {
			require.Len(t, cluster.StandardModels(nil), 9)
			require.Equal(t, []api.ResourceModel{{}}, cluster.StandardModels([]api.ResourceModel{{}}))
		},
		"APIStateOf": func(t *testing.T) {
			require.Equal(t, cluster.APIUnknown, cluster.APIStateOf(nil, "", ""))
			require.Equal(t, cluster.APIUnknown, cluster.APIStateOf(&api.Cluster{}, "", ""))
		},
		"Summary.AddNode": func(t *testing.T) {
			var s cluster.Summary
			require.EqualError(t, s.AddNode(nil), "Node: found nil, expected a Node")
			require.NoError(t, s.AddNode(&unstructured.Unstructured{}))
			require.EqualValues(t, 1, s.NodeSummary().TotalNum)
		},
		"Summary.AddPod": func(t *testing.T) {
			var s cluster.Summary
			require.EqualError(t, s.AddPod(nil), "Pod: found nil, expected a Pod")
			require.NoError(t, s.AddPod(&unstructured.Unstructured{}))
			require.Len(t, s.ResourceSummary().Allocating, 1)
		},
		"Summary.Modelings": func(t *testing.T) {
			for _, s := range []*cluster.Summary{{}} {
				counts, err := s.Modelings(nil)
				require.NoError(t, err)
				require.Nil(t, counts)
				counts, err = s.Modelings([]api.ResourceModel{{}})
				require.NoError(t, err, "there is no node to count")
				require.Equal(t, []api.AllocatableModeling{{}}, counts)
			}
		},
		"Summary.NodeSummary": func(t *testing.T) {
			require.Zero(t, *(&cluster.Summary{}).NodeSummary())
			require.Zero(t, *(&cluster.Summary{}).NodeSummary())
		},
		"Summary.ResourceSummary": func(t *testing.T) {
			for _, s := range []*cluster.Summary{{}} {
				r := s.ResourceSummary()
				require.Empty(t, r.Allocatable)
				require.Empty(t, r.Allocating)
				require.Empty(t, r.Allocated)
			}
		},
		"Sync": func(t *testing.T) {
			require.Zero(t, cluster.Sync(cluster.SyncInput{Works: []*api.Work{nil}, Bindings: []api.Binding{nil}}))
			deleting := &api.Cluster{Spec: api.ClusterSpec{SyncMode: api.Pull}}
			deleting.DeletionTimestamp = &metav1.Time{}
			in := cluster.SyncInput{Cluster: deleting, Works: []*api.Work{nil, {}}, Bindings: []api.Binding{nil, (*api.ResourceBinding)(nil), (*api.ClusterResourceBinding)(nil), &api.ResourceBinding{}}}
			require.Zero(t, cluster.Sync(in))
			in.Namespace = &unstructured.Unstructured{}
			require.Zero(t, cluster.Sync(in), "it is not the namespace of the cluster")
			in.Namespace = cluster.ExecutionNamespace("")
			require.True(t, cluster.Sync(in).DeleteNamespace)
		},
		"Taints": func(t *testing.T) {
			taints, changed := cluster.Taints(nil, time.Time{})
			require.Empty(t, taints)
			require.False(t, changed)
			taints, changed = cluster.Taints(&api.Cluster{}, time.Time{})
			require.Len(t, taints, 1)
			require.True(t, changed)
		},
		"Thresholds.Ready": func(t *testing.T) {
			read, last := cluster.Thresholds{}.Ready(nil, metav1.Condition{}, cluster.Reading{}, time.Time{})
			require.Zero(t, read)
			require.Zero(t, last)
		},
		"Monitor.Observe": func(t *testing.T) {
			require.Zero(t, cluster.Monitor{}.Observe(nil, nil, nil, now))
			seen := cluster.Monitor{}.Observe(&api.Cluster{Spec: api.ClusterSpec{SyncMode: api.Pull}}, &cluster.Probe{}, &cluster.Lease{}, now)
			require.False(t, seen.Written, "any lease is a sign of life, if none was known")
			require.Equal(t, now, seen.Probe.Time)
		},
		"PolicyTaints": func(t *testing.T) {
			taints, changed := cluster.PolicyTaints(nil, nil, now)
			require.Empty(t, taints)
			require.False(t, changed)
			taints, changed = cluster.PolicyTaints(&api.Cluster{}, []*api.ClusterTaintPolicy{nil, {}}, time.Time{})
			require.Empty(t, taints)
			require.False(t, changed)
		},
		"CollectionFailedCondition": func(t *testing.T) {
			require.Equal(t, "failed to create a ClusterClient: <nil>", cluster.CollectionFailedCondition(nil).Message)
		},
	})
}
