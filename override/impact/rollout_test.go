package impact_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// TestRollout checks the rules of Impact.Rollout for random changes of policies: the waves have exactly the pairs of the impact, and each wave
// changes exactly its clusters.
func TestRollout(t *testing.T) {
	t.Parallel()
	waves := 0
	for seed := range uint64(300) {
		g := random(seed)
		c := g.change(t)
		c.After.Clusters = c.Before.Clusters
		i := c.Impact(impact.Limits{})
		groups := impact.ByLabel(c.Before.Clusters, "env")
		if seed%3 == 0 {
			groups = groups[:min(1, len(groups))] // the others are not named
		}
		all := i.Rollout(groups...).Waves()
		require.Empty(t, all[0].Clusters)
		require.True(t, all[len(all)-1].Last)
		total := 0
		for n, w := range all {
			require.Equal(t, n == len(all)-1, w.Last)
			if n > 0 && w.Number <= len(groups) {
				require.Equal(t, groups[w.Number-1].Name, w.Name)
			}
			total += w.Pairs
			if n == 0 {
				continue
			}
			waves++
			require.NotEmpty(t, w.Clusters)
			step := impactOfWave(c, all[n-1], w)
			require.Equal(t, w.Pairs, step.Counts.Changed+step.Counts.Added)
			require.Equal(t, w.Failing, step.Counts.Failing)
			var names []string
			for _, cl := range step.Clusters {
				if cl.Pairs > cl.Removed {
					names = append(names, cl.Name)
				}
			}
			require.Equal(t, w.Clusters, names)
		}
		require.Equal(t, i.Counts.Changed+i.Counts.Added, total)
		for _, cl := range c.Before.Clusters {
			require.Equal(t, impact.NewPolicies, all[len(all)-1].Generation(cl.Name))
			if len(all) > 1 {
				require.Equal(t, impact.OldPolicies, all[0].Generation(cl.Name))
			}
		}
	}
	require.Greater(t, waves, 200)
}

// setOf returns the policies that a cluster uses during a wave.
func setOf(c impact.Change, w impact.Wave, cluster string) *override.Set {
	if w.Generation(cluster) == impact.NewPolicies {
		return c.After.Policies
	}
	return c.Before.Policies
}

// impactOfWave computes what changes from one wave to the next, cluster by cluster. Objects change with the cluster, to have one total.
func impactOfWave(c impact.Change, before, after impact.Wave) *impact.Impact {
	sum := &impact.Impact{}
	for _, cl := range c.Before.Clusters {
		one := []selector.Cluster{cl}
		if before.Generation(cl.Name) == after.Generation(cl.Name) || !slices.Contains(after.Clusters, cl.Name) {
			continue
		}
		i := impact.Change{
			Before: impact.State{Policies: setOf(c, before, cl.Name), Clusters: one}, After: impact.State{Policies: setOf(c, after, cl.Name), Clusters: one}, Objects: c.Objects,
		}.Impact(impact.Limits{})
		sum.Counts.Changed += i.Counts.Changed
		sum.Counts.Added += i.Counts.Added
		sum.Counts.Removed += i.Counts.Removed
		sum.Counts.Failing += i.Counts.Failing
		sum.Clusters = append(sum.Clusters, i.Clusters...)
	}
	return sum
}

// TestRolloutGroups has groups that overlap, repeat or name what is not there.
func TestRolloutGroups(t *testing.T) {
	t.Parallel()
	inEurope := overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{
		Clusters: selector.ClusterSelector{Fields: []selector.FieldRequirement{{Key: "region", Operator: "In", Values: []string{"eu", "asia"}}}},
		Steps:    overridetest.Do("set /data/x '3'"),
	}}}.Compile(t)
	i := impact.Change{
		Before: impact.State{Clusters: five}, After: impact.State{Policies: override.NewSet(inEurope), Clusters: five}, Objects: impact.Same(random(1).object()),
	}.Impact(impact.Limits{})
	group := func(name string, clusters ...string) impact.ClusterGroup {
		return impact.ClusterGroup{Name: name, Clusters: clusters}
	}
	for _, c := range []struct {
		name, reason string
		groups       []impact.ClusterGroup
		want         string
	}{
		{"none", "every cluster that changes is in the last wave", nil, "wave 1, others: 3 pairs in berlin, paris, tokyo\n"},
		{"some", "the others follow", []impact.ClusterGroup{group("a", "tokyo")}, "wave 1, a: 1 pair in tokyo\nwave 2, others: 2 pairs in berlin, paris\n"},
		{"unchanged", "nothing changes in lab, and b keeps its number", []impact.ClusterGroup{group("a", "lab"), group("b", "tokyo", "paris", "berlin", "attic")}, "wave 2, b: 3 pairs in berlin, paris, tokyo\n"},
		{"overlap", "the first group counts", []impact.ClusterGroup{group("a", "paris", "paris"), group("b", "paris", "berlin", "oslo"), group("c", "paris")}, "wave 1, a: 1 pair in paris\nwave 2, b: 1 pair in berlin\nwave 4, others: 1 pair in tokyo\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := i.Rollout(c.groups...)
			require.Equal(t, c.want, r.String(), c.reason)
			require.Equal(t, fmt.Sprint(r.Waves()[0].Last), "false")
			for _, w := range r.Waves() {
				require.Equal(t, w.Last, w.Generation("lab") == impact.NewPolicies, "a cluster without differences changes last")
				require.Equal(t, w.Last, w.Generation("oslo") == impact.NewPolicies, "and so does an unknown one")
			}
			r.Waves()[1].Clusters[0] = "scribbled"
			require.Equal(t, c.want, r.String(), "waves are copies")
		})
	}
}

// TestRolloutBack takes back a rollout that has reached some clusters only. No other cluster ever gets the new policies.
func TestRolloutBack(t *testing.T) {
	t.Parallel()
	p := overridetest.Policy{Name: "p", Steps: overridetest.Do("set /data/x '3'")}.Compile(t)
	old, now := override.NewSet(), override.NewSet(p)
	c := impact.Change{Before: impact.State{Policies: old, Clusters: five}, After: impact.State{Policies: now, Clusters: five}, Objects: impact.Same(random(1).object())}
	i := c.Impact(impact.Limits{})
	there := i.Rollout(i.OneOfEachRegion(five)...)
	reached := there.Waves()[1]
	require.Equal(t, []string{"attic", "berlin", "tokyo"}, reached.Clusters)
	var untouched []string
	for _, cl := range five {
		if reached.Generation(cl.Name) == impact.OldPolicies {
			untouched = append(untouched, cl.Name)
		}
	}
	halves, err := i.ByPercent(50)
	require.NoError(t, err)
	back := c.Reversed().Impact(impact.Limits{}).RolloutFrom(append(untouched, "gone"), halves...)
	require.Equal(t, "wave 1, up to 50%: 2 pairs in attic, berlin\nwave 2, others: 1 pair in tokyo\n", back.String())
	for n, w := range back.Waves() {
		for _, name := range untouched {
			require.Same(t, old, setOf(c.Reversed(), w, name), "%s was not reached, and must keep the old policies in wave %d", name, n)
		}
	}
	require.Same(t, now, setOf(c.Reversed(), back.Waves()[0], "berlin"), "wave 0 is the state now")
	require.Same(t, old, setOf(c.Reversed(), back.Waves()[1], "berlin"))
	require.Same(t, now, setOf(c.Reversed(), back.Waves()[1], "tokyo"))
	require.Same(t, old, setOf(c.Reversed(), back.Waves()[2], "tokyo"))

	again := there.Waves()[0]
	for _, cl := range five {
		require.Same(t, old, setOf(c, again, cl.Name), "a lower wave of the same plan takes back the higher ones")
	}
	var all []string
	for _, cl := range five {
		all = append(all, cl.Name)
	}
	done := c.Impact(impact.Limits{}).RolloutFrom(all).Waves()
	require.Len(t, done, 1)
	require.True(t, done[0].Last)
}

// TestRolloutNumbers deletes the only object that changes in the cluster of a group. The number of the next group stays.
func TestRolloutNumbers(t *testing.T) {
	t.Parallel()
	in := func(cluster, key string) overridetest.Rule {
		return overridetest.Rule{Clusters: selector.ClusterSelector{Names: []string{cluster}}, Steps: overridetest.Do("set /data/" + key + " '3'")}
	}
	p := overridetest.Policy{Name: "p", Rules: []overridetest.Rule{in("berlin", "x"), in("paris", "y")}}.Compile(t)
	object := random(1).object()
	unaffected := object.DeepCopy()
	unaffected.Object["data"].(map[string]any)["x"] = "3"
	groups, err := impact.ByName(five, impact.ClusterGroup{Name: "first", Clusters: []string{"berlin"}}, impact.ClusterGroup{Name: "second", Clusters: []string{"paris"}})
	require.NoError(t, err)
	c := impact.Change{Before: impact.State{Clusters: five}, After: impact.State{Policies: override.NewSet(p), Clusters: five}}
	c.Objects = impact.Same(object)
	require.Equal(t, "wave 1, first: 1 pair in berlin\nwave 2, second: 1 pair in paris\n", c.Impact(impact.Limits{}).Rollout(groups...).String())
	c.Objects = impact.Same(unaffected)
	require.Equal(t, "wave 2, second: 1 pair in paris\n", c.Impact(impact.Limits{}).Rollout(groups...).String())
}

// TestRolloutOfGoneClusters has a cluster that leaves, and a wave with an error.
func TestRolloutOfGoneClusters(t *testing.T) {
	t.Parallel()
	p := overridetest.Policy{Name: "p", Rules: []overridetest.Rule{
		{Steps: overridetest.Do("set /data/x '3'")},
		{Clusters: selector.ClusterSelector{Names: []string{"paris"}}, Steps: overridetest.Do("remove /nowhere")},
	}}.Compile(t)
	i := impact.Change{
		Before: impact.State{Clusters: five[:3]}, After: impact.State{Policies: override.NewSet(p), Clusters: five[:2]}, Objects: impact.Same(random(1).object()),
	}.Impact(impact.Limits{})
	want := []impact.Cluster{{Name: "berlin", Pairs: 1, Removed: 1}, {Name: "paris", Pairs: 1, Failing: 1}, {Name: "tokyo", Pairs: 1}}
	require.Equal(t, want, i.Clusters)
	group := impact.ClusterGroup{Name: "a", Clusters: []string{"berlin"}}
	require.Equal(t, "wave 2, others: 2 pairs (1 failing) in paris, tokyo\n", i.Rollout(group).String(), "berlin is gone")
	halves, err := i.ByPercent(50)
	require.NoError(t, err)
	require.Equal(t, "up to 50%: paris; others: tokyo", groupText(halves))

	gone := impact.Change{Before: impact.State{Clusters: five[:2]}, Objects: impact.Same(random(1).object())}.Impact(impact.Limits{})
	require.Equal(t, "2 of 2 pairs differ: 2 removed", gone.Counts.String())
	require.Equal(t, "no waves: no cluster needs one\n", gone.Rollout().String(), "pairs are removed, but no cluster changes its policies")
}
