package api

import "github.com/overridekit/overridekit/selector"

// Selector is the affinity as package selector has it, in which nil takes every cluster. It shares what a has.
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

// Facts are what policies can see of the cluster. They share the cluster's labels and zones.
func (c *Cluster) Facts() selector.Cluster {
	if c == nil {
		return selector.Cluster{}
	}
	return selector.Cluster{Name: c.Name, Labels: c.Labels, Provider: c.Spec.Provider, Region: c.Spec.Region, Zones: c.Spec.Zones}
}
