package cluster_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/wild"
)

// TestWildObjects adds objects that no decoder returns. Errors are fine, panics are not; after an error nothing is added.
func TestWildObjects(t *testing.T) {
	t.Parallel()
	all := wild.Objects()
	for what, v := range wild.Values() {
		for _, path := range []string{
			"kind", "metadata", "metadata.name", "status", "status.phase", "status.allocatable", "status.allocatable.cpu", "status.conditions", "status.conditions.0",
			"status.conditions.0.type", "status.conditions.0.status", "spec", "spec.nodeName", "spec.overhead", "spec.overhead.memory", "spec.containers",
			"spec.containers.0", "spec.containers.0.resources", "spec.containers.0.resources.requests", "spec.initContainers.0.resources.requests.cpu",
		} {
			all[what+" at "+path] = &unstructured.Unstructured{Object: wildAt(strings.Split(path, "."), v).(map[string]any)}
		}
	}
	grades := models(t, "[{grade: 0, ranges: [{name: cpu, min: 0, max: 1}]}]")
	deleting := casetest.Decode[api.Cluster](t, "{metadata: {name: m1, "+deleting+"}}")
	for what, v := range wild.Values() {
		namespace := cluster.ExecutionNamespace("m1")
		namespace.Object["metadata"].(map[string]any)["deletionTimestamp"] = v
		require.NotEmpty(t, cluster.Sync(cluster.SyncInput{Cluster: deleting, Namespace: namespace}).Wait, what)
	}
	for name, object := range all {
		s := &cluster.Summary{}
		nodeErr := s.AddNode(object)
		require.Equal(t, nodeErr == nil, s.NodeSummary().TotalNum == 1, name)
		podErr := s.AddPod(object)
		counts, err := s.Modelings(grades)
		require.NoError(t, err, name)
		require.Len(t, counts, 1, name)
		_, err = (cluster.Report{Collected: &cluster.Collected{Summary: s}}).Status(nil, nil, now)
		require.NoError(t, err, name)
		if podErr != nil {
			require.Empty(t, s.ResourceSummary().Allocated, name)
			require.Empty(t, s.ResourceSummary().Allocating, name)
		}
		require.Empty(t, cluster.Sync(cluster.SyncInput{Cluster: deleting, Namespace: object}).Wait, "%s: it is not the namespace of the cluster", name)
	}
}

// wildAt returns an object, or a list for the token 0, with a value at a path.
func wildAt(path []string, v any) any {
	switch {
	case len(path) == 0:
		return v
	case path[0] == "0":
		return []any{wildAt(path[1:], v)}
	}
	return map[string]any{path[0]: wildAt(path[1:], v)}
}

// TestManyContainers adds a pod with 100,000 containers and as many init containers, which share one map that contains itself.
func TestManyContainers(t *testing.T) {
	t.Parallel()
	container := map[string]any{"resources": map[string]any{"requests": map[string]any{"cpu": "1", "memory": "8Ei"}}}
	container["self"] = container
	list := make([]any, 100_000)
	for i := range list {
		list[i] = container
	}
	s := &cluster.Summary{}
	require.NoError(t, s.AddPod(&unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"containers": list, "initContainers": list, "self": list}}}))
	require.Equal(t, map[string]string{"cpu": "100k", "memory": "9223372036854775807", "pods": "1"}, texts(s.ResourceSummary().Allocating))
}

// TestManyRanges counts with 30,000 models. Only the first has ranges, also 30,000. A table of all minima would need tens of gigabytes.
func TestManyRanges(t *testing.T) {
	t.Parallel()
	given := make([]api.ResourceModel, 30_000)
	for i := range given {
		given[0].Ranges = append(given[0].Ranges, api.ResourceModelRange{Name: fmt.Sprint(i)})
	}
	counts, err := summary(t, objects{"{status: {allocatable: {cpu: 1}}}"}, nil).Modelings(given)
	require.NoError(t, err)
	require.EqualValues(t, 1, counts[len(counts)-1].Count)
}

// TestHugeAllocatable adds nodes whose sum has a thousand digits before and after the point. It stays within the limits of a quantity.
func TestHugeAllocatable(t *testing.T) {
	t.Parallel()
	s := &cluster.Summary{}
	for i := range 1000 {
		text := fmt.Sprintf("{metadata: {name: n%d}, status: {allocatable: {cpu: 1e%d, memory: 1e-9, pods: 2}}}", i, i)
		require.NoError(t, s.AddNode(casetest.Object(t, text)))
		require.NoError(t, s.AddPod(casetest.Object(t, fmt.Sprintf("{spec: {nodeName: n%d, containers: [{resources: {requests: {cpu: 1e%d}}}]}}", i, i))))
	}
	require.NoError(t, quantity.Check(s.ResourceSummary().Allocatable["cpu"]))
	counts, err := s.Modelings(models(t, "[{grade: 0, ranges: [{name: cpu, min: 0, max: 1}]}, {grade: 1, ranges: [{name: cpu, min: 1e400, max: 1}]}]"))
	require.NoError(t, err)
	require.Equal(t, []int64{401, 599}, counted(counts))
}
