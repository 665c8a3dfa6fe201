package selector

import (
	"slices"
	"sync"
	"sync/atomic"
)

// ClusterIndex finds the clusters that match selectors, without comparing each selector with each cluster: a
// cluster that matches has one of the listed names, or one of the listed values of a label, a provider, a
// region or a zone. Match compares the selector only with the clusters that meet the most selective one of
// these conditions.
//
// The time is proportional to the number of those clusters, plus the size of the selector. The index is built
// for the second selector. A selector without any of these conditions, such as one that only excludes clusters, is
// compared with every cluster. A ClusterIndex is safe for concurrent use.
type ClusterIndex struct {
	clusters []*Cluster
	used     atomic.Bool // by a first selector
	build    func() map[clusterKey][]int
}

// clusterKey is a value that a condition requires, or any value.
type clusterKey struct {
	of         part
	key, value string
	any        bool
}

// NewClusterIndex returns an index of clusters. They are not copied and must not change; nil is read as the
// zero Cluster.
func NewClusterIndex(clusters []*Cluster) *ClusterIndex {
	return &ClusterIndex{clusters: clusters, build: sync.OnceValue(func() map[clusterKey][]int { return indexClusters(clusters) })}
}

// Match returns the indices of the clusters that match a selector, ascending.
func (x *ClusterIndex) Match(c Clusters) []int {
	if c.invalid != "" {
		return nil
	}
	var byKey map[clusterKey][]int
	if x.used.Swap(true) && x.build != nil {
		byKey = x.build()
	}
	candidates, narrowed := x.candidates(c, byKey)
	var matched []int
	if !narrowed {
		for i, cluster := range x.clusters {
			if c.Match(cluster) {
				matched = append(matched, i)
			}
		}
		return matched
	}
	for _, i := range candidates {
		if c.Match(x.clusters[i]) {
			matched = append(matched, i)
		}
	}
	return matched
}

// candidates returns the clusters that meet the condition of a selector that the fewest clusters meet,
// ascending. narrowed is false if the index cannot exclude any cluster, or if it is nil.
func (x *ClusterIndex) candidates(c Clusters, byKey map[clusterKey][]int) (candidates []int, narrowed bool) {
	if byKey == nil {
		return nil, false
	}
	least, best := len(x.clusters), []clusterKey(nil)
	for i := range c.conditions {
		keys, known := c.conditions[i].keys()
		if !known {
			continue
		}
		size := 0
		for _, key := range keys {
			size += len(byKey[key])
		}
		if size < least {
			least, best, narrowed = size, keys, true
		}
	}
	for _, key := range best {
		candidates = append(candidates, byKey[key]...)
	}
	slices.Sort(candidates)
	return slices.Compact(candidates), narrowed
}

// keys returns the index keys of the condition: a cluster that meets it has at least one of them. known is
// false if the index cannot tell.
func (c *condition) keys() (keys []clusterKey, known bool) {
	switch {
	case c.of == ofLabels && c.operator == opExists:
		return []clusterKey{{of: ofLabels, key: c.key, any: true}}, true
	case c.operator != opIn || c.of == ofTerms || c.of == ofNothing:
		return nil, false
	}
	for _, value := range c.given {
		keys = append(keys, clusterKey{of: c.of, key: c.key, value: value})
	}
	return keys, true
}

// indexClusters returns the indices of clusters by key, ascending. The keys are those of the conditions, see NewClusters.
func indexClusters(clusters []*Cluster) map[clusterKey][]int {
	byKey := map[clusterKey][]int{}
	for i, c := range clusters {
		if c == nil {
			c = &Cluster{}
		}
		add := func(key clusterKey) { byKey[key] = append(byKey[key], i) }
		add(clusterKey{of: ofName, key: "name", value: c.Name})
		for key, value := range c.Labels {
			add(clusterKey{of: ofLabels, key: key, value: value})
			add(clusterKey{of: ofLabels, key: key, any: true})
		}
		add(clusterKey{of: ofFields, key: "provider", value: c.Provider})
		add(clusterKey{of: ofFields, key: "region", value: c.Region})
		for _, zone := range c.Zones {
			add(clusterKey{of: ofZones, key: "zone", value: zone})
		}
	}
	return byKey
}
