package schedule

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// Fleet is an index of all clusters for many calls of [Schedule], see [Input]. It keeps the clusters, which must not change. It is safe for
// concurrent use. The zero Fleet and nil have no clusters.
type Fleet struct {
	all      []*api.Cluster
	byName   map[string]*api.Cluster
	clusters []*api.Cluster      // all that are not being deleted
	facts    []*selector.Cluster // what selectors see of them
	deleting []string
	index    *selector.ClusterIndex
}

// NewFleet returns an index of clusters. Nil entries are ignored. Among clusters with the same name, Get returns the last one.
func NewFleet(clusters ...*api.Cluster) *Fleet {
	f := &Fleet{
		byName: make(map[string]*api.Cluster, len(clusters)), all: make([]*api.Cluster, 0, len(clusters)),
		clusters: make([]*api.Cluster, 0, len(clusters)), facts: make([]*selector.Cluster, 0, len(clusters)),
	}
	all := make([]selector.Cluster, 0, len(clusters))
	for _, c := range clusters {
		if c == nil {
			continue
		}
		f.all, f.byName[c.Name] = append(f.all, c), c
		switch {
		case c.DeletionTimestamp != nil:
			f.deleting = append(f.deleting, c.Name)
		default:
			all = append(all, c.Facts())
			f.clusters, f.facts = append(f.clusters, c), append(f.facts, &all[len(all)-1])
		}
	}
	f.index = selector.NewClusterIndex(f.facts)
	return f
}

// Get returns a cluster, also one that is being deleted, or nil. It is not a copy.
func (f *Fleet) Get(name string) *api.Cluster {
	if f == nil {
		return nil
	}
	return f.byName[name]
}

// ByName returns all clusters by name, even those that are being deleted. The map must not be written.
func (f *Fleet) ByName() map[string]*api.Cluster {
	if f == nil {
		return nil
	}
	return f.byName
}

// All returns the clusters in the order in which they were given, also those that are being deleted. The list must not be written.
func (f *Fleet) All() []*api.Cluster {
	if f == nil {
		return nil
	}
	return f.all
}
