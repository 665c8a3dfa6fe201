package schedule_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/schedule"
)

// TestWarnings has what of a placement does not do what it seems to.
func TestWarnings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ placement, want string }{
		{asWeighted + "\nspreadConstraints: [{spreadByField: cluster, maxGroups: 1}]", "spread constraints do not count where replicas are divided by static weights"},
		{`spreadConstraints: [{spreadByField: cluster, maxGroups: 1}, {spreadByField: cluster, maxGroups: 2}]`, "of the spread constraints by cluster the last counts"},
		{`spreadConstraints: [{spreadByField: region, minGroups: 2, maxGroups: 2}, {spreadByField: cluster, maxGroups: 1}]`, "2 regions ask for more clusters than the 1 that the spread constraint by cluster allows"},
		{`clusterAffinities: []`, "the list of clusterAffinities is empty: nothing is scheduled"},
		{`clusterAffinities: [{affinityName: a, clusterNames: [m9]}, {affinityName: b}]`,
			"affinity a was passed over: 0/3 clusters are available: 3 cluster(s) did not match the placement cluster affinity constraint."},
	} {
		got, err := schedule.Schedule(input(t, 2, c.placement, ""))
		require.NoError(t, err)
		require.Equal(t, []string{c.want}, got.Warnings)
	}
}

// TestUndivided has kinds of which it is no surprise that they have no replicas.
func TestUndivided(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		version, kind, placement, reason string
		warned                           bool
	}{
		{"v1", "ConfigMap", asDynamic, "it never has any", false},
		{"v1", "Pod", asDynamic, "it should have one", true},
		{"rbac.authorization.k8s.io/v1", "Role", asDynamic, "it never has any", false},
		{"apps/v1", "DaemonSet", asDynamic, "its replicas are those of nodes", false},
		{"batch/v1", "CronJob", asDynamic, "its jobs have them", false},
		{"example.io/v1", "Workload", asAggregated, "nobody interprets it", true},
		{"example.io/v1", "Workload", ``, "it is to be duplicated", false},
		{"example.io/v1", "Workload", asDynamic + "\nclusterAffinity: {clusterNames: [m1]}", "it is in one cluster", false},
	} {
		in := input(t, 0, c.placement, "m1:0 m2:0 m3:0")
		in.Spec.Resource.APIVersion, in.Spec.Resource.Kind = c.version, c.kind
		got, err := schedule.Schedule(in)
		require.NoError(t, err)
		require.Equal(t, c.warned, len(got.Warnings) > 0, "%s: %s", c.kind, c.reason)
	}
}

// TestWarnedError is what callers see of an error with warnings.
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
	require.ErrorAs(t, err, &unschedulable, "the kind of the error is that of the first affinity")
	require.Equal(t, schedule.ReasonUnschedulable, schedule.StatusAfter(in, got, err).Condition.Reason)
	warnings := schedule.Warnings(got, err)
	require.Equal(t, []string{
		"affinity a was passed over: " + err.Error(),
		"affinity a: by region, clusters are chosen without a look at room, and those that were have none for all 100 replicas",
		"affinity b was passed over: 0/3 clusters are available: 3 cluster(s) did not match the placement cluster affinity constraint.",
	}, warnings)
	warnings[0] = ""
	require.NotEmpty(t, schedule.Warnings(got, err)[0], "the list is a copy")
	require.Empty(t, schedule.Warnings(nil, nil))
	require.Empty(t, schedule.Warnings(nil, errors.New("x")))
}
