package schedule

import (
	"errors"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada"
)

// byRegion chooses regions, and clusters in them:
//
//  1. There must be MinGroups regions.
//  2. The regions are those that combine finds for the constraint by region, with as many clusters as the one by cluster asks for at least.
//  3. The first cluster of each of them is taken. This may be more than the constraint by cluster allows.
//  4. If that constraint allows more, more are taken of all that are left in these regions, in their order.
//
// Whether there is room for all replicas is not looked at.
func (s *scheduler) byRegion(sorted []candidate, region, cluster karmada.SpreadConstraint) (choice, error) {
	var groups []group
	at := map[string]int{}
	for i := range sorted {
		name := sorted[i].cluster.Spec.Region
		if _, known := at[name]; !known {
			at[name] = len(groups)
			groups = append(groups, group{name: name})
		}
		g := &groups[at[name]]
		g.members = append(g.members, i)
	}
	if len(groups) < region.MinGroups {
		return choice{}, errors.New("the number of feasible region is less than spreadConstraint.MinGroups")
	}
	for i := range groups {
		groups[i].weight = s.weigh(sorted, groups[i].members, region.MinGroups, cluster.MinGroups)
	}
	best, exact := combine(groups, region.MinGroups, region.MaxGroups, cluster.MinGroups)
	if len(best) == 0 {
		return choice{}, errors.New("the number of clusters is less than the cluster spreadConstraint.MinGroups")
	}

	out := choice{passedOver: map[string]string{}}
	if !exact {
		out.warnings = append(out.warnings, fmt.Sprintf("there are too many ways to combine %d regions: these have enough clusters, but others might be better", len(groups)))
	}
	var left []int
	for _, g := range best {
		out.clusters = append(out.clusters, sorted[g.members[0]])
		left = append(left, g.members[1:]...)
	}
	if len(best) > cluster.MaxGroups && cluster.MaxGroups > 0 {
		out.warnings = append(out.warnings, fmt.Sprintf("%d regions ask for more clusters than the %d that the spread constraint by cluster allows", len(best), cluster.MaxGroups))
	}
	slices.Sort(left)
	for _, i := range left {
		if len(out.clusters) >= cluster.MaxGroups {
			break
		}
		out.clusters = append(out.clusters, sorted[i])
	}

	chosen := map[string]bool{}
	for _, g := range best {
		chosen[g.name] = true
	}
	for i := range sorted {
		name := sorted[i].cluster.Spec.Region
		why := "its region " + name + " is not among those that the spread constraints take"
		if chosen[name] {
			why = "the spread constraints take others of its region " + name
		}
		out.passedOver[sorted[i].facts.Name] = why
	}
	for i := range out.clusters {
		delete(out.passedOver, out.clusters[i].facts.Name)
	}
	return out, nil
}

// weigh is how good a region is. Room counts a thousand times what the scores of the clusters do, of which the mean is taken:
//
//  1. Where each cluster gets all replicas, room is the number of clusters that have room for all. They alone are scored; without
//     any the weight is 0.
//  2. Otherwise room is the region's share of the replicas, if every region of the fewest allowed gets the same, rounded up. Clusters are
//     scored in their order until they have room for the share and there are as many as must be. If all of them have less room, it
//     is their room. With no fewest number the share is nothing.
func (s *scheduler) weigh(sorted []candidate, members []int, minRegions, minClusters int) int64 {
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
	if minRegions > 0 {
		share = (replicas + int64(minRegions) - 1) / int64(minRegions)
	}
	least, room := int64(max(minRegions, minClusters)), int64(0)
	for _, i := range members {
		count++
		room += sorted[i].available
		score += sorted[i].score
		if count >= least && room >= share {
			break
		}
	}
	return 1000*min(room, share) + score/count
}
