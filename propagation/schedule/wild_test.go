package schedule_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// TestHostileInput schedules nil inputs and negative and huge numbers by every strategy. Errors are fine, panics are not.
func TestHostileInput(t *testing.T) {
	t.Parallel()
	huge := *resource.NewQuantity(math.MaxInt64, resource.DecimalSI)
	clusters := []*api.Cluster{nil, {}, {}, {
		ObjectMeta: metav1.ObjectMeta{Name: "m1"},
		Spec:       api.ClusterSpec{Region: "r", Taints: []api.Taint{{}}, ResourceModels: []api.ResourceModel{{}, {Grade: math.MaxUint32}}},
		Status: api.ClusterStatus{
			APIEnablements: []api.APIEnablement{{}},
			ResourceSummary: &api.ResourceSummary{
				Allocatable: map[string]resource.Quantity{"pods": huge, "cpu": huge}, Allocated: map[string]resource.Quantity{"pods": *resource.NewQuantity(math.MinInt64, resource.DecimalSI)},
				AllocatableModelings: []api.AllocatableModeling{{Grade: 7, Count: math.MaxInt32}, {Count: -1}},
			},
		},
	}}
	number := 0
	for _, replicas := range []int32{math.MinInt32, -1, 0, 1, 1_000_000_000, math.MaxInt32} {
		for _, placement := range wildPlacements() {
			number++
			spec := &api.ResourceBindingSpec{
				Replicas: replicas, Placement: placement, Clusters: []api.TargetCluster{{Name: "m1", Replicas: replicas}, {Name: "m1", Replicas: math.MaxInt32}, {}},
				Components:             []interpreter.Component{{Replicas: replicas}},
				ReplicaRequirements:    &interpreter.ReplicaRequirements{ResourceRequest: map[string]resource.Quantity{"cpu": {}, "pods": huge, "x": *resource.NewQuantity(-1, resource.DecimalSI)}},
				GracefulEvictionTasks:  []api.GracefulEvictionTask{{}},
				WorkloadAffinityGroups: &api.WorkloadAffinityGroups{AffinityGroup: "a", AntiAffinityGroup: "b"},
			}
			in := schedule.Input{Spec: spec, Clusters: clusters, Peers: schedule.NewPeers(nil, &api.ResourceBinding{}), FeatureGates: api.FeatureGates{api.GateWorkloadAffinity: true}, Options: schedule.Options{GroupByAnyField: number%2 == 0, GroupsWithCapacity: number%3 == 0, UnboundedGroups: number%5 == 0}}
			t.Run(fmt.Sprint(number), func(t *testing.T) {
				t.Parallel()
				walk(t, in)
				in.Status, in.Fleet = &api.ResourceBindingStatus{SchedulerObservedAffinityName: "x"}, schedule.NewFleet(clusters...)
				walk(t, in)
				in.Fleet = &schedule.Fleet{}
				walk(t, in)
			})
		}
	}
	walk(t, schedule.Input{})
	walk(t, schedule.Input{Spec: &api.ResourceBindingSpec{}})
}

func walk(t *testing.T, in schedule.Input) {
	t.Helper()
	result, err := schedule.Schedule(in)
	require.Equal(t, result == nil, err != nil, "an error comes without a result")
	schedule.Warnings(result, err)
	schedule.StatusAfter(in, result, err)
	schedule.StatusAfter(in, nil, nil)
	for _, b := range []metav1.Object{nil, &api.ResourceBinding{}, &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{"policy.karmada.io/applied-placement": "{"}}}} {
		schedule.ShouldSchedule(in, b)
		schedule.Accepted(in, b)
		_, _, _ = schedule.Triggered(in, b)
	}
	for _, c := range append(in.Clusters, nil) {
		schedule.Allocatable(in, c)
		schedule.Estimate(c, nil)
		schedule.Matches(nil, c)
		schedule.Matches(&api.ClusterAffinity{FieldSelector: &api.FieldSelector{MatchExpressions: []api.NodeSelectorRequirement{{}, {Key: "zone", Operator: "Gt"}}}}, c)
	}
	schedule.PlacementChanged(nil, "null", "")
}

func wildPlacements() (all []*api.Placement) {
	all = append(all, nil, &api.Placement{}, &api.Placement{ClusterAffinities: []api.ClusterAffinityTerm{}})
	for _, scheduling := range []*api.ReplicaSchedulingStrategy{
		nil, {}, {ReplicaSchedulingType: api.Duplicated}, {ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Aggregated},
		{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted},
		{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted, WeightPreference: &api.ClusterPreferences{DynamicWeight: "x"}},
		{ReplicaSchedulingType: api.Divided, ReplicaDivisionPreference: api.Weighted, WeightPreference: &api.ClusterPreferences{StaticWeightList: []api.StaticClusterWeight{{Weight: math.MaxInt64}, {Weight: -1}}}},
	} {
		for _, groups := range [][2]int{{0, 0}, {-1, -1}, {1, math.MaxInt}, {math.MaxInt, 1}, {math.MinInt, math.MinInt}} {
			for _, field := range []api.SpreadField{api.SpreadByCluster, api.SpreadByRegion, api.SpreadByZone, ""} {
				all = append(all, &api.Placement{
					ReplicaScheduling: scheduling, SpreadConstraints: []api.SpreadConstraint{{SpreadByField: field, MinGroups: groups[0], MaxGroups: groups[1]}, {}},
					ClusterAffinities: []api.ClusterAffinityTerm{{}, {AffinityName: "x", OverflowAffinities: []api.OverflowAffinity{{}}}}, ClusterTolerations: []api.Toleration{{Operator: api.TolerationExists}},
				})
			}
		}
	}
	return all
}

// TestWildDivision divides zero, negative and maximal numbers.
func TestWildDivision(t *testing.T) {
	t.Parallel()
	numbers := []int32{math.MinInt32, -1, 0, 1_000_000_000, math.MaxInt32}
	for _, strategy := range []schedule.Strategy{"", "x", schedule.Duplicated, schedule.StaticWeight, schedule.DynamicWeight, schedule.Aggregated} {
		for _, replicas := range numbers {
			for _, n := range numbers {
				for _, fresh := range []bool{true, false} {
					shares, err := schedule.Divide(schedule.Request{
						Strategy: strategy, Replicas: replicas, Fresh: fresh,
						Candidates: []schedule.Candidate{{Name: "a", Available: n, Weight: int64(n)}, {Name: "a", Available: 1}, {}}, Previous: []schedule.Share{{Name: "a", Replicas: n}, {Name: "gone", Replicas: 1}},
					})
					require.True(t, shares == nil || err == nil)
				}
			}
		}
	}
	_, err := schedule.Divide(schedule.Request{})
	require.Error(t, err)
	shares, err := schedule.Webster(-1, nil, nil, true)
	require.True(t, len(shares) == 0 || err == nil)
}
