package schedule

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestCapacityCalls counts for which clusters the capacity is asked: each that passes the filters of an affinity, and no other.
func TestCapacityCalls(t *testing.T) {
	t.Parallel()
	in := estate(6, 5)
	in.Clusters[1].Spec.Taints = []api.Taint{{Key: "maintenance", Effect: api.TaintNoSchedule}}
	names := func(at ...int) (a api.ClusterAffinity) {
		for _, i := range at {
			a.ClusterNames = append(a.ClusterNames, in.Clusters[i].Name)
		}
		return a
	}
	in.Spec.Placement.ClusterAffinities = []api.ClusterAffinityTerm{
		{AffinityName: "small", ClusterAffinity: names(0, 1)},
		{AffinityName: "larger", ClusterAffinity: names(0, 1, 2, 3)},
	}
	calls := map[string]int{}
	in.Options.Capacity = func(c *api.Cluster, _ *interpreter.ReplicaRequirements, _ int32) int32 {
		calls[c.Name]++
		return 2
	}
	result, err := Schedule(in)
	require.NoError(t, err)
	require.Equal(t, "larger", result.AffinityName, "one cluster of the first affinity does not have enough")
	require.Equal(t, map[string]int{"m00000": 1, "m00002": 1, "m00003": 1}, calls, "both affinities select the first cluster, and the second one has a taint")
}
