package schedule_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// bare sets some maxima to 0.
func bare(g *rand.Rand, p *api.Placement) {
	for i := range p.SpreadConstraints {
		if g.IntN(2) == 0 {
			p.SpreadConstraints[i].MaxGroups = 0
		}
	}
}

// TestUnboundedGroups checks that no maximum equals an unreachable one, and that all other bounds are kept.
func TestUnboundedGroups(t *testing.T) {
	t.Parallel()
	scheduled := 0
	for seed := range uint64(3000) {
		g := rand.New(rand.NewPCG(seed, 17))
		in := anyInput(g)
		bare(g, in.Spec.Placement)
		asked := in.Spec.Placement.SpreadConstraints
		in.Options.UnboundedGroups = true
		got, err := schedule.Schedule(in)

		explicit := in
		explicit.Options.UnboundedGroups = false
		explicit.Spec = in.Spec.DeepCopy()
		has, fields := explicit.Spec.Placement, map[api.SpreadField]int{}
		for i := range has.SpreadConstraints {
			c := &has.SpreadConstraints[i]
			if c.MaxGroups == 0 {
				c.MinGroups, c.MaxGroups = max(c.MinGroups, 1), len(in.Clusters)+1
			}
			fields[c.SpreadByField]++
		}
		if fields[api.SpreadByRegion] > 0 && fields[api.SpreadByCluster] == 0 {
			has.SpreadConstraints = append(has.SpreadConstraints, api.SpreadConstraint{SpreadByField: api.SpreadByCluster, MinGroups: 1, MaxGroups: len(in.Clusters) + 1})
		}
		want, errWant := schedule.Schedule(explicit)
		require.Equal(t, errWant, err, "seed %d", seed)
		require.Equal(t, want, got, "seed %d", seed)
		if err != nil || in.Spec.Placement.ReplicaScheduling.ReplicaSchedulingType != api.Duplicated || in.Spec.Replicas == 0 {
			continue
		}
		scheduled++
		regions := map[string]bool{}
		for _, target := range got.Clusters {
			for _, c := range in.Clusters {
				if c.Name == target.Name {
					regions[c.Spec.Region] = true
				}
			}
		}
		for _, c := range asked {
			n := len(got.Clusters)
			if c.SpreadByField == api.SpreadByRegion {
				n = len(regions)
			}
			// Tiers put replicas into fewer clusters than are chosen.
			if got.AffinityName != "a" {
				require.GreaterOrEqual(t, n, c.MinGroups, "seed %d: at least as many by %s", seed, c.SpreadByField)
			}
			if c.MaxGroups > 0 && (c.SpreadByField == api.SpreadByRegion || fields[api.SpreadByRegion] == 0) {
				require.LessOrEqual(t, n, c.MaxGroups, "seed %d: at most as many by %s", seed, c.SpreadByField)
			}
		}
	}
	require.Greater(t, scheduled, 200)
}

// TestGroupByAnyField checks that zones and providers are grouped as regions are.
func TestGroupByAnyField(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2000) {
		g := rand.New(rand.NewPCG(seed, 19))
		in := anyInput(g)
		want, errWant := schedule.Schedule(in)
		for _, field := range []api.SpreadField{api.SpreadByZone, api.SpreadByProvider} {
			other := in
			other.Options.GroupByAnyField = true
			other.Spec = in.Spec.DeepCopy()
			for i := range other.Spec.Placement.SpreadConstraints {
				if c := &other.Spec.Placement.SpreadConstraints[i]; c.SpreadByField == api.SpreadByRegion {
					c.SpreadByField = field
				}
			}
			other.Clusters = nil
			for _, c := range in.Clusters {
				c = c.DeepCopy()
				switch region := c.Spec.Region; {
				case field == api.SpreadByProvider:
					c.Spec.Provider = region
				case region != "":
					c.Spec.Zones = []string{region, "x"}
				default:
					c.Spec.Zones = nil
				}
				c.Spec.Region = ""
				other.Clusters = append(other.Clusters, c)
			}
			got, err := schedule.Schedule(other)
			require.Equal(t, errWant == nil, err == nil, "seed %d", seed)
			if err == nil {
				require.Equal(t, want.Clusters, got.Clusters, "seed %d by %s", seed, field)
			}
		}
	}
}

// TestGroupsWithCapacity checks that successful results do not change and that some errors become results.
func TestGroupsWithCapacity(t *testing.T) {
	t.Parallel()
	seeds := uint64(2500)
	if testing.Short() {
		seeds /= 5
	}
	helped := 0
	for seed := range seeds {
		g := rand.New(rand.NewPCG(seed, 23))
		in := anyInput(g)
		least := 1 + g.IntN(3)
		in.Spec.Placement.SpreadConstraints = append(in.Spec.Placement.SpreadConstraints,
			api.SpreadConstraint{SpreadByField: api.SpreadByRegion, MinGroups: least, MaxGroups: least + g.IntN(3)})
		in.Spec.Placement.ClusterAffinities = nil
		want, errWant := schedule.Schedule(in)
		in.Options.GroupsWithCapacity = true
		before := text(t, in)
		got, err := schedule.Schedule(in)
		require.Equal(t, before, text(t, in))
		again, errAgain := schedule.Schedule(shuffled(g, in))
		require.Equal(t, got, again, "seed %d: the order of the clusters does not matter", seed)
		require.Equal(t, err, errAgain, "seed %d", seed)
		var unschedulable *schedule.UnschedulableError
		switch {
		case errWant == nil:
			require.NoError(t, err)
			require.Equal(t, want, got, "seed %d", seed)
		case err == nil:
			helped++
			require.True(t, errors.As(errWant, &unschedulable), "seed %d: %v", seed, errWant)
			sum := int32(0)
			for _, c := range got.Clusters {
				sum += c.Replicas
			}
			require.Equal(t, in.Spec.Replicas, sum)
		default:
			require.Equal(t, errWant.Error(), err.Error(), "seed %d", seed)
		}
	}
	require.Greater(t, helped, int(seeds)/60)
}
