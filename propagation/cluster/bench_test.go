package cluster_test

import (
	"fmt"
	"iter"
	"runtime"
	"slices"
	"testing"
	"weak"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
)

// benchNode returns a node with what a kubelet reports.
func benchNode(i int) *unstructured.Unstructured {
	condition := func(kind, status string) any {
		return map[string]any{"type": kind, "status": status, "reason": "x", "lastHeartbeatTime": "2026-01-01T00:00:00Z"}
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Node", "metadata": map[string]any{"name": fmt.Sprint("node-", i)},
		"status": map[string]any{
			"allocatable": map[string]any{"cpu": "31850m", "memory": "129886Mi", "ephemeral-storage": "95551679124", "hugepages-2Mi": "0", "pods": "110"},
			"conditions":  []any{condition("MemoryPressure", "False"), condition("DiskPressure", "False"), condition("PIDPressure", "False"), condition("Ready", "True")},
		},
	}}
}

// benchPod returns a pod with two containers and an init container.
func benchPod(i int) *unstructured.Unstructured {
	container := func(cpu, memory string) any {
		return map[string]any{"name": "c", "image": "app:1", "resources": map[string]any{"requests": map[string]any{"cpu": cpu, "memory": memory}}}
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": fmt.Sprint("pod-", i), "namespace": "shop"},
		"spec": map[string]any{
			"nodeName":       fmt.Sprint("node-", i%5000),
			"containers":     []any{container("250m", "512Mi"), container("10m", "32Mi")},
			"initContainers": []any{container("100m", "64Mi")},
		},
		"status": map[string]any{"phase": "Running"},
	}}
}

// stream yields objects one at a time, as a decoder would.
func stream(n int, object func(int) *unstructured.Unstructured) iter.Seq[*unstructured.Unstructured] {
	return func(yield func(*unstructured.Unstructured) bool) {
		for i := range n {
			if !yield(object(i)) {
				return
			}
		}
	}
}

// BenchmarkSummary summarizes 5,000 nodes and 100,000 decoded pods, with nine grades.
func BenchmarkSummary(b *testing.B) {
	var nodes, pods []*unstructured.Unstructured
	for node := range stream(5_000, benchNode) {
		nodes = append(nodes, node)
	}
	for pod := range stream(100_000, benchPod) {
		pods = append(pods, pod)
	}
	grades := cluster.StandardModels(nil)
	b.ReportAllocs()
	for b.Loop() {
		var s cluster.Summary
		for _, node := range nodes {
			if err := s.AddNode(node); err != nil {
				b.Fatal(err)
			}
		}
		for _, pod := range pods {
			if err := s.AddPod(pod); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := (cluster.Report{Collected: &cluster.Collected{Summary: &s}}).Status(&api.Cluster{Spec: api.ClusterSpec{ResourceModels: grades}}, nil, now); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSummaryKeepsNothing checks that nodes and pods can be freed while the summary is in use.
func TestSummaryKeepsNothing(t *testing.T) {
	t.Parallel()
	var s cluster.Summary
	var added []weak.Pointer[unstructured.Unstructured]
	for node := range stream(3, benchNode) {
		require.NoError(t, s.AddNode(node))
		added = append(added, weak.Make(node))
	}
	for pod := range stream(3, benchPod) {
		require.NoError(t, s.AddPod(pod))
		added = append(added, weak.Make(pod))
	}
	runtime.GC()
	for i, pointer := range added {
		require.Nil(t, pointer.Value(), i)
	}
	require.EqualValues(t, 3, s.NodeSummary().TotalNum)
}

// TestSummarySize adds many more pods, which does not need more memory: the sums already exist, and reading allocates only for the time of a call.
func TestSummarySize(t *testing.T) {
	if testing.Short() {
		t.Skip("it adds 100,000 pods")
	}
	var s cluster.Summary
	before := liveHeap()
	for node := range stream(5_000, benchNode) {
		require.NoError(t, s.AddNode(node))
	}
	for pod := range stream(100_000, benchPod) {
		require.NoError(t, s.AddPod(pod))
	}
	size := int64(liveHeap()) - int64(before)
	require.Equal(t, "100k", texts(s.ResourceSummary().Allocated)["pods"])
	require.Less(t, size, int64(20<<20), "5,000 nodes with their totals")
	runtime.KeepAlive(&s)
}

// TestSummaryAfterLargePod adds a pod with 100,000 containers, whose requests need several megabytes until they are added.
func TestSummaryAfterLargePod(t *testing.T) {
	container := map[string]any{"resources": map[string]any{"requests": map[string]any{"cpu": "1", "memory": "1"}}}
	pod := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"containers": slices.Repeat([]any{container}, 100_000)}}}
	var s cluster.Summary
	before := liveHeap()
	require.NoError(t, s.AddPod(pod))
	require.Less(t, int64(liveHeap())-int64(before), int64(1<<20), "the requests are not kept")
	runtime.KeepAlive(pod)
	runtime.KeepAlive(&s)
}

// liveHeap returns the bytes in use after a garbage collection.
func liveHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
