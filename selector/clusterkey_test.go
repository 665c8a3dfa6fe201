package selector_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// manyClusters has clusters that differ in everything a selector can see.
func manyClusters() []selector.Cluster {
	clusters := []selector.Cluster{{}, member1, bare, north}
	for _, name := range []string{"a", "b", ""} {
		for _, labels := range []map[string]string{nil, {"env": "x"}, {"env": "y", "n": "5"}, {"region": "x"}} {
			for _, region := range []string{"", "x", "9"} {
				for _, zones := range [][]string{nil, {"x"}, {"y", "x"}} {
					clusters = append(clusters, selector.Cluster{Name: name, Labels: labels, Region: region, Zones: zones})
				}
			}
		}
	}
	return clusters
}

// manyClusterSelectors has all combinations of a few parts, valid and invalid, each of them strict and not.
func manyClusterSelectors() []selector.ClusterSelector {
	var all []selector.ClusterSelector
	for _, names := range [][]string{nil, {"a"}, {"b", "a", "b"}, {""}} {
		for _, exclude := range [][]string{nil, {"a"}} {
			for _, labels := range []*metav1.LabelSelector{nil, matchLabels("env", "x"), matchExpression("env", "NotIn", "x"), matchLabels("env", "no label!")} {
				for _, fields := range [][]selector.FieldRequirement{
					nil, requirements("region In x"), requirements("zone In x", "region Exists"), requirements("zone NotIn x"), requirements("region Like x"),
				} {
					for _, terms := range [][]selector.ClusterTerm{
						nil, {onLabels("region In x")}, {onFields("metadata.name In a"), onLabels("n Gt 4")}, {onLabels("env Exists"),
							onFields("metadata.name Exists")}, {onLabels("env Like x")},
					} {
						for _, strict := range []bool{false, true} {
							all = append(all, selector.ClusterSelector{Names: names, Exclude: exclude, LabelSelector: labels, Fields: fields, Terms: terms, Strict: strict})
						}
					}
				}
			}
		}
	}
	return all
}

// TestClustersNamed checks which selectors are limited to names, and to which.
func TestClustersNamed(t *testing.T) {
	t.Parallel()
	invalid := where("region", "Like").Fields
	for _, c := range []struct {
		name, reason string
		selector     selector.ClusterSelector
		names        []string
		only         bool
	}{
		{"zero", "every cluster matches", selector.ClusterSelector{}, nil, false},
		{"names", "they keep the author's order", selector.ClusterSelector{Names: []string{"b", "a", "b"}}, []string{"b", "a", "b"}, true},
		{"no names", "an empty list is ignored", selector.ClusterSelector{Names: []string{}}, nil, false},
		{"exclude", "all other clusters match", selector.ClusterSelector{Exclude: []string{"a"}}, nil, false},
		{"names and exclude", "excluded clusters may be among the names", selector.ClusterSelector{Names: []string{"a"}, Exclude: []string{"a"}}, []string{"a"}, true},
		{"names and labels", "other conditions only narrow the selection", selector.ClusterSelector{Names: []string{"a"}, LabelSelector: matchLabels("env", "x")}, []string{"a"}, true},
		{"labels", "any cluster may have the labels", selector.ClusterSelector{LabelSelector: matchLabels("env", "x")}, nil, false},
		{"a field called name", "it is not the name of the cluster", where("name", "In", "a"), nil, false},
		{"terms", "names in terms are ignored", anyOf(onFields("metadata.name In a")), nil, false},
		{"invalid", "no cluster matches", selector.ClusterSelector{Fields: invalid}, nil, true},
		{"invalid, names", "no cluster matches", selector.ClusterSelector{Names: []string{"a"}, Fields: invalid}, nil, true},
		{"strict", "every cluster has a fault", selector.ClusterSelector{Fields: invalid, Strict: true}, nil, false},
		{"strict, names", "only the named clusters have a fault", selector.ClusterSelector{Names: []string{"a"}, Fields: invalid, Strict: true}, []string{"a"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			clusters, _ := selector.NewClusters(c.selector)
			names, only := clusters.Named()
			require.Equal(t, c.only, only, c.reason)
			require.Equal(t, c.names, names, c.reason)
		})
	}
	names, only := selector.Clusters{}.Named()
	require.Empty(t, names)
	require.False(t, only, "the zero value selects every cluster")
}

// TestClustersNamedProperty checks for many selectors and clusters that a cluster whose name is not returned by Named
// neither matches nor has a fault.
func TestClustersNamedProperty(t *testing.T) {
	t.Parallel()
	named, matched, faults := 0, 0, 0
	for _, s := range manyClusterSelectors() {
		clusters, _ := selector.NewClusters(s)
		names, only := clusters.Named()
		require.Equal(t, only && names != nil, only && len(s.Names) > 0 && slices.Equal(names, s.Names), "%+v", s)
		for _, c := range manyClusters() {
			match, fault := clusters.Match(&c), clusters.Fault(&c)
			if !match && fault == nil {
				continue
			}
			if match {
				matched++
			} else {
				faults++
			}
			if only {
				named++
				require.Contains(t, names, c.Name, "%+v matches %+v", s, c)
			}
		}
	}
	require.Greater(t, min(named, matched, faults), 1000)
}

// TestClustersKey checks that selectors with the same key give the same answers, and that selectors that differ have
// different keys.
func TestClustersKey(t *testing.T) {
	t.Parallel()
	clusters, keys := manyClusters(), map[string]int{}
	all := manyClusterSelectors()
	for i, s := range all {
		one, err := selector.NewClusters(s)
		other, known := keys[one.Key()]
		if !known {
			keys[one.Key()] = i
			continue
		}
		same, _ := selector.NewClusters(all[other])
		for j := range clusters {
			c := &clusters[j]
			require.Equal(t, same.Match(c), one.Match(c), "%+v\n%+v\n%+v", all[other], s, c)
			require.Equal(t, same.Fault(c), one.Fault(c), "%+v\n%+v\n%+v", all[other], s, c)
			require.Equal(t, same.Why(c), one.Why(c), "%+v\n%+v\n%+v", all[other], s, c)
		}
		if err == nil || s.Strict { // otherwise only the invalid part is kept
			s.Strict = all[other].Strict
			require.Equal(t, fmt.Sprintf("%+v", all[other]), fmt.Sprintf("%+v", s), "one key for two selectors")
			require.NoError(t, err)
		}
	}
	require.Greater(t, len(keys), len(all)/4)
	require.Equal(t, keyOf(t, selector.ClusterSelector{}), selector.Clusters{}.Key(), "the zero value is the empty selector")
}

func keyOf(t *testing.T, s selector.ClusterSelector) string {
	t.Helper()
	clusters, _ := selector.NewClusters(s)
	return clusters.Key()
}

// TestClustersKeyOfSimilar compares the keys of selectors that look alike.
func TestClustersKeyOfSimilar(t *testing.T) {
	t.Parallel()
	names := func(names ...string) selector.ClusterSelector { return selector.ClusterSelector{Names: names} }
	labels := func(l *metav1.LabelSelector) selector.ClusterSelector {
		return selector.ClusterSelector{LabelSelector: l}
	}
	both := selector.ClusterTerm{MatchExpressions: requirements("a Exists", "b Exists")}
	bad := onLabels("a Like b")
	worse := selector.ClusterTerm{MatchExpressions: bad.MatchExpressions, MatchFields: requirements("metadata.name Exists")}
	strict := func(s selector.ClusterSelector) selector.ClusterSelector {
		s.Strict = true
		return s
	}
	for _, c := range []struct {
		name, reason string
		a, b         selector.ClusterSelector
		same         bool
	}{
		{"one name or two", "a name may contain a space", names("a", "b"), names("a b"), false},
		{"quotes", "a name may contain quotes", names("a", "b"), names(`a""b`), false},
		{"invalid UTF-8", "different bytes are different names", names("\xff"), names("\xfe"), false},
		{"escapes", "a name may contain a backslash", names("\xff"), names(`\xff`), false},
		{"order", "the keys differ, though the same clusters match", names("a", "b"), names("b", "a"), false},
		{"names or exclude", "they are opposites", names("a"), selector.ClusterSelector{Exclude: []string{"a"}}, false},
		{"label or field", "a label region is not the region", labels(matchLabels("region", "x")), where("region", "In", "x"), false},
		{"label or term", "they differ in the order of checks", labels(matchLabels("region", "x")), anyOf(onLabels("region In x")), false},
		{"label or field of a term", "they check different values", anyOf(onLabels("metadata.name In x")), anyOf(onFields("metadata.name In x")), false},
		{"zones", "zones allow an empty list of values", where("zone", "In"), where("zone", "In", ""), false},
		{"one term or two", "both conditions, or one of them", anyOf(both), anyOf(onLabels("a Exists"), onLabels("b Exists")), false},
		{"an empty term", "it changes the reasons", anyOf(onLabels("a Exists")), anyOf(onLabels("a Exists"), selector.ClusterTerm{}), false},
		{"values", "the bounds differ", where("region", "Gt", "1"), where("region", "Gt", "2"), false},
		{"two faults or one", "a cluster may reach the second fault", strict(anyOf(bad)), strict(anyOf(worse)), false},
		{"strict or not", "one has faults, the other matches nothing", strict(anyOf(bad)), anyOf(bad), false},
		{"strict, valid", "Strict does not matter for a valid selector", strict(names("a")), names("a"), true},
		{"a copy", "the terms are equal", anyOf(both, worse), anyOf(both, worse), true},
		{"a label as an expression", "the condition is the same", labels(matchLabels("a", "b")), labels(matchExpression("a", "In", "b")), true},
		{"an empty label selector", "it has no conditions", labels(&metav1.LabelSelector{}), selector.ClusterSelector{}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.same, keyOf(t, c.a) == keyOf(t, c.b), "%s: %s and %s", c.reason, keyOf(t, c.a), keyOf(t, c.b))
		})
	}
}
