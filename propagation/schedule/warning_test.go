package schedule_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

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
		"affinity b was skipped: 0/3 clusters are available: 3 cluster(s) did not match the placement cluster affinity constraint.",
	}, warnings)
	warnings[0] = ""
	require.NotEmpty(t, schedule.Warnings(got, err)[0], "the list is a copy")
	require.Empty(t, schedule.Warnings(nil, nil))
	require.Empty(t, schedule.Warnings(nil, errors.New("x")))
}
