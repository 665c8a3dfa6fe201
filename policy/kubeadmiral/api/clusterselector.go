package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// Selector returns the selector for package selector, with Strict set: an invalid part fails the clusters that match the parts
// before it. Nil selects every cluster. The lists and maps are shared.
func (t *TargetClusters) Selector() selector.ClusterSelector {
	if t == nil {
		return selector.ClusterSelector{}
	}
	out := selector.ClusterSelector{Names: t.Clusters, Strict: true}
	if len(t.ClusterSelector) > 0 {
		out.LabelSelector = &metav1.LabelSelector{MatchLabels: t.ClusterSelector}
	}
	for _, term := range t.ClusterAffinity {
		out.Terms = append(out.Terms, term.Selector())
	}
	return out
}

// Selector returns the term for package selector. The lists of values are shared.
func (t ClusterSelectorTerm) Selector() selector.ClusterTerm {
	return selector.ClusterTerm{MatchExpressions: requirements(t.MatchExpressions), MatchFields: requirements(t.MatchFields)}
}

func requirements(list []ClusterSelectorRequirement) []selector.FieldRequirement {
	out := make([]selector.FieldRequirement, len(list))
	for i, r := range list {
		out[i] = selector.FieldRequirement{Key: r.Key, Operator: r.Operator, Values: r.Values}
	}
	return out
}
