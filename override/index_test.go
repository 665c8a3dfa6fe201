package override_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// TestIndexFind compares the index with a scan of all policies, for all combinations of a few selectors and objects.
func TestIndexFind(t *testing.T) {
	t.Parallel()
	var selectors []selector.ObjectSelector
	for _, kind := range []string{"A", "B"} {
		for _, namespace := range []string{"", "n", "m"} {
			for _, name := range []string{"", "x"} {
				for _, labels := range []*metav1.LabelSelector{
					nil, {}, {MatchLabels: map[string]string{"l": "1"}}, {MatchLabels: map[string]string{"k": "", "l": "2"}},
					{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "l", Operator: "In", Values: []string{"1", "2"}}}},
					{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "l", Operator: "DoesNotExist"}}},
					{MatchExpressions: []metav1.LabelSelectorRequirement{{Key: "l", Operator: "NotIn", Values: []string{"1"}}}},
				} {
					selectors = append(selectors, selector.ObjectSelector{APIVersion: "v1", Kind: kind, Namespace: namespace, Name: name, LabelSelector: labels})
				}
			}
		}
	}
	objects := []selector.Objects{{}, selector.LabelEquals("l", "1"), selector.LabelEquals("k", ""), selector.LabelEquals("", "1")}
	for i, s := range selectors {
		one, err := selector.NewObjects(s)
		require.NoError(t, err)
		two, err := selector.NewObjects(s, selectors[(i*7+3)%len(selectors)])
		require.NoError(t, err)
		objects = append(objects, one, two)
	}
	var policies []*override.Policy
	for i, o := range objects {
		for tier, namespace := range map[override.Tier]string{override.ClusterWide: "", override.Namespaced: "n"} {
			p, err := override.NewPolicy(override.PolicySpec{
				Ref: override.Ref{Kind: tier.String(), Namespace: namespace, Name: fmt.Sprintf("p%03d", i)}, Tier: tier, Objects: o,
				Rules: []override.Rule{{At: "rule"}},
			})
			require.NoError(t, err)
			policies = append(policies, p)
		}
	}
	set := override.NewSet(policies...)
	for _, kind := range []string{"A", "B", "C"} {
		for _, namespace := range []string{"", "n", "m"} {
			for _, name := range []string{"x", "y"} {
				for _, labels := range []map[string]any{nil, {"l": "1"}, {"l": "2", "k": ""}, {"l": "3"}, {"l": nil}, {"l": "1", "bad": int64(1)}, {"": "1"}} {
					metadata := map[string]any{"name": name, "namespace": namespace, "labels": labels}
					object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": kind, "metadata": metadata}}
					facts := selector.ObjectOf(object.Object)
					want := map[string]bool{}
					for i, o := range objects {
						if o.Match(facts) != selector.RankNone {
							want[fmt.Sprintf("cluster-wide p%03d", i)] = true
							if namespace == "n" {
								want[fmt.Sprintf("namespaced n/p%03d", i)] = true
							}
						}
					}
					result, err := set.Select(object).Apply(selector.Cluster{Name: "c"})
					require.NoError(t, err)
					got := map[string]bool{}
					for _, a := range result.Applied() {
						got[a.Policy.String()] = true
					}
					require.Equal(t, want, got, "%v", object.Object)
				}
			}
		}
	}
}
