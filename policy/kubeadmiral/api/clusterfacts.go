package api

import "github.com/overridekit/overridekit/selector"

// Facts are what policies can see of the cluster. They share the cluster's labels.
func (c *FederatedCluster) Facts() selector.Cluster {
	if c == nil {
		return selector.Cluster{}
	}
	return selector.Cluster{Name: c.Name, Labels: c.Labels}
}
