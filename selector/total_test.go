package selector_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// operators has all supported operators and some others.
var operators = []string{"In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt", "", "gt", "Near"}

// valueLists has no, one and several values, some of them numbers.
var valueLists = [][]string{nil, {}, {""}, {"1"}, {"a"}, {"1", "2"}, {"b", "a", "a"}, {"not a label!"}, {"99999999999999999999"}}

// TestClustersTotal tries every combination of a key, an operator and values, valid and invalid, with full and empty
// clusters. All methods must agree, and an invalid selector must match nothing.
func TestClustersTotal(t *testing.T) {
	t.Parallel()
	clusters := []*selector.Cluster{nil, {}, &member1, {Name: "1", Labels: map[string]string{"env": "1", "": "x"}, Provider: "2", Region: "x", Zones: []string{"", "1"}}}
	for _, operator := range operators {
		for _, values := range valueLists {
			for _, key := range []string{"provider", "region", "zone", "env", "", "metadata.name", "country"} {
				requirement := selector.FieldRequirement{Key: key, Operator: operator, Values: values}
				labels := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: key, Operator: metav1.LabelSelectorOperator(operator), Values: values}}}
				for part, s := range map[string]selector.ClusterSelector{
					"field":           {Fields: []selector.FieldRequirement{requirement}},
					"labels":          {LabelSelector: labels},
					"term":            {Terms: []selector.ClusterTerm{{MatchExpressions: []selector.FieldRequirement{requirement}}}},
					"term of a field": {Terms: []selector.ClusterTerm{{}, {MatchFields: []selector.FieldRequirement{requirement}}}},
					"label and field": {Terms: []selector.ClusterTerm{{MatchExpressions: []selector.FieldRequirement{requirement}, MatchFields: []selector.FieldRequirement{requirement}}}},
				} {
					for _, strict := range []bool{false, true} {
						s.Strict = strict
						name := fmt.Sprintf("%s %q %s %q, strict %t", part, key, operator, values, strict)
						compiled, err := selector.NewClusters(s)
						for _, cluster := range clusters {
							requireAgree(t, compiled, cluster, err, strict, name)
						}
					}
				}
			}
		}
	}
}

func requireAgree(t *testing.T, compiled selector.Clusters, cluster *selector.Cluster, invalid error, strict bool, name string) {
	t.Helper()
	match := compiled.Match(cluster)
	require.Equal(t, match, compiled.Why(cluster) == "", name)
	require.Equal(t, match, len(compiled.Misses(cluster)) == 0, name)
	for _, miss := range compiled.Misses(cluster) {
		require.NotEmpty(t, miss.Fact, name)
		require.NotEmpty(t, miss.Wanted, name)
	}
	if fault := compiled.Fault(cluster); fault != nil {
		require.True(t, strict && invalid != nil && !match, "%s: %v", name, fault)
	}
	if invalid != nil && !strict {
		require.False(t, match, name)
	}
	compiled.Named()
	require.NotEqual(t, selector.Clusters{}.Key(), compiled.Key(), name)
}

// TestObjectsTotal does the same for the labels of objects, including types that no decoder returns.
func TestObjectsTotal(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{"a": "1"}
	cyclic["b"] = cyclic
	objects := append(manyObjects(), selector.ObjectOf(nil), selector.ObjectOf(map[string]any{"metadata": map[string]any(nil)}),
		selector.ObjectOf(map[string]any{"metadata": map[string]string{"name": "x"}, "kind": 5}), selector.ObjectOf(map[string]any{"metadata": cyclic, "kind": cyclic}),
		selector.ObjectOf(map[string]any{"metadata": map[string]any{"labels": cyclic}}), selector.Object{Labels: cyclic})
	for _, operator := range operators {
		for _, values := range valueLists {
			for _, key := range []string{"a", "b", ""} {
				labels := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: key, Operator: metav1.LabelSelectorOperator(operator), Values: values}}}
				compiled, err := selector.NewObjects(selector.ObjectSelector{APIVersion: "v1", Kind: "A", LabelSelector: labels})
				for i := range objects {
					name := fmt.Sprintf("%q %s %q: %v", key, operator, values, err)
					match := compiled.Match(objects[i]) != selector.RankNone
					require.Equal(t, match, compiled.Why(objects[i]) == "", name)
					require.Equal(t, match, len(compiled.Misses(objects[i])) == 0, name)
					require.Equal(t, match, compiled.Distance(objects[i]) == 0, name)
					require.False(t, match && err != nil, name)
				}
				require.Len(t, compiled.Keys(), 1)
			}
		}
	}
}

// TestZeroValues checks the zero values: the selectors match every object and cluster.
func TestZeroValues(t *testing.T) {
	t.Parallel()
	var obj selector.Object
	require.Equal(t, selector.RankAll, selector.Objects{}.Match(obj))
	require.Zero(t, selector.Objects{}.Distance(obj))
	require.Empty(t, selector.Objects{}.Misses(obj))
	require.Empty(t, selector.Objects{}.Why(obj))
	require.Equal(t, []selector.Key{{Kind: selector.Kind{Any: true}}}, selector.Objects{}.Keys())
	require.True(t, obj.Equal(&selector.Object{Labels: map[string]any{}}))
	var places []selector.Place
	obj.Places(func(string) bool { return true }, func(p selector.Place) { places = append(places, p) })
	require.Equal(t, []selector.Place{{}}, places, "the places of the zero object")
	for _, r := range []selector.Rank{-1, 0, 99} {
		text, err := r.MarshalText()
		require.NoError(t, err)
		require.NotEmpty(t, string(text))
	}

	var clusters selector.Clusters
	require.True(t, clusters.Match(nil))
	require.NoError(t, clusters.Fault(nil))
	require.Empty(t, clusters.Misses(nil))
	require.Empty(t, clusters.Why(nil))
	names, only := clusters.Named()
	require.Empty(t, names)
	require.False(t, only)
	nothing, err := selector.NewClusters(selector.ClusterSelector{Terms: []selector.ClusterTerm{{}}, LabelSelector: &metav1.LabelSelector{}})
	require.NoError(t, err)
	require.False(t, nothing.Match(nil), "a term without conditions selects no cluster")
}

// TestNilClusters has an index of nil and zero clusters.
func TestNilClusters(t *testing.T) {
	t.Parallel()
	nothing, err := selector.NewClusters(selector.ClusterSelector{Names: []string{""}})
	require.NoError(t, err)
	for _, clusters := range [][]*selector.Cluster{nil, {nil}, {nil, {}, nil}} {
		x := selector.NewClusterIndex(clusters)
		for range 3 { // the second selector builds the index
			require.Len(t, x.Match(nothing), len(clusters), "nil is the zero Cluster")
			require.Len(t, x.Match(selector.Clusters{}), len(clusters))
		}
	}
}
