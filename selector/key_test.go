package selector_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// crowd is clusters that differ in all that a selector can see.
func crowd() []selector.Cluster {
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

// combinations are cluster selectors of all combinations of a few parts, valid or not, and each of them strict, too.
func combinations() []selector.ClusterSelector {
	var all []selector.ClusterSelector
	for _, names := range [][]string{nil, {"a"}, {"b", "a", "b"}, {""}} {
		for _, exclude := range [][]string{nil, {"a"}} {
			for _, labels := range []*metav1.LabelSelector{nil, matchLabels("env", "x"), matchExpression("env", "NotIn", "x"), matchLabels("env", "no label!")} {
				for _, fields := range [][]selector.FieldRequirement{
					nil, requirements("region In x"), requirements("zone In x", "region Exists"), requirements("zone NotIn x"), requirements("region Like x"),
				} {
					for _, terms := range [][]selector.ClusterTerm{
						nil, {onLabels("region In x")}, {onFields("metadata.name In a"), onLabels("n Gt 4")}, {onLabels("env Exists"), onFields("metadata.name Exists")}, {onLabels("env Like x")},
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

// TestClustersNamed shows which selectors name their clusters, and with which names.
func TestClustersNamed(t *testing.T) {
	t.Parallel()
	invalid := where("region", "Like").Fields
	for _, c := range []struct {
		name, reason string
		selector     selector.ClusterSelector
		names        []string
		only         bool
	}{
		{"zero", "every cluster is meant", selector.ClusterSelector{}, nil, false},
		{"names", "they stand as their author wrote them", selector.ClusterSelector{Names: []string{"b", "a", "b"}}, []string{"b", "a", "b"}, true},
		{"no names", "an empty list is none", selector.ClusterSelector{Names: []string{}}, nil, false},
		{"exclude", "all the others are meant", selector.ClusterSelector{Exclude: []string{"a"}}, nil, false},
		{"names and exclude", "those that are excluded may be among the names", selector.ClusterSelector{Names: []string{"a"}, Exclude: []string{"a"}}, []string{"a"}, true},
		{"names and more", "the rest only narrows", selector.ClusterSelector{Names: []string{"a"}, LabelSelector: matchLabels("env", "x")}, []string{"a"}, true},
		{"labels", "any cluster may have them", selector.ClusterSelector{LabelSelector: matchLabels("env", "x")}, nil, false},
		{"a field called name", "it is no name", where("name", "In", "a"), nil, false},
		{"terms", "names in terms are not looked for", anyOf(onFields("metadata.name In a")), nil, false},
		{"invalid", "it matches none", selector.ClusterSelector{Fields: invalid}, nil, true},
		{"invalid, names", "it matches none", selector.ClusterSelector{Names: []string{"a"}, Fields: invalid}, nil, true},
		{"strict", "every cluster has a fault", selector.ClusterSelector{Fields: invalid, Strict: true}, nil, false},
		{"strict, names", "those that are named have a fault", selector.ClusterSelector{Names: []string{"a"}, Fields: invalid, Strict: true}, []string{"a"}, true},
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

// TestClustersNamedAgrees shows that a cluster that is not named is never matched and never a fault, over many selectors and clusters.
func TestClustersNamedAgrees(t *testing.T) {
	t.Parallel()
	named, matched, faults := 0, 0, 0
	for _, s := range combinations() {
		clusters, _ := selector.NewClusters(s)
		names, only := clusters.Named()
		require.Equal(t, only && names != nil, only && len(s.Names) > 0 && slices.Equal(names, s.Names), "%+v", s)
		for _, c := range crowd() {
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
				require.Contains(t, names, c.Name, "%+v takes %+v", s, c)
			}
		}
	}
	require.Greater(t, min(named, matched, faults), 1000)
}

// TestClustersKey shows that selectors with one key give the same answers, and that those that differ have different keys.
func TestClustersKey(t *testing.T) {
	t.Parallel()
	clusters, keys := crowd(), map[string]int{}
	all := combinations()
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
		if err == nil || s.Strict { // otherwise, nothing but what is invalid is left of it
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

// TestClustersKeyTellsApart is about selectors that read alike.
func TestClustersKeyTellsApart(t *testing.T) {
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
		{"one name or two", "a name may have any letters", names("a", "b"), names("a b"), false},
		{"quotes", "they are letters like others", names("a", "b"), names(`a""b`), false},
		{"no letters", "two strange letters are two", names("\xff"), names("\xfe"), false},
		{"written out", "a backslash is a letter, too", names("\xff"), names(`\xff`), false},
		{"order", "it is another one, though it matches the same", names("a", "b"), names("b", "a"), false},
		{"names or exclude", "one is the opposite of the other", names("a"), selector.ClusterSelector{Exclude: []string{"a"}}, false},
		{"label or field", "a label region is not the region", labels(matchLabels("region", "x")), where("region", "In", "x"), false},
		{"label or term", "a term looks at labels, too, but in its own place", labels(matchLabels("region", "x")), anyOf(onLabels("region In x")), false},
		{"label or field of a term", "a field of a term is another thing", anyOf(onLabels("metadata.name In x")), anyOf(onFields("metadata.name In x")), false},
		{"zones", "values of zones may be none", where("zone", "In"), where("zone", "In", ""), false},
		{"one term or two", "both conditions, or one of them", anyOf(both), anyOf(onLabels("a Exists"), onLabels("b Exists")), false},
		{"an empty term", "it is one that never holds", anyOf(onLabels("a Exists")), anyOf(onLabels("a Exists"), selector.ClusterTerm{}), false},
		{"values", "a bound is a value", where("region", "Gt", "1"), where("region", "Gt", "2"), false},
		{"two faults or one", "what is invalid counts where it may be come to", strict(anyOf(bad)), strict(anyOf(worse)), false},
		{"strict or not", "one fails, the other matches nothing", strict(anyOf(bad)), anyOf(bad), false},
		{"strict, valid", "it makes no difference", strict(names("a")), names("a"), true},
		{"a copy", "it is the same", anyOf(both, worse), anyOf(both, worse), true},
		{"a label, written otherwise", "the condition is the same", labels(matchLabels("a", "b")), labels(matchExpression("a", "In", "b")), true},
		{"an empty label selector", "there is no condition", labels(&metav1.LabelSelector{}), selector.ClusterSelector{}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.same, keyOf(t, c.a) == keyOf(t, c.b), "%s: %s and %s", c.reason, keyOf(t, c.a), keyOf(t, c.b))
		})
	}
}
