package schedule_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// TestWarnings has placements that do not do what they seem to.
func TestWarnings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ placement, want string }{
		{asWeighted + "\nspreadConstraints: [{spreadByField: cluster, maxGroups: 1}]", "spread constraints have no effect where replicas are divided by static weights"},
		{`spreadConstraints: [{spreadByField: cluster, maxGroups: 1}, {spreadByField: cluster, maxGroups: 2}]`, "only the last of the spread constraints by cluster counts"},
		{`spreadConstraints: [{spreadByField: region, minGroups: 2, maxGroups: 2}, {spreadByField: cluster, maxGroups: 1}]`, "2 regions need more clusters than the 1 that the spread constraint by cluster allows"},
		{`clusterAffinities: []`, "the list of clusterAffinities is empty: nothing is scheduled"},
		{`clusterAffinities: [{affinityName: a, clusterNames: [m9]}, {affinityName: b}]`,
			"affinity a was skipped: 0/3 clusters are available: 3 cluster(s) did not match the placement cluster affinity constraint."},
	} {
		got, err := schedule.Schedule(input(t, 2, c.placement, ""))
		require.NoError(t, err)
		require.Equal(t, []string{c.want}, got.Warnings)
	}
}

// TestUndivided also has kinds that never have replicas.
func TestUndivided(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		version, kind, placement, reason string
		warned                           bool
	}{
		{"v1", "ConfigMap", asDynamic, "it never has replicas", false},
		{"v1", "Pod", asDynamic, "it should have one", true},
		{"rbac.authorization.k8s.io/v1", "Role", asDynamic, "it never has replicas", false},
		{"apps/v1", "DaemonSet", asDynamic, "its replicas are those of nodes", false},
		{"batch/v1", "CronJob", asDynamic, "its Jobs have replicas", false},
		{"example.io/v1", "Workload", asAggregated, "it has no interpreter", true},
		{"example.io/v1", "Workload", ``, "it is duplicated", false},
		{"example.io/v1", "Workload", asDynamic + "\nclusterAffinity: {clusterNames: [m1]}", "one cluster is chosen", false},
	} {
		in := input(t, 0, c.placement, "m1:0 m2:0 m3:0")
		in.Spec.Resource.APIVersion, in.Spec.Resource.Kind = c.version, c.kind
		got, err := schedule.Schedule(in)
		require.NoError(t, err)
		require.Equal(t, c.warned, len(got.Warnings) > 0, "%s: %s", c.kind, c.reason)
	}
}

// TestWarnedError unwraps an error with warnings.
func TestWarnedError(t *testing.T) {
	t.Parallel()
	in := input(t, 100, `
clusterAffinities: [{affinityName: a, clusterNames: [m1]}, {affinityName: b, clusterNames: [m9]}]
`+asDynamic+`
spreadConstraints: [{spreadByField: region, minGroups: 1, maxGroups: 1}]
`, "m1:1")
	got, err := schedule.Schedule(in)
	require.Nil(t, got)
	var unschedulable *schedule.UnschedulableError
	require.ErrorAs(t, err, &unschedulable, "the type of the error is that of the first affinity")
	require.Equal(t, schedule.ReasonUnschedulable, schedule.StatusAfter(in, got, err).Condition.Reason)
	warnings := schedule.Warnings(got, err)
	require.Equal(t, []string{
		"affinity a was skipped: " + err.Error(),
		"affinity a: clusters are chosen by region regardless of their capacity, and those chosen do not have enough for 100 replicas",
		"affinity a: how many more replicas fit into the clusters: m1 10",
		"affinity b was skipped: 0/3 clusters are available: 3 cluster(s) did not match the placement cluster affinity constraint.",
	}, warnings)
	warnings[0] = ""
	require.NotEmpty(t, schedule.Warnings(got, err)[0], "the list is a copy")
	require.Empty(t, schedule.Warnings(nil, nil))
	require.Empty(t, schedule.Warnings(nil, errors.New("x")))
}

// TestRejectedByError has errors of each stage. The reasons of the filters stay, and no cluster of the binding is rejected.
func TestRejectedByError(t *testing.T) {
	t.Parallel()
	const taint, affinity = "cluster(s) had untolerated taint {k:NoSchedule}", "cluster(s) did not match the placement cluster affinity constraint"
	const unselected, unassigned = "it passes the filters, but selecting clusters fails", "it passes the filters, but assigning replicas fails"
	const byCluster = "it is not among the 1 that the spread constraint by cluster chooses"
	for _, c := range []struct {
		reason, placement, previous string
		want                        []schedule.Rejection
	}{
		{"no cluster passes the filters", "clusterAffinity: {clusterNames: [m2]}", "", []schedule.Rejection{{"m1", []string{affinity}}, {"m2", []string{taint}}, {"m3", []string{affinity}}}},
		{"the capacity is too small", asAggregated, "", []schedule.Rejection{{"m1", []string{unassigned}}, {"m2", []string{taint}}, {"m3", []string{unassigned}}}},
		{"the binding keeps m1", asDynamic, "m1:2", []schedule.Rejection{{"m2", []string{taint}}, {"m3", []string{unassigned}}}},
		{"too few clusters", "spreadConstraints: [{spreadByField: cluster, minGroups: 3}]", "", []schedule.Rejection{{"m1", []string{unselected}}, {"m2", []string{taint}}, {"m3", []string{unselected}}}},
		{"the spread constraints chose one, and then the strategy is unknown", "spreadConstraints: [{spreadByField: cluster, maxGroups: 1}]\nreplicaScheduling: {replicaSchedulingType: Divided}", "m1:90",
			[]schedule.Rejection{{"m2", []string{taint}}, {"m3", []string{byCluster}}}},
		{"the first affinity has the error and the reasons", asDynamic + "\nclusterAffinities: [{affinityName: a, clusterNames: [m1, m2]}, {affinityName: b}]", "",
			[]schedule.Rejection{{"m1", []string{unassigned}}, {"m2", []string{taint}}, {"m3", []string{affinity}}}},
	} {
		in := input(t, 100, c.placement, c.previous)
		in.Clusters[1].Spec.Taints = []api.Taint{{Key: "k", Effect: "NoSchedule"}}
		got, err := schedule.Schedule(in)
		require.Error(t, err, c.reason)
		require.Equal(t, c.want, schedule.Rejected(got, err), c.reason)
		in.ChosenOnly = true
		if _, short := schedule.Schedule(in); !errors.As(err, new(*schedule.FitError)) {
			require.EqualError(t, short, err.Error())
			require.Empty(t, schedule.Rejected(nil, short), c.reason)
		}
	}
	require.Nil(t, schedule.Rejected(nil, nil))
}

// TestUnreported has clusters that do not report their capacity. Only where capacity counts, and is too small, is there a warning.
func TestUnreported(t *testing.T) {
	t.Parallel()
	const want = "no more replicas fit into clusters that report no status.resourceSummary: "
	const room = "how many more replicas fit into the clusters: "
	const one = "\nspreadConstraints: [{spreadByField: cluster, minGroups: 1, maxGroups: 1}]"
	for _, c := range []struct {
		reason, placement, previous, unreported string
		replicas                                int32
		want                                    []string
	}{
		{"none fits anywhere", asAggregated, "", "m1 m2 m3", 4, []string{want + "m1, m2, m3"}},
		{"the same by dynamic weight", asDynamic, "", "m1 m2 m3", 4, []string{want + "m1, m2, m3"}},
		{"m3 alone does not have enough", asDynamic, "", "m1 m2", 31, []string{room + "m3 30", want + "m1, m2"}},
		{"m3 alone has enough", asDynamic, "", "m1 m2", 30, nil},
		{"m1 keeps what it has", asDynamic, "m1:2", "m1 m2 m3", 3, []string{want + "m1, m2, m3"}},
		{"all report it", asDynamic, "", "", 61, []string{room + "m1 10, m2 20, m3 30"}},
		{"m2 has some already, and takes 20 more", asDynamic, "m2:5", "", 66, []string{room + "m1 10, m2 20, m3 30"}},
		{"the affinity does not match m2", asDynamic + "\nclusterAffinity: {clusterNames: [m1]}", "", "m1 m2", 4, []string{want + "m1"}},
		{"capacity does not count for static weights", asWeighted, "", "m1 m2 m3", 4, nil},
		{"selecting one cluster fails for all three", asAggregated + one, "", "m1 m2 m3", 4, []string{want + "m1, m2, m3"}},
		{"a maximum of 0 is another cause", asAggregated + "\nspreadConstraints: [{spreadByField: cluster, minGroups: 0}]", "", "m1 m2 m3", 4,
			[]string{"the spread constraint by cluster has no maximum, which is read as 0: no cluster is chosen"}},
		{"each affinity has its own", asAggregated + "\nclusterAffinities: [{affinityName: a, clusterNames: [m1]}, {affinityName: b, clusterNames: [m3]}]", "", "m1 m2", 4,
			[]string{"affinity a was skipped: failed to assign replicas: failed to scale up: Clusters available replicas 0 are not enough to schedule.", "affinity a: " + want + "m1"}},
	} {
		in := input(t, c.replicas, c.placement, c.previous)
		for _, cluster := range in.Clusters {
			if strings.Contains(c.unreported, cluster.Name) {
				cluster.Status.ResourceSummary = nil
			}
		}
		require.Equal(t, c.want, schedule.Warnings(schedule.Schedule(in)), c.reason)
		in.Options.Capacity = func(*api.Cluster, *interpreter.ReplicaRequirements, int32) int32 { return 0 }
		require.NotContains(t, fmt.Sprint(schedule.Warnings(schedule.Schedule(in))), want, "%s: another estimate needs no summary", c.reason)
	}
}
