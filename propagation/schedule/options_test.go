package schedule_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

func capacities(numbers map[string]int32) func(*schedule.Input) {
	return func(in *schedule.Input) {
		in.Options.Capacity = func(c *api.Cluster, _ *interpreter.ReplicaRequirements, _ int32) int32 { return numbers[c.Name] }
	}
}

// in3 sets the zones and providers of the three clusters.
func in3(places ...string) func(*schedule.Input) {
	return func(in *schedule.Input) {
		for i, place := range places {
			zones, provider, _ := strings.Cut(place, "@")
			in.Clusters[i].Spec.Provider = provider
			if zones != "" {
				in.Clusters[i].Spec.Zones = strings.Split(zones, "+")
			}
		}
	}
}

func unbounded(o *schedule.Options)    { o.UnboundedGroups = true }
func anyField(o *schedule.Options)     { o.GroupByAnyField = true }
func withCapacity(o *schedule.Options) { o.GroupsWithCapacity = true }
func preferred(o *schedule.Options)    { o.PreferredAffinityFirst = true }
func everything(o *schedule.Options)   { unbounded(o); anyField(o); withCapacity(o); preferred(o) }
func said(got []string) (all string)   { return strings.Join(got, "\n") }

// TestOptions has each surprise with its warning, and what the option changes.
func TestOptions(t *testing.T) {
	t.Parallel()
	type with = []func(*schedule.Input)
	const (
		few     = "failed to select clusters: the number of clusters is less than the cluster spreadConstraint.MinGroups"
		refused = "failed to select clusters: just support cluster and region spread constraint"
		byZone  = "the spread constraint by zone does not spread: it only rejects clusters without the field"
		byLabel = "the spread constraint by the label env has no effect: spreading by labels is not supported"
		byRack  = "the spread constraint by rack has no effect: expected cluster, region, zone or provider"
		unsaid  = "a spread constraint without field and label has no effect: Karmada's admission would have set the field cluster"
		twoOf   = `clusterAffinities: [{affinityName: a, clusterNames: [m1]}, {affinityName: b, clusterNames: [m2]}]`
		blind   = "clusters are chosen by region regardless of their capacity, and those chosen do not have enough for 25 replicas"
		room    = "\nhow many more replicas fit into the clusters: "
		r11c11  = "\nspreadConstraints: [{spreadByField: region, minGroups: 1, maxGroups: 1}, {spreadByField: cluster, minGroups: 1, maxGroups: 1}]"
		r11c22  = "\nspreadConstraints: [{spreadByField: region, minGroups: 1, maxGroups: 1}, {spreadByField: cluster, minGroups: 1, maxGroups: 2}]"
	)
	for _, c := range []struct {
		name, reason  string
		replicas      int32
		placement     string
		previous      string
		with          with
		want          string // or the error
		warnings      string
		option        func(*schedule.Options)
		better        string // or the error
		betterWarning string
	}{
		{"no maximum by cluster", "all clusters are chosen", 2, `spreadConstraints: [{spreadByField: cluster, minGroups: 1}]`, "", nil,
			"failed to assign replicas: no clusters available to schedule", "the spread constraint by cluster has no maximum, which is read as 0: no cluster is chosen",
			unbounded, "m3:2 m2:2 m1:2", ""},
		{"no maximum by cluster, divided", "all clusters are chosen", 6, asDynamic + "\nspreadConstraints: [{spreadByField: cluster}]", "", nil,
			"failed to select clusters: no enough resource when selecting 0 clusters", "the spread constraint by cluster has no maximum, which is read as 0: no cluster is chosen",
			unbounded, "m1:1 m2:2 m3:3", ""},
		{"no maximum by cluster, but a minimum", "it still counts", 2, `spreadConstraints: [{spreadByField: cluster, minGroups: 4}]`, "", nil,
			"failed to select clusters: the number of feasible clusters is less than spreadConstraint.MinGroups",
			"the spread constraint by cluster has no maximum, which is read as 0: no cluster is chosen\nthe spread constraint requires at least 4 by cluster, 3 pass the filters",
			unbounded, "failed to select clusters: the number of feasible clusters is less than spreadConstraint.MinGroups", "the spread constraint requires at least 4 by cluster, 3 pass the filters"},
		{"no maximum by region", "as few regions as possible", 2, `spreadConstraints: [{spreadByField: region, minGroups: 1}, {spreadByField: cluster, minGroups: 1, maxGroups: 1}]`, "", nil,
			few, "the spread constraint by region has no maximum, which is read as 0: no region is ever chosen", unbounded, "m2:2", ""},
		{"no numbers by region", "the minimum is one region", 2, `spreadConstraints: [{spreadByField: region}]`, "", nil,
			few, "the spread constraint by region has no maximum, which is read as 0: no region is ever chosen", unbounded, "m2:2 m1:2", ""},
		{"no maximum by cluster in regions", "all of the regions", 2, `spreadConstraints: [{spreadByField: region, minGroups: 2, maxGroups: 2}, {spreadByField: cluster, minGroups: 1}]`, "", nil,
			"m2:2 m3:2", "without a maximum by cluster, only one cluster of each region is chosen, and 1 clusters are not", unbounded, "m2:2 m3:2 m1:2", ""},
		{"no constraint by cluster in regions", "the same", 2, `spreadConstraints: [{spreadByField: region, minGroups: 2, maxGroups: 2}]`, "", nil,
			"m2:2 m3:2", "without a maximum by cluster, only one cluster of each region is chosen, and 1 clusters are not", unbounded, "m2:2 m3:2 m1:2", ""},

		{"by zone", "one cluster of each", 1, `spreadConstraints: [{spreadByField: zone, minGroups: 2, maxGroups: 2}]`, "", with{in3("a", "a", "b")},
			refused, byZone, anyField, "m2:1 m3:1", "without a maximum by cluster, only one cluster of each zone is chosen, and 1 clusters are not"},
		{"by zone and cluster", "Karmada only counts clusters", 1,
			`spreadConstraints: [{spreadByField: zone, minGroups: 2, maxGroups: 2}, {spreadByField: cluster, minGroups: 2, maxGroups: 2}]`, "", with{in3("b", "a", "a")},
			"m3:1 m2:1", byZone, anyField, "m3:1 m1:1", ""},
		{"several zones", "the first counts", 1, `spreadConstraints: [{spreadByField: zone, minGroups: 2, maxGroups: 2}, {spreadByField: cluster, maxGroups: 3}]`, "", with{in3("a", "a+b", "a+c")},
			"m3:1 m2:1 m1:1", byZone, anyField, "failed to select clusters: the number of feasible zone is less than spreadConstraint.MinGroups",
			"2 clusters have several zones: only the first counts\nthe spread constraint requires at least 2 by zone, the clusters that pass the filters have 1: a"},
		{"by provider", "one cluster of each", 1, `spreadConstraints: [{spreadByField: provider, minGroups: 2, maxGroups: 2}]`, "", with{in3("@p", "@q", "@q")},
			refused, "the spread constraint by provider does not spread: it only rejects clusters without the field", anyField, "m3:1 m1:1",
			"without a maximum by cluster, only one cluster of each provider is chosen, and 1 clusters are not"},
		{"by zone and provider", "only one can group", 1, `spreadConstraints: [{spreadByField: provider, minGroups: 2, maxGroups: 2}, {spreadByField: zone, minGroups: 1, maxGroups: 1}]`, "",
			with{in3("a@p", "b@q", "b@q")}, refused, byZone + "\nthe spread constraint by provider does not spread: it only rejects clusters without the field",
			anyField, "m3:1", "the spread constraint by provider does not spread: it only rejects clusters without the field\n" +
				"without a maximum by cluster, only one cluster of each zone is chosen, and 1 clusters are not"},
		{"by zone and region", "regions come first", 1, `spreadConstraints: [{spreadByField: zone, minGroups: 1, maxGroups: 1}, {spreadByField: region, minGroups: 2, maxGroups: 2}, {spreadByField: cluster, maxGroups: 2}]`, "",
			with{in3("a", "a", "a")}, "m2:1 m3:1", byZone, anyField, "m2:1 m3:1", byZone},
		{"by zone, without zones", "no cluster has the field", 1, `spreadConstraints: [{spreadByField: zone, maxGroups: 1}]`, "", nil,
			"0/3 clusters are available: 3 cluster(s) did not have zones property.", byZone, anyField, "0/3 clusters are available: 3 cluster(s) did not have zones property.", ""},
		{"by zone, below zero", "it is not a valid number of zones", 1, `spreadConstraints: [{spreadByField: zone, maxGroups: -1}]`, "", with{in3("a", "a", "a")},
			refused, byZone, anyField, "failed to select clusters: found from 0 to -1 groups to spread over by zone, expected none or more", ""},

		{"by a label", "no option changes this", 1, `spreadConstraints: [{spreadByLabel: env, minGroups: 2, maxGroups: 2}]`, "", nil,
			refused, byLabel, everything, refused, byLabel},
		{"by a label and cluster", "only clusters are counted", 1, `spreadConstraints: [{spreadByLabel: env, minGroups: 1, maxGroups: 1}, {spreadByField: cluster, maxGroups: 2}]`, "", nil,
			"m3:1 m2:1", byLabel, everything, "m3:1 m2:1", byLabel},
		{"by a field with a label", "the field counts", 1, `spreadConstraints: [{spreadByField: cluster, spreadByLabel: env, maxGroups: 1}]`, "", nil,
			"m3:1", "the spread constraint by cluster ignores its label env", everything, "m3:1", "the spread constraint by cluster ignores its label env"},
		{"by nothing", "admission has not set its defaults", 1, `spreadConstraints: [{maxGroups: 1}]`, "", nil, refused, unsaid, everything, refused, unsaid},
		{"by an unknown field", "it has no effect", 1, `spreadConstraints: [{spreadByField: rack, maxGroups: 1}, {spreadByField: cluster, maxGroups: 2}]`, "", nil,
			"m3:1 m2:1", byRack, everything, "m3:1 m2:1", byRack},

		{"a region without capacity", "the other has enough, though the first has the object", 25, asDynamic + r11c11, "m1:1", with{capacities(map[string]int32{"m1": 14, "m2": 13, "m3": 30})},
			"failed to assign replicas: failed to scale up: Clusters available replicas 14 are not enough to schedule.", blind + room + "m1 14", withCapacity, "m3:25", ""},
		{"regions without capacity", "both are chosen, because that is allowed", 25, asDynamic + strings.Replace(r11c22, "maxGroups: 1}", "maxGroups: 2}", 1), "", with{capacities(map[string]int32{"m1": 1, "m2": 14, "m3": 11})},
			"failed to assign replicas: failed to scale up: Clusters available replicas 15 are not enough to schedule.", blind + room + "m1 1, m2 14", withCapacity, "m2:14 m3:11", ""},
		{"no capacity anywhere", "the error does not change", 25, asAggregated + r11c22, "", with{capacities(map[string]int32{"m1": 3, "m2": 4, "m3": 5})},
			"failed to assign replicas: failed to scale up: Clusters available replicas 7 are not enough to schedule.", blind + room + "m1 3, m2 4", withCapacity,
			"failed to assign replicas: failed to scale up: Clusters available replicas 7 are not enough to schedule.",
			"no combination of clusters by region has the capacity for 25 replicas" + room + "m1 3, m2 4"},
		{"capacity that does not count", "each cluster gets all", 25, strings.TrimSpace(r11c22), "", with{capacities(map[string]int32{"m1": 3, "m2": 4, "m3": 5})},
			"m2:25 m1:25", "", withCapacity, "m2:25 m1:25", ""},

		{"an earlier affinity", "it is tried again", 1, twoOf, "m2:1", with{observed("b")},
			"m2:1 by b", "affinity b succeeded last, so those before it are not tried: a", preferred, "m1:1 by a", ""},
		{"an earlier affinity without clusters", "it is tried and skipped", 1, `clusterAffinities: [{affinityName: a, clusterNames: [m9]}, {affinityName: b, clusterNames: [m2]}]`, "m2:1", with{observed("b")},
			"m2:1 by b", "affinity b succeeded last, so those before it are not tried: a", preferred, "m2:1 by b",
			"affinity a was skipped: 0/3 clusters are available: 3 cluster(s) did not match the placement cluster affinity constraint."},
		{"an earlier affinity with a reschedule", "it is tried without the option", 1, twoOf, "m2:1", with{observed("b"), fresh}, "m1:1 by a", "", preferred, "m1:1 by a", ""},

		{"static weights", "no option changes this", 6, asWeighted + "\nspreadConstraints: [{spreadByField: cluster}, {spreadByField: zone}]", "", with{in3("a", "a", "a")},
			"m1:2 m2:2 m3:2", "spread constraints have no effect where replicas are divided by static weights",
			everything, "m1:2 m2:2 m3:2", "spread constraints have no effect where replicas are divided by static weights"},
		{"unknown replicas", "no option changes this", 0, asDynamic, "", nil,
			"m1:0 m2:0 m3:0", "Deployment web has neither replicas nor replica requirements: each cluster gets the whole object, though the placement divides it",
			everything, "m1:0 m2:0 m3:0", "Deployment web has neither replicas nor replica requirements: each cluster gets the whole object, though the placement divides it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := input(t, c.replicas, c.placement, c.previous)
			for _, change := range c.with {
				change(&in)
			}
			before := text(t, in)
			judge := func(expected, warnings string) {
				got, err := schedule.Schedule(in)
				require.Equal(t, warnings, said(schedule.Warnings(got, err)), c.reason)
				if err != nil {
					require.Equal(t, expected, err.Error(), c.reason)
					return
				}
				want, name, named := strings.Cut(expected, " by ")
				require.Equal(t, want, words(got.Clusters), c.reason)
				require.True(t, !named || name == got.AffinityName, "%s, not by %s", c.reason, got.AffinityName)
			}
			judge(c.want, c.warnings)
			c.option(&in.Options)
			judge(c.better, c.betterWarning)
			require.Equal(t, before, text(t, in))
		})
	}
}

// TestTriggeredByPreference returns to a preferred affinity without a reschedule.
func TestTriggeredByPreference(t *testing.T) {
	t.Parallel()
	in := input(t, 1, asDynamic+"\n"+`clusterAffinities: [{affinityName: a, clusterNames: [m1]}, {affinityName: b, clusterNames: [m2]}]`, "m2:1")
	binding := &api.ResourceBinding{}
	binding.Annotations = map[string]string{"policy.karmada.io/applied-placement": "{"} // invalid, so it has not changed
	for _, c := range []struct {
		observed string
		first    bool
		want     bool
	}{{"b", false, false}, {"b", true, true}, {"a", true, false}, {"gone", true, false}} {
		in.Status.SchedulerObservedAffinityName, in.Options.PreferredAffinityFirst = c.observed, c.first
		got, why, err := schedule.Triggered(in, binding)
		require.NoError(t, err)
		require.Equal(t, c.want, got, "%+v: %s", c, why)
	}
}
