package schedule_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// anyInput returns a random binding with random clusters.
func anyInput(g *rand.Rand) schedule.Input {
	n := 1 + g.IntN(25)
	clusters := many(n, 1+g.IntN(6))
	var previous []api.TargetCluster
	for _, c := range clusters {
		c.Status.ResourceSummary.Allocatable["pods"] = *resource.NewQuantity(int64(g.IntN(40)), resource.DecimalSI)
		if g.IntN(3) > 0 {
			c.Spec.Taints = nil
		}
		if g.IntN(8) == 0 {
			c.Spec.Region = ""
		}
		if g.IntN(10) == 0 {
			c.DeletionTimestamp = &noon
		}
		if g.IntN(5) == 0 {
			previous = append(previous, api.TargetCluster{Name: c.Name, Replicas: int32(g.IntN(9))})
		}
	}
	p := api.Placement{}
	switch g.IntN(4) {
	case 0:
		p.ReplicaScheduling = &api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Duplicated}
	case 1:
		p.ReplicaScheduling = &api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted}
	case 2:
		p.ReplicaScheduling = &api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Aggregated}
	case 3:
		p.ReplicaScheduling = dynamic()
	}
	if g.IntN(2) == 0 {
		least := g.IntN(4)
		p.SpreadConstraints = append(p.SpreadConstraints, api.SpreadConstraint{SpreadByField: api.SpreadByCluster, MinGroups: least, MaxGroups: least + g.IntN(5)})
	}
	if g.IntN(3) == 0 {
		least := g.IntN(3)
		p.SpreadConstraints = append(p.SpreadConstraints, api.SpreadConstraint{SpreadByField: api.SpreadByRegion, MinGroups: least, MaxGroups: least + g.IntN(3)})
	}
	switch g.IntN(4) {
	case 0:
		p.ClusterAffinity = &api.ClusterAffinity{ExcludeClusters: []string{clusters[0].Name}}
	case 1:
		term := api.ClusterAffinityTerm{AffinityName: "a", ClusterAffinity: api.ClusterAffinity{ClusterNames: []string{clusters[g.IntN(n)].Name, clusters[g.IntN(n)].Name}}}
		if g.IntN(2) == 0 {
			term.OverflowAffinities = []api.OverflowAffinity{{AffinityName: "b", ClusterAffinity: api.ClusterAffinity{ExcludeClusters: []string{clusters[0].Name}}}}
		}
		p.ClusterAffinities = []api.ClusterAffinityTerm{term, {AffinityName: "c"}}
	}
	in := schedule.Input{Spec: deployment(int32(g.IntN(120)), p), Status: &api.ResourceBindingStatus{}, Clusters: clusters}
	in.Spec.Clusters = previous
	in.Options.EmptyWorkloads = g.IntN(4) == 0
	if g.IntN(4) == 0 {
		fresh(&in)
	}
	return in
}

// shuffled returns an input with its clusters in another order.
func shuffled(g *rand.Rand, in schedule.Input) schedule.Input {
	in.Clusters = slices.Clone(in.Clusters)
	g.Shuffle(len(in.Clusters), func(i, j int) { in.Clusters[i], in.Clusters[j] = in.Clusters[j], in.Clusters[i] })
	return in
}

// TestScheduleProperties checks what is true of every result.
func TestScheduleProperties(t *testing.T) {
	t.Parallel()
	seeds := uint64(3000)
	if testing.Short() {
		seeds /= 5
	}
	scheduled := 0
	for seed := range seeds {
		g := rand.New(rand.NewPCG(seed, 11))
		in := anyInput(g)
		before := text(t, in)
		got, err := schedule.Schedule(in)
		require.Equal(t, before, text(t, in), "seed %d: the input was written", seed)

		again, errAgain := schedule.Schedule(shuffled(g, in))
		require.Equal(t, got, again, "seed %d: the order of the clusters does not matter", seed)
		require.Equal(t, err, errAgain, "seed %d", seed)
		in.ChosenOnly = true
		chosen, errAgain := schedule.Schedule(in)
		require.Equal(t, withoutRejected(err), errAgain, "seed %d: only the reasons are left out", seed)
		if in.ChosenOnly = false; got != nil {
			want := *got
			want.Rejected = nil
			require.Equal(t, &want, chosen, "seed %d: only the reasons are left out", seed)
		}
		if err != nil {
			require.Nil(t, got)
			var noFit *schedule.FitError
			if errors.As(err, &noFit) {
				require.Len(t, noFit.Rejected, len(in.Clusters), "seed %d", seed)
			}
			continue
		}
		scheduled++

		p, sum := in.Spec.Placement, int64(0)
		byName := map[string]*api.Cluster{}
		for _, c := range in.Clusters {
			byName[c.Name] = c
		}
		regions := map[string]bool{}
		for _, c := range got.Clusters {
			sum += int64(c.Replicas)
			require.NotNil(t, byName[c.Name], "seed %d: it exists, once", seed)
			require.Nil(t, byName[c.Name].DeletionTimestamp, "seed %d: it is not being deleted", seed)
			regions[byName[c.Name].Spec.Region] = true
			delete(byName, c.Name)
			if c.Replicas == 0 {
				require.True(t, in.Options.EmptyWorkloads, "seed %d: it has a replica", seed)
			}
		}
		for _, r := range got.Rejected {
			require.NotEmpty(t, r.Reasons, "seed %d: %s", seed, r.Cluster)
			delete(byName, r.Cluster)
		}
		require.Empty(t, byName, "seed %d: all others are rejected", seed)
		require.True(t, slices.IsSortedFunc(got.Rejected, func(a, b schedule.Rejection) int { return slices.Compare([]string{a.Cluster}, []string{b.Cluster}) }))

		tiers := len(p.ClusterAffinities) > 0 && p.ClusterAffinities[0].OverflowAffinities != nil && got.AffinityName == "a"
		if p.ReplicaScheduling.ReplicaSchedulingType == api.Divided {
			require.Equal(t, int64(in.Spec.Replicas), sum, "seed %d: all replicas are divided", seed)
		} else if !in.Options.EmptyWorkloads && !tiers {
			require.Equal(t, int64(in.Spec.Replicas)*int64(len(got.Clusters)), sum, "seed %d: each cluster has all replicas", seed)
		}
		static := p.ReplicaScheduling.ReplicaDivisionPreference == api.Weighted && p.ReplicaScheduling.WeightPreference == nil
		if last := len(p.SpreadConstraints) - 1; last >= 0 && !static {
			c := p.SpreadConstraints[last]
			if c.SpreadByField == api.SpreadByRegion {
				require.LessOrEqual(t, len(regions), c.MaxGroups, "seed %d: no more regions than allowed", seed)
			} else {
				require.LessOrEqual(t, len(got.Clusters), c.MaxGroups, "seed %d: no more clusters than allowed", seed)
			}
		}
	}
	require.Greater(t, scheduled, int(seeds)/3, "enough bindings can be scheduled")
}

// TestScheduleEnds has ten thousand regions.
func TestScheduleEnds(t *testing.T) {
	t.Parallel()
	in := schedule.Input{Clusters: many(10000, 10000), Spec: deployment(5000, api.Placement{
		ClusterTolerations: []api.Toleration{{Operator: api.TolerationExists}}, ReplicaScheduling: dynamic(),
		SpreadConstraints: []api.SpreadConstraint{
			{SpreadByField: api.SpreadByRegion, MinGroups: 20, MaxGroups: 5000}, {SpreadByField: api.SpreadByCluster, MinGroups: 400, MaxGroups: 600},
		},
	})}
	got, err := schedule.Schedule(in)
	require.NoError(t, err)
	require.Len(t, got.Clusters, 400, "each region has one cluster, and a path ends as soon as possible")
	require.Empty(t, got.Warnings)
}

// FuzzSchedule looks for inputs that are written to or cause a panic.
func FuzzSchedule(f *testing.F) {
	for seed := range uint64(8) {
		in := anyInput(rand.New(rand.NewPCG(seed, 13)))
		spec, err := json.Marshal(in.Spec)
		require.NoError(f, err)
		clusters, err := json.Marshal(in.Clusters[:min(len(in.Clusters), 4)])
		require.NoError(f, err)
		f.Add(string(spec), string(clusters))
	}
	f.Fuzz(func(t *testing.T, spec, clusters string) {
		var in schedule.Input
		if json.Unmarshal([]byte(spec), &in.Spec) != nil || json.Unmarshal([]byte(clusters), &in.Clusters) != nil {
			t.Skip()
		}
		before := fmt.Sprint(text(t, in))
		got, err := schedule.Schedule(in)
		_ = schedule.StatusAfter(in, got, err)
		_, _ = schedule.ShouldSchedule(in, nil)
		require.Equal(t, err == nil, got != nil)
		everything(&in.Options)
		got, err = schedule.Schedule(in)
		require.Equal(t, err == nil, got != nil)
		require.Equal(t, before, text(t, in))
	})
}

// withoutRejected returns an error as with ChosenOnly.
func withoutRejected(err error) error {
	e, warned := err.(*schedule.WarnedError)
	switch {
	case !warned:
		return err
	case len(e.Warnings) == 0:
		return e.Err
	}
	return &schedule.WarnedError{Err: e.Err, Warnings: e.Warnings}
}
