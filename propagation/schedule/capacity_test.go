package schedule

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// crowd is a scheduler with clusters in regions, in the order of preference.
func crowd(g *rand.Rand, clusters, regions int, replicas int32, region, cluster api.SpreadConstraint) (*scheduler, []candidate, []group) {
	in := Input{Spec: &api.ResourceBindingSpec{Replicas: replicas, Placement: &api.Placement{
		ReplicaScheduling: &api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Aggregated},
	}}}
	s := newScheduler(in)
	s.spreading = spreading{counts: true, by: api.SpreadByRegion, groups: region, clusters: cluster}
	var sorted []candidate
	for i := range clusters {
		c := &api.Cluster{}
		c.Name, c.Spec.Region = fmt.Sprintf("m%04d", i), fmt.Sprintf("r%04d", g.IntN(regions))
		facts := c.Facts()
		sorted = append(sorted, candidate{cluster: c, facts: &facts, available: int64(g.IntN(12)), score: int64(100 * g.IntN(2))})
	}
	slices.SortFunc(sorted, inOrder)
	groups, _ := s.grouped(sorted)
	for i := range groups {
		groups[i].weight = s.weigh(sorted, groups[i].members, region.MinGroups, cluster.MinGroups)
	}
	return s, sorted, groups
}

// tryAllWithCapacity is the definition of withCapacity: it tries every set of groups, as the bits of a number.
func tryAllWithCapacity(s *scheduler, sorted []candidate, groups []group) []group {
	bounds, clusters := s.spreading.groups, s.spreading.clusters
	p := newPaths(groups, bounds.MinGroups, bounds.MaxGroups, clusters.MinGroups)
	fits := func(groups []group) bool { return s.canHold(sorted, take(groups, clusters.MaxGroups)) }
	order := p.heaviest(len(p.groups))
	for ; p.least <= p.most; p.least++ {
		var best []int
		var found worth
		var rank uint
		for set := range uint(1) << len(order) {
			var numbers []int
			var is worth
			last, mirrored := 0, bits.Reverse(set) // a path comes first if it has earlier groups in the order
			for at, number := range order {
				if set>>at&1 == 1 {
					numbers = append(numbers, number)
					is.weight += p.groups[number].weight
					is.value += p.groups[number].value()
					last = max(last, number)
				}
			}
			if len(numbers) == 0 || !p.ends(len(numbers), is.value, p.groups[last].value()) {
				continue
			}
			var path []group
			for _, number := range numbers {
				path = append(path, p.groups[number])
			}
			if order := is.compare(found); fits(path) && (best == nil || order > 0 || order == 0 && mirrored > rank) {
				best, found, rank = numbers, is, mirrored
			}
		}
		if best != nil {
			return p.shortened(best, fits)
		}
	}
	return nil
}

// TestWithCapacityTriesAll compares withCapacity with its definition.
func TestWithCapacityTriesAll(t *testing.T) {
	t.Parallel()
	some := 0
	for seed := range uint64(2500) {
		g := rand.New(rand.NewPCG(seed, 29))
		least, clusters := 1+g.IntN(3), 1+g.IntN(6)
		region := api.SpreadConstraint{MinGroups: least, MaxGroups: least + g.IntN(4)}
		cluster := api.SpreadConstraint{MinGroups: clusters, MaxGroups: clusters + g.IntN(4)}
		s, sorted, groups := crowd(g, 3+g.IntN(16), 2+g.IntN(7), int32(1+g.IntN(70)), region, cluster)
		got, exact := s.withCapacity(sorted, groups)
		require.True(t, exact)
		require.Equal(t, groupNames(tryAllWithCapacity(s, sorted, groups)), groupNames(got), "seed %d", seed)
		if got != nil {
			some++
			require.LessOrEqual(t, len(got), region.MaxGroups)
			require.GreaterOrEqual(t, len(got), region.MinGroups)
			require.GreaterOrEqual(t, count(got), cluster.MinGroups)
		}
	}
	require.Greater(t, some, 500)
}

// TestWithCapacityEnds has too many regions to try all combinations.
func TestWithCapacityEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason      string
		clusters, regions int
		replicas          int32
		region, cluster   api.SpreadConstraint
		found, exact      bool
	}{
		{"few of many", "regions have more capacity than needed", 5000, 1000, 300, api.SpreadConstraint{MinGroups: 10, MaxGroups: 20}, api.SpreadConstraint{MinGroups: 10, MaxGroups: 40}, true, true},
		{"nearly all capacity", "few combinations have enough", 300, 60, 225, api.SpreadConstraint{MinGroups: 20, MaxGroups: 20}, api.SpreadConstraint{MinGroups: 20, MaxGroups: 25}, true, true},
		{"too much to try", "the groups with the largest capacity are tried", 300, 60, 235, api.SpreadConstraint{MinGroups: 20, MaxGroups: 20}, api.SpreadConstraint{MinGroups: 20, MaxGroups: 25}, true, false},
		{"no capacity", "the sum of all is too small", 5000, 5000, 1 << 30, api.SpreadConstraint{MinGroups: 1, MaxGroups: 5000}, api.SpreadConstraint{MinGroups: 1, MaxGroups: 5000}, false, true},
		{"more and more regions", "every number of regions is tried", 5000, 4000, 25000, api.SpreadConstraint{MinGroups: 1, MaxGroups: 5000}, api.SpreadConstraint{MinGroups: 1, MaxGroups: 5000}, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := rand.New(rand.NewPCG(3, 5))
			s, sorted, groups := crowd(g, c.clusters, c.regions, c.replicas, c.region, c.cluster)
			got, exact := s.withCapacity(sorted, groups)
			require.Equal(t, c.found, got != nil, c.reason)
			require.Equal(t, c.exact, exact, c.reason)
			if got != nil {
				require.True(t, s.canHold(sorted, take(got, c.cluster.MaxGroups)))
				require.LessOrEqual(t, len(got), c.region.MaxGroups)
			}
		})
	}
}
