package schedule_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// TestComponentsTogether: every cluster of an object gets its components under the gate, if a spread constraint asks for exactly one cluster.
func TestComponentsTogether(t *testing.T) {
	t.Parallel()
	const one = "spreadConstraints: [{spreadByField: cluster, minGroups: 1, maxGroups: 1}]"
	both := []api.TargetComponent{{Name: "part0", Replicas: 2}, {Name: "part1", Replicas: 3}}
	for _, c := range []struct {
		name, reason, placement, previous string
		replicas                          []int32
		off                               bool
		clusters                          int
		want                              []api.TargetComponent
	}{
		{"two components", "they run in one cluster", one, "", []int32{2, 3}, false, 1, both},
		{"a component without replicas", "all are copied", one, "", []int32{0, 3}, false, 1, []api.TargetComponent{{Name: "part0"}, {Name: "part1", Replicas: 3}}},
		{"the gate is off", "it is off by default", one, "", []int32{2, 3}, true, 1, nil},
		{"one component", "it is scheduled like replicas", one, "", []int32{2}, false, 1, nil},
		{"no constraint", "several clusters could get them", "", "", []int32{2, 3}, false, 3, nil},
		{"up to two clusters", "it does not ask for exactly one", "spreadConstraints: [{spreadByField: cluster, minGroups: 1, maxGroups: 2}]", "", []int32{2, 3}, false, 2, nil},
		{"no minimum", "it does not ask for exactly one", "spreadConstraints: [{spreadByField: cluster, maxGroups: 1}]", "", []int32{2, 3}, false, 1, nil},
		{"by provider", "it does not count clusters", "spreadConstraints: [{spreadByField: cluster, maxGroups: 3}, {spreadByField: provider, minGroups: 1, maxGroups: 1}]", "", []int32{2, 3}, false, 3, nil},
		{"beside another constraint", "one of them is enough", "spreadConstraints: [{spreadByField: cluster, minGroups: 1, maxGroups: 1}, {spreadByField: provider, minGroups: 1, maxGroups: 2}]", "", []int32{2, 3}, false, 1, both},
		{"divided", "the strategy does not count", one + "\n" + asDynamic, "m2:0", []int32{2, 3}, false, 1, both},
	} {
		in := input(t, 0, c.placement, c.previous)
		components(c.replicas...)(&in)
		if c.off {
			in.FeatureGates = nil
		}
		for _, each := range in.Clusters {
			each.Spec.Provider = "p"
		}
		got, err := schedule.Schedule(in)
		require.NoError(t, err, c.name)
		require.Len(t, got.Clusters, c.clusters, c.name)
		for i, cluster := range got.Clusters {
			require.Equal(t, c.want, cluster.Components, "%s: %s", c.name, c.reason)
			if i == 0 && c.want != nil {
				cluster.Components[0].Replicas = 99
				require.NotEqual(t, int32(99), in.Spec.Components[0].Replicas, "the result shares no memory")
			}
		}
	}
}
