package schedule

import (
	"errors"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// group is the clusters of a region, a zone or a provider.
type group struct {
	name     string
	members  []int // never empty
	weight   int64
	capacity int64 // an upper bound for the clusters that are chosen from it, see withCapacity
}

func (g *group) value() int { return len(g.members) }

// byGroup chooses groups of clusters, by region, zone or provider, and clusters in them:
//
//  1. There must be at least MinGroups groups.
//  2. The groups are those that combine finds, with at least as many clusters as MinGroups of the constraint by cluster.
//  3. The first cluster of each group is chosen. These may be more than the constraint by cluster allows.
//  4. If that constraint allows more, the remaining clusters of these groups follow in their order.
//  5. With GroupsWithCapacity, if replicas are divided by capacity and do not fit into these clusters, the groups are those that withCapacity
//     finds, if any. Otherwise the capacity does not count.
func (s *scheduler) byGroup(sorted []candidate) (out choice, err error) {
	by, bounds, clusters := s.spreading.by, s.spreading.groups, s.spreading.clusters
	groups, several := s.grouped(sorted)
	if several > 0 {
		out.warn("%d clusters have several zones: only the first counts", several)
	}
	if len(groups) < bounds.MinGroups {
		names := make([]string, len(groups))
		for i, g := range groups {
			names[i] = g.name
		}
		out.warn("the spread constraint requires at least %d by %s, the clusters that pass the filters have %d: %s", bounds.MinGroups, by, len(groups), content.ClipList(names))
		return out, fmt.Errorf("the number of feasible %s is less than spreadConstraint.MinGroups", by)
	}
	for i := range groups {
		groups[i].weight = s.weigh(sorted, groups[i].members, bounds.MinGroups, clusters.MinGroups)
	}
	best, exact := combine(groups, bounds.MinGroups, bounds.MaxGroups, clusters.MinGroups)
	if len(best) == 0 {
		return out, errors.New("the number of clusters is less than the cluster spreadConstraint.MinGroups")
	}
	taken := take(best, clusters.MaxGroups)
	if s.dividesByCapacity() && !s.canHold(sorted, taken) {
		if !s.in.Options.GroupsWithCapacity {
			out.warn("clusters are chosen by %s regardless of their capacity, and those chosen do not have enough for %d replicas", by, s.in.Spec.Replicas)
		} else if fitting, sure := s.withCapacity(sorted, groups); fitting != nil {
			best, exact, taken = fitting, sure, take(fitting, clusters.MaxGroups)
		} else if sure {
			out.warn("no combination of clusters by %s has the capacity for %d replicas", by, s.in.Spec.Replicas)
		} else {
			exact = false
		}
	}
	if !exact {
		out.warn("%d groups by %s have too many combinations: the one chosen has enough clusters, but another may be better", len(groups), by)
	}
	most := clusters.MaxGroups
	switch all := count(best); {
	case most > 0 && len(best) > most:
		out.warn("%d %ss need more clusters than the %d that the spread constraint by cluster allows", len(best), by, most)
	case most == 0 && all > len(best):
		out.warn("without a maximum by cluster, only one cluster of each %s is chosen, and %d clusters are not", by, all-len(best))
	}
	s.take(&out, sorted, best, taken)
	return out, nil
}

// grouped returns the groups in the order of their first clusters, and the number of clusters with several zones.
func (s *scheduler) grouped(sorted []candidate) (groups []group, several int) {
	at := map[string]int{}
	for i := range sorted {
		name := groupOf(sorted[i].cluster, s.spreading.by)
		if _, known := at[name]; !known {
			at[name] = len(groups)
			groups = append(groups, group{name: name})
		}
		g := &groups[at[name]]
		g.members = append(g.members, i)
		if s.spreading.by == api.SpreadByZone && len(sorted[i].cluster.Spec.Zones) > 1 {
			several++
		}
	}
	return groups, several
}

// groupOf returns the region, the provider or the first zone of a cluster.
func groupOf(c *api.Cluster, by api.SpreadField) string {
	switch {
	case by == api.SpreadByRegion:
		return c.Spec.Region
	case by == api.SpreadByProvider:
		return c.Spec.Provider
	case len(c.Spec.Zones) > 0:
		return c.Spec.Zones[0]
	}
	return ""
}

// take returns the members that rules 3 and 4 of byGroup choose.
func take(groups []group, most int) []int {
	var taken, left []int
	for _, g := range groups {
		taken = append(taken, g.members[0])
		left = append(left, g.members[1:]...)
	}
	slices.Sort(left)
	return append(taken, left[:min(len(left), max(most-len(taken), 0))]...)
}

// count returns the number of clusters in groups.
func count(groups []group) (n int) {
	for _, g := range groups {
		n += g.value()
	}
	return n
}

// take writes into a choice the clusters that are chosen, and why the others are not.
func (s *scheduler) take(out *choice, sorted []candidate, groups []group, taken []int) {
	chosen := map[string]bool{}
	for _, g := range groups {
		chosen[g.name] = true
	}
	out.skipped = map[string]string{}
	by := string(s.spreading.by)
	for i := range sorted {
		name := groupOf(sorted[i].cluster, s.spreading.by)
		why := "the spread constraints do not choose its " + by + " " + content.Clip(name)
		if chosen[name] {
			why = "the spread constraints choose other clusters of its " + by + " " + name
		}
		out.skipped[sorted[i].facts.Name] = why
	}
	for _, i := range taken {
		out.clusters = append(out.clusters, sorted[i])
		delete(out.skipped, sorted[i].facts.Name)
	}
}

// weigh returns the weight of a group: 1000 times its capacity plus the mean score of its clusters.
//
//  1. If replicas are duplicated, the capacity is the number of clusters that have the capacity for all replicas. Only these clusters are
//     scored. Without any the weight is 0.
//  2. Otherwise the capacity is at most the share of the group: the replicas divided by the minimum number of groups, rounded up, or 0 without
//     a minimum. Clusters are counted and scored in their order until their capacity reaches the share and there are at least as many as both
//     minima ask for.
func (s *scheduler) weigh(sorted []candidate, members []int, minGroups, minClusters int) int64 {
	replicas := int64(s.in.Spec.Replicas)
	count, score := int64(0), int64(0)
	if duplicates(s.in.Spec.Placement) {
		for _, i := range members {
			if sorted[i].available >= replicas {
				count++
				score += sorted[i].score
			}
		}
		if count == 0 {
			return 0
		}
		return 1000*count + score/count
	}
	share := int64(0)
	if minGroups > 0 {
		share = (replicas + int64(minGroups) - 1) / int64(minGroups)
	}
	least, capacity := int64(max(minGroups, minClusters)), int64(0)
	for _, i := range members {
		count++
		capacity += sorted[i].available
		score += sorted[i].score
		if count >= least && capacity >= share {
			break
		}
	}
	return 1000*min(capacity, share) + score/count
}
