package impact_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/selector"
)

var five = []selector.Cluster{
	{Name: "tokyo", Region: "asia", Labels: map[string]string{"env": "prod"}},
	{Name: "paris", Region: "eu", Labels: map[string]string{"env": "staging"}},
	{Name: "berlin", Region: "eu", Labels: map[string]string{"env": "prod"}},
	{Name: "lab", Labels: map[string]string{"env": ""}},
	{Name: "attic"},
}

// groupText returns groups as "name: a b; name: c".
func groupText(groups []impact.ClusterGroup) string {
	var all []string
	for _, g := range groups {
		all = append(all, g.Name+": "+strings.Join(g.Clusters, " "))
	}
	return strings.Join(all, "; ")
}

// impactIn returns an impact that has one pair in each cluster.
func impactIn(clusters []selector.Cluster) *impact.Impact {
	names := map[string]bool{}
	for _, c := range clusters {
		names[c.Name] = true
	}
	i := &impact.Impact{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		i.Clusters = append(i.Clusters, impact.Cluster{Name: name, Pairs: 1})
	}
	return i
}

// TestGroupsIgnoreClustersWithoutPairs has clusters without differences, which are first by name.
func TestGroupsIgnoreClustersWithoutPairs(t *testing.T) {
	t.Parallel()
	clusters := []selector.Cluster{{Name: "a", Region: "eu"}, {Name: "b", Region: "eu"}, {Name: "c", Region: "eu"}, {Name: "d", Region: "us"}}
	i := impactIn(clusters[1:])
	require.Equal(t, "one of each region: b d; others: c", groupText(i.OneOfEachRegion(clusters)), "a has no pairs, so b is the first of eu")
	groups, err := i.ByPercent(25)
	require.NoError(t, err)
	require.Equal(t, "up to 25%: b; others: c d", groupText(groups), "a does not count for the 100 percent")
	require.Equal(t, "one of each region: b; others: c d", groupText(i.OneOfEachRegion(nil)), "unknown regions are one region")
	none, err := new(impact.Impact).ByPercent(25)
	require.NoError(t, err)
	require.Equal(t, "up to 25%: ", groupText(none))
	require.Equal(t, "one of each region: ", groupText(new(impact.Impact).OneOfEachRegion(clusters)))
}

func TestClusterGroups(t *testing.T) {
	t.Parallel()
	byName := func(groups ...impact.ClusterGroup) func([]selector.Cluster) ([]impact.ClusterGroup, error) {
		return func(c []selector.Cluster) ([]impact.ClusterGroup, error) { return impact.ByName(c, groups...) }
	}
	byLabel := func(key string, values ...string) func([]selector.Cluster) ([]impact.ClusterGroup, error) {
		return func(c []selector.Cluster) ([]impact.ClusterGroup, error) {
			return impact.ByLabel(c, key, values...), nil
		}
	}
	byPercent := func(shares ...int) func([]selector.Cluster) ([]impact.ClusterGroup, error) {
		return func(c []selector.Cluster) ([]impact.ClusterGroup, error) { return impactIn(c).ByPercent(shares...) }
	}
	for _, c := range []struct {
		name, reason string
		split        func([]selector.Cluster) ([]impact.ClusterGroup, error)
		want, err    string
	}{
		{"by name", "the groups are in the order given, their clusters sorted", byName(impact.ClusterGroup{Name: "canary", Clusters: []string{"lab", "attic"}}), "canary: attic lab; others: berlin paris tokyo", ""},
		{"by name, empty", "a group without clusters stays, and keeps its number", byName(impact.ClusterGroup{Name: "canary"}), "canary: ; others: attic berlin lab paris tokyo", ""},
		{"by name, twice in a group", "a name that repeats counts once", byName(impact.ClusterGroup{Name: "canary", Clusters: []string{"lab", "lab"}}), "canary: lab; others: attic berlin paris tokyo", ""},
		{"by name, unknown", "it is likely a mistake", byName(impact.ClusterGroup{Name: "canary", Clusters: []string{"oslo"}}), "", `group "canary": there is no cluster "oslo"`},
		{"by name, twice", "a cluster changes once", byName(impact.ClusterGroup{Name: "a", Clusters: []string{"lab"}}, impact.ClusterGroup{Name: "b", Clusters: []string{"lab"}}), "", `group "b": cluster "lab" is in group "a", too`},
		{"by name, others", "the name has a meaning", byName(impact.ClusterGroup{Name: "others", Clusters: []string{"lab"}}), "", `group "others": the name is that of the clusters in no group`},
		{"by label", "the given values come first", byLabel("env", "staging"), "env=staging: paris; env=: lab; env=prod: berlin tokyo; others: attic", ""},
		{"by label, unknown", "no cluster has the label", byLabel("tier", "gold"), "tier=gold: ; others: attic berlin lab paris tokyo", ""},
		{"by label, value twice", "the clusters are in one of the groups", byLabel("env", "prod", "prod"), "env=prod: berlin tokyo; env=: lab; env=staging: paris; others: attic", ""},
		{"by percent", "shares are rounded up", byPercent(1, 30), "up to 1%: attic; up to 31%: berlin; others: lab paris tokyo", ""},
		{"by percent, all", "nothing is left", byPercent(50, 50), "up to 50%: attic berlin lab; up to 100%: paris tokyo", ""},
		{"by percent, many", "shares that add no cluster have an empty group", byPercent(1, 1, 1, 20), "up to 1%: attic; up to 2%: ; up to 3%: ; up to 23%: berlin; others: lab paris tokyo", ""},
		{"by percent, none", "all clusters change at once", byPercent(), "others: attic berlin lab paris tokyo", ""},
		{"by percent, 0", "the group would be empty", byPercent(0), "", "a share of 0 percent, expected 1 to 100"},
		{"by percent, 101", "there are no more clusters", byPercent(101), "", "a share of 101 percent, expected 1 to 100"},
		{"by percent, negative", "it is a mistake", byPercent(50, math.MinInt), "", fmt.Sprintf("a share of %d percent, expected 1 to 100", math.MinInt)},
		{"by percent, sum", "the shares do not overlap", byPercent(60, 60), "", "the shares are 120 percent or more, expected at most 100"},
		{
			"one of each region", "the region of lab and attic is unknown, which counts as a region",
			func(c []selector.Cluster) ([]impact.ClusterGroup, error) { return impactIn(c).OneOfEachRegion(c), nil },
			"one of each region: attic berlin tokyo; others: lab paris", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			groups, err := c.split(five)
			if c.err != "" {
				require.EqualError(t, err, c.err, c.reason)
				require.Nil(t, groups)
				return
			}
			require.NoError(t, err)
			require.Equal(t, c.want, groupText(groups), c.reason)
			groups, err = c.split(nil)
			if err == nil {
				require.NotContains(t, groupText(groups), "others", "others is never empty")
			}
			twice, err := c.split(append(slices.Clone(five), five[0]))
			require.NoError(t, err)
			require.Equal(t, c.want, groupText(twice), "a cluster that is given twice counts once")
		})
	}
}

// TestByNameBounds has long names: the errors are short.
func TestByNameBounds(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("\x00", 100_000)
	_, err := impact.ByName(nil, impact.ClusterGroup{Name: long, Clusters: []string{long}})
	require.ErrorContains(t, err, "there is no cluster")
	require.Less(t, len(err.Error()), 2000)
	_, err = impact.ByName([]selector.Cluster{{Name: long}}, impact.ClusterGroup{Name: long, Clusters: []string{long}}, impact.ClusterGroup{Name: long, Clusters: []string{long}})
	require.ErrorContains(t, err, "too")
	require.Less(t, len(err.Error()), 3000)
}

// TestGroupsHaveEveryCluster checks for random fleets that each cluster is in exactly one group.
func TestGroupsHaveEveryCluster(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		g := random(seed)
		var clusters []selector.Cluster
		for i := range g.n(40) {
			clusters = append(clusters, g.cluster(fmt.Sprint("m", i)))
		}
		left, shares := 100, []int(nil)
		for left > 0 && g.n(5) > 0 {
			shares = append(shares, 1+g.n(left))
			left -= shares[len(shares)-1]
		}
		percent, err := impactIn(clusters).ByPercent(shares...)
		require.NoError(t, err)
		for _, groups := range [][]impact.ClusterGroup{percent, impact.ByLabel(clusters, "env", "dev"), impactIn(clusters).OneOfEachRegion(clusters)} {
			seen := map[string]bool{}
			for _, group := range groups {
				require.True(t, len(group.Clusters) > 0 || group.Name != "others")
				require.True(t, slices.IsSorted(group.Clusters))
				for _, name := range group.Clusters {
					require.False(t, seen[name])
					seen[name] = true
				}
			}
			require.Len(t, seen, len(clusters))
		}
	}
}
