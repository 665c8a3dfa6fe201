package selector

import "slices"

// ClusterIndex finds the clusters that selectors take, without holding each selector against each cluster: a cluster that a selector takes
// has one of the names that it lists, or one of the values that it lists of a label, a provider, a region or a zone. The selector is held
// against those clusters alone, for whichever of these conditions they are fewest.
//
// It takes time in proportion to them, and to the selector, once there is an index; that is made for the second selector. Selectors without
// such a condition, as those that only exclude clusters, are held against every cluster. It must not be used concurrently.
type ClusterIndex struct {
	clusters []*Cluster
	asked    bool
	at       map[clusterPlace][]int // by index, ascending; nil: not made yet
	looked   int                    // how many clusters a selector was held against
}

// clusterPlace is what a condition asks for: a value, or any value at all.
type clusterPlace struct {
	of         part
	key, value string
	any        bool
}

// NewClusterIndex makes an index of clusters. They are read later, and must not change; nil is read as the zero Cluster.
func NewClusterIndex(clusters []*Cluster) *ClusterIndex { return &ClusterIndex{clusters: clusters} }

// Match lists the clusters that a selector takes by their indices, ascending. A nil index has no clusters.
func (x *ClusterIndex) Match(c Clusters) []int {
	if x == nil || c.invalid != "" {
		return nil
	}
	if x.asked && x.at == nil {
		x.build()
	}
	x.asked = true
	some, narrowed := x.fewest(c)
	var taken []int
	if !narrowed {
		for i := range x.clusters {
			if x.match(c, i) {
				taken = append(taken, i)
			}
		}
		return taken
	}
	for _, i := range some {
		if x.match(c, i) {
			taken = append(taken, i)
		}
	}
	return taken
}

func (x *ClusterIndex) match(c Clusters, i int) bool {
	x.looked++
	return c.Match(x.clusters[i])
}

// Looked is how many clusters selectors were held against so far.
func (x *ClusterIndex) Looked() int {
	if x == nil {
		return 0
	}
	return x.looked
}

// fewest is the clusters that meet one condition of a selector, ascending: the one that is met by the fewest. narrowed is false if that
// is not known to be fewer than all.
func (x *ClusterIndex) fewest(c Clusters) (some []int, narrowed bool) {
	if x.at == nil {
		return nil, false
	}
	least, best := len(x.clusters), []clusterPlace(nil)
	for i := range c.conditions {
		places, known := c.conditions[i].places()
		if !known {
			continue
		}
		size := 0
		for _, p := range places {
			size += len(x.at[p])
		}
		if size < least {
			least, best, narrowed = size, places, true
		}
	}
	for _, p := range best {
		some = append(some, x.at[p]...)
	}
	slices.Sort(some)
	return slices.Compact(some), narrowed
}

// places is what a cluster must have one of to meet the condition, if an index knows.
func (c *condition) places() (places []clusterPlace, known bool) {
	switch {
	case c.of == ofLabels && c.operator == opExists:
		return []clusterPlace{{of: ofLabels, key: c.key, any: true}}, true
	case c.operator != opIn || c.of == ofTerms || c.of == ofNothing:
		return nil, false
	}
	for _, value := range c.given {
		places = append(places, clusterPlace{of: c.of, key: c.key, value: value})
	}
	return places, true
}

// build makes the index. The keys are those of the conditions, see NewClusters.
func (x *ClusterIndex) build() {
	x.at = map[clusterPlace][]int{}
	for i, c := range x.clusters {
		if c == nil {
			c = &Cluster{}
		}
		add := func(p clusterPlace) { x.at[p] = append(x.at[p], i) }
		add(clusterPlace{of: ofName, key: "name", value: c.Name})
		for key, value := range c.Labels {
			add(clusterPlace{of: ofLabels, key: key, value: value})
			add(clusterPlace{of: ofLabels, key: key, any: true})
		}
		add(clusterPlace{of: ofFields, key: "provider", value: c.Provider})
		add(clusterPlace{of: ofFields, key: "region", value: c.Region})
		for _, zone := range c.Zones {
			add(clusterPlace{of: ofZones, key: "zone", value: zone})
		}
	}
}
