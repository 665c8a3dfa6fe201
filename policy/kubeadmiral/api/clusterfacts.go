package api

import "github.com/overridekit/overridekit/selector"

// Facts returns the selector-visible fields of the cluster. Labels are shared.
func (c *FederatedCluster) Facts() selector.Cluster {
	return selector.Cluster{Name: c.Name, Labels: c.Labels}
}
