package cluster_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// decodedObjects decodes a list of objects.
func decodedObjects(t testing.TB, text string) []*unstructured.Unstructured {
	var contents []any
	if utiljson.Unmarshal([]byte(text), &contents) != nil {
		t.Skip()
	}
	var all []*unstructured.Unstructured
	for _, v := range contents {
		content, _ := v.(map[string]any)
		all = append(all, &unstructured.Unstructured{Object: content})
	}
	return all
}

// FuzzSummary adds nodes and pods. An error changes nothing, nothing is written to the input, the order of nodes does not matter for their sums,
// pods may be added before nodes, and every total of requests is above 0.
func FuzzSummary(f *testing.F) {
	for _, file := range []string{"nodesummary", "resourcesummary", "clustermodels"} {
		for _, c := range casetest.Recorded[recorded](f, file) {
			f.Add(casetest.Frozen(f, c.Nodes), casetest.Frozen(f, c.Pods))
		}
	}
	f.Add(`[{"status":{"allocatable":{"cpu":"1e900","memory":-1,"pods":"1.5"}}}]`, `[{"spec":{"containers":[{"resources":{"requests":{"memory":"9E","cpu":"-1e900"}}}]}}]`)
	f.Fuzz(func(t *testing.T, nodesText, podsText string) {
		nodes, pods := decodedObjects(t, nodesText), decodedObjects(t, podsText)
		before := casetest.Frozen(t, []any{nodes, pods})
		var s, reversed cluster.Summary
		added := 0
		for _, pod := range pods {
			was := casetest.Frozen(t, reversed.ResourceSummary())
			if reversed.AddPod(pod) != nil {
				require.Equal(t, was, casetest.Frozen(t, reversed.ResourceSummary()))
			}
		}
		for _, node := range nodes {
			was := casetest.Frozen(t, s.ResourceSummary())
			if s.AddNode(node) == nil {
				added++
			} else {
				require.Equal(t, was, casetest.Frozen(t, s.ResourceSummary()))
			}
		}
		for _, pod := range pods {
			_ = s.AddPod(pod)
		}
		slices.Reverse(nodes)
		for _, node := range nodes {
			_ = reversed.AddNode(node)
		}
		slices.Reverse(nodes)
		require.Equal(t, before, casetest.Frozen(t, []any{nodes, pods}))
		require.EqualValues(t, added, s.NodeSummary().TotalNum)
		require.Equal(t, s.NodeSummary(), reversed.NodeSummary())
		requireSameSums(t, s.ResourceSummary(), reversed.ResourceSummary())
		requireModelings(t, &s, added)
	})
}

func requireSameSums(t *testing.T, a, b *api.ResourceSummary) {
	for what, lists := range map[string][2]quantity.List{"allocatable": {a.Allocatable, b.Allocatable}, "allocated": {a.Allocated, b.Allocated}, "allocating": {a.Allocating, b.Allocating}} {
		require.Len(t, lists[1], len(lists[0]), what)
		for name, q := range lists[0] {
			require.True(t, quantity.Equal(q, lists[1][name]), "%s: %s", what, name)
			require.NoError(t, quantity.Check(q))
			require.True(t, what == "allocatable" || q.Sign() > 0, "%s: %s", what, name)
		}
	}
}

// requireModelings checks that no node is counted twice, and that the status can be stored.
func requireModelings(t *testing.T, s *cluster.Summary, nodes int) {
	counts, err := s.Modelings(cluster.StandardModels(nil))
	require.NoError(t, err)
	require.Len(t, counts, 9)
	sum := int64(0)
	for _, c := range counts {
		require.GreaterOrEqual(t, c.Count, int64(0))
		sum += c.Count
	}
	require.LessOrEqual(t, sum, int64(nodes))
	status, err := (cluster.Report{Collected: &cluster.Collected{Summary: s}}).Status(nil, nil, now)
	require.NoError(t, err)
	text, err := json.Marshal(status)
	require.NoError(t, err)
	var again api.ClusterStatus
	require.NoError(t, json.Unmarshal(text, &again))
}

// FuzzModelings counts nodes by models from a cluster, and compares with a search that looks at every model if the minima ascend.
func FuzzModelings(f *testing.F) {
	for _, c := range casetest.Recorded[recorded](f, "clustermodels") {
		f.Add(casetest.Frozen(f, c.Models), casetest.Frozen(f, c.Nodes))
	}
	f.Fuzz(func(t *testing.T, modelsText, nodesText string) {
		var given []api.ResourceModel
		if json.Unmarshal([]byte(modelsText), &given) != nil || len(given) == 0 {
			t.Skip()
		}
		var s cluster.Summary
		var read []quantity.List
		for _, node := range decodedObjects(t, nodesText) {
			var alone cluster.Summary
			if alone.AddNode(node) == nil {
				require.NoError(t, s.AddNode(node))
				read = append(read, alone.ResourceSummary().Allocatable)
			}
		}
		before := casetest.Frozen(t, given)
		counts, err := s.Modelings(given)
		require.Equal(t, before, casetest.Frozen(t, given))
		if err != nil {
			require.Nil(t, counts)
			return
		}
		require.Len(t, counts, len(given))
		standard := cluster.StandardModels(given)
		require.Equal(t, casetest.Frozen(t, standard), casetest.Frozen(t, cluster.StandardModels(standard)), "standard models stay")
		if !ascending(given) {
			return
		}
		want := make([]int64, len(given))
		for i, node := range decodedObjects(t, nodesText) {
			if i >= len(read) || len(read) != len(decodedObjects(t, nodesText)) || !reports(node) {
				return // the oracle does not know where the count ends
			}
			if grade := slowGrade(given, read[i]); grade >= 0 {
				want[grade]++
			}
		}
		require.Equal(t, want, counted(counts))
	})
}

// reports reports whether a node has a list of allocatable resources.
func reports(node *unstructured.Unstructured) bool {
	_, found, err := unstructured.NestedMap(node.Object, "status", "allocatable")
	return found && err == nil
}

// ascending reports whether all models name the same resources once, and their minima ascend.
func ascending(given []api.ResourceModel) bool {
	last := quantity.List{}
	for i, m := range given {
		if len(m.Ranges) != len(given[0].Ranges) {
			return false
		}
		for _, r := range m.Ranges {
			low, found := last[r.Name]
			if found == (i == 0) || found && low.Cmp(r.Min.Quantity) > 0 {
				return false
			}
			last[r.Name] = r.Min.Quantity
		}
	}
	return true
}

// slowGrade returns the last model with no minimum above what is free, or -1.
func slowGrade(given []api.ResourceModel, free quantity.List) int {
	grade := -1
	for i, m := range given {
		fits := true
		for _, r := range m.Ranges {
			q := free[r.Name]
			fits = fits && r.Min.Cmp(q) <= 0
		}
		if fits {
			grade = i
		}
	}
	return grade
}
