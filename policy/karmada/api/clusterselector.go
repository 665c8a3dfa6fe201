package api

import "github.com/overridekit/overridekit/selector"

// Selector returns the selector for package selector. Nil selects every cluster. The lists and the LabelSelector are shared.
func (a *ClusterAffinity) Selector() selector.ClusterSelector {
	if a == nil {
		return selector.ClusterSelector{}
	}
	out := selector.ClusterSelector{LabelSelector: a.LabelSelector, Names: a.ClusterNames, Exclude: a.ExcludeClusters}
	if a.FieldSelector != nil {
		for _, r := range a.FieldSelector.MatchExpressions {
			out.Fields = append(out.Fields, selector.FieldRequirement{Key: r.Key, Operator: r.Operator, Values: r.Values})
		}
	}
	return out
}

// Facts returns the selector-visible fields of the cluster. Labels and zones are shared.
func (c *Cluster) Facts() selector.Cluster {
	return selector.Cluster{Name: c.Name, Labels: c.Labels, Provider: c.Spec.Provider, Region: c.Spec.Region, Zones: c.Spec.Zones}
}
