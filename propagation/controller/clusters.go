package controller

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/api/equality"
	toolscache "k8s.io/client-go/tools/cache"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// clusters has the Cluster objects of the hub, which must not be written.
type clusters struct {
	mu     sync.Mutex
	byName map[string]*api.Cluster // replaced, never written
	sorted []*api.Cluster
	built  *schedule.Fleet // nil: the clusters have changed since
}

func (c *clusters) set(name string, cluster *api.Cluster) {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := maps.Clone(c.byName)
	if all == nil {
		all = map[string]*api.Cluster{}
	}
	if cluster == nil {
		delete(all, name)
	} else {
		all[name] = cluster
	}
	c.byName, c.built = all, nil
	c.sorted = slices.SortedFunc(maps.Values(all), func(a, b *api.Cluster) int { return cmp.Compare(a.Name, b.Name) })
}

// list returns the clusters, sorted by name.
func (c *clusters) list() []*api.Cluster {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sorted
}

// fleet returns the clusters as they are now. It is another one after each change.
func (c *clusters) fleet() *schedule.Fleet {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.built == nil {
		c.built = schedule.NewFleet(c.sorted...)
	}
	return c.built
}

// clusterEvents handles a Cluster.
func (h *Hub) clusterEvents() toolscache.ResourceEventHandler {
	return events(func(before, after *api.Cluster, _ bool) {
		if after == nil {
			h.clusters.set(before.Name, nil)
		} else {
			h.clusters.set(after.Name, after)
		}
		h.taintLater(before, after)
		if !h.isSynced() {
			return
		}
		concerned := h.concernedByCluster(before, after)
		metricAffected.WithLabelValues("cluster").Add(float64(len(concerned)))
		h.enqueue(concerned...)
	})
}

// concernedByCluster returns the templates and namespaces that a change of a cluster concerns, sorted.
//
//  1. A cluster that joins or leaves, or whose location, taints, models or APIs change, concerns the bindings whose placement matches it, before or
//     after, and those that have it as a target.
//  2. If only its labels change, it concerns the bindings with an affinity or a weight that matches it before or after, but not both.
//  3. A change of its facts concerns the objects in it whose overrides may differ, see [Inventory.AffectedByCluster].
//  4. A cluster that joins concerns all namespaces.
//
// Its capacity and its condition Ready concern none.
func (h *Hub) concernedByCluster(before, after *api.Cluster) []override.Ref {
	name := cmp.Or(before, after).Name
	joins, placed := before == nil, placementsDiffer(before, after)
	labels := before != nil && after != nil && !maps.Equal(before.Labels, after.Labels)
	concerned := h.bound.in(func(_ override.Ref, to boundTo) bool {
		switch {
		case placed:
			return to.clusters[name] || matches(to.placement, before) || matches(to.placement, after)
		case labels:
			return matchesDiffer(to.placement, before, after)
		}
		return false
	})
	if joins {
		concerned = append(concerned, h.Inventory.ofKind(namespaceKind)...)
	} else if after != nil {
		was, is := before.Facts(), after.Facts()
		overrides, _ := h.Policies.Overrides()
		if !equality.Semantic.DeepEqual(was, is) {
			for _, ref := range h.Inventory.AffectedByCluster(overrides.Set, &was, &is) {
				if kindOf(ref) == namespaceKind || h.bound.targets(ref, name) {
					concerned = append(concerned, ref)
				}
			}
		}
	}
	slices.SortFunc(concerned, compareRefs)
	return slices.Compact(concerned)
}

// placementsDiffer reports whether placements may match a cluster in another way, apart from its labels.
func placementsDiffer(before, after *api.Cluster) bool {
	if before == nil || after == nil {
		return true
	}
	was, is := before.Spec, after.Spec
	return (before.DeletionTimestamp == nil) != (after.DeletionTimestamp == nil) || was.Provider != is.Provider || was.Region != is.Region ||
		!slices.Equal(was.Zones, is.Zones) || !equality.Semantic.DeepEqual(was.Taints, is.Taints) ||
		!equality.Semantic.DeepEqual(was.ResourceModels, is.ResourceModels) ||
		!equality.Semantic.DeepEqual(before.Status.APIEnablements, after.Status.APIEnablements)
}

// affinities calls yield for each affinity and weight of a placement. One without affinities has one that matches every cluster.
func affinities(p *api.Placement, yield func(*api.ClusterAffinity) bool) bool {
	if p == nil {
		return false
	}
	if p.ClusterAffinities == nil && yield(p.ClusterAffinity) {
		return true
	}
	for i := range p.ClusterAffinities {
		term := &p.ClusterAffinities[i]
		if yield(&term.ClusterAffinity) {
			return true
		}
		for j := range term.OverflowAffinities {
			if yield(&term.OverflowAffinities[j].ClusterAffinity) {
				return true
			}
		}
	}
	if s := p.ReplicaScheduling; s != nil && s.WeightPreference != nil {
		for i := range s.WeightPreference.StaticWeightList {
			if yield(&s.WeightPreference.StaticWeightList[i].TargetCluster) {
				return true
			}
		}
	}
	return false
}

func matches(p *api.Placement, c *api.Cluster) bool {
	return c != nil && affinities(p, func(a *api.ClusterAffinity) bool { return schedule.Matches(a, c) })
}

func matchesDiffer(p *api.Placement, before, after *api.Cluster) bool {
	return affinities(p, func(a *api.ClusterAffinity) bool { return schedule.Matches(a, before) != schedule.Matches(a, after) })
}

func compareRefs(a, b override.Ref) int {
	return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.APIVersion, b.APIVersion))
}
