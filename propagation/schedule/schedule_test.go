package schedule_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// threeClusters have capacity for 10, 20 and 30 pods. The first two are in one region.
const threeClusters = `
- metadata: {name: m1, labels: {env: dev}}
  spec: {region: r1}
  status:
    apiEnablements: [{groupVersion: apps/v1, resources: [{name: deployments, kind: Deployment}]}]
    resourceSummary: {allocatable: {pods: 10}}
- metadata: {name: m2}
  spec: {region: r1}
  status:
    apiEnablements: [{groupVersion: apps/v1, resources: [{name: deployments, kind: Deployment}]}]
    resourceSummary: {allocatable: {pods: 20}}
- metadata: {name: m3}
  spec: {region: r2}
  status:
    apiEnablements: [{groupVersion: apps/v1, resources: [{name: deployments, kind: Deployment}]}]
    resourceSummary: {allocatable: {pods: 30}}
`

const (
	asDynamic    = `replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted, weightPreference: {dynamicWeight: AvailableReplicas}}`
	asAggregated = `replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Aggregated}`
	asWeighted   = `replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}`
	asTiers      = `clusterAffinities: [{affinityName: p, clusterNames: [m1], overflowAffinities: [{affinityName: q, clusterNames: [m2]}, {affinityName: s, clusterNames: [m3]}]}]`
)

// fromYAML reads a value.
func fromYAML[T any](t testing.TB, text string) (out T) {
	t.Helper()
	require.NoError(t, yaml.UnmarshalStrict([]byte(text), &out), text)
	return out
}

// input is a Deployment without a uid and without replica requirements.
func input(t testing.TB, replicas int32, placement, previous string) schedule.Input {
	t.Helper()
	return schedule.Input{
		Spec: &api.ResourceBindingSpec{
			Resource: api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "default", Name: "web"},
			Replicas: replicas, Placement: &[]api.Placement{fromYAML[api.Placement](t, placement)}[0],
			Clusters: targets(t, previous),
		},
		Status:   &api.ResourceBindingStatus{},
		Clusters: fromYAML[[]*api.Cluster](t, threeClusters),
	}
}

// targets reads "m1:4 m2:2".
func targets(t testing.TB, text string) (out []api.TargetCluster) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		var c api.TargetCluster
		name, number, _ := strings.Cut(word, ":")
		_, err := fmt.Sscan(number, &c.Replicas)
		require.NoError(t, err)
		c.Name = name
		out = append(out, c)
	}
	return out
}

func words(list []api.TargetCluster) string {
	var out []string
	for _, c := range list {
		out = append(out, fmt.Sprintf("%s:%d", c.Name, c.Replicas))
	}
	return strings.Join(out, " ")
}

var (
	noon    = metav1.Unix(1_700_000_000, 0)
	evening = metav1.Unix(1_700_020_000, 0)
)

func fresh(in *schedule.Input) {
	in.Spec.RescheduleTriggeredAt, in.Status.LastScheduledTime = &evening, &noon
}

func requirements(in *schedule.Input) {
	in.Spec.ReplicaRequirements = &interpreter.ReplicaRequirements{}
}
func empty(in *schedule.Input) { in.Options.EmptyWorkloads = true }
func components(replicas ...int32) func(*schedule.Input) {
	return func(in *schedule.Input) {
		in.FeatureGates = api.FeatureGates{api.GateMultiplePodTemplatesScheduling: true}
		for i, n := range replicas {
			in.Spec.Components = append(in.Spec.Components, interpreter.Component{Name: fmt.Sprint("part", i), Replicas: n})
		}
	}
}
func observed(name string) func(*schedule.Input) {
	return func(in *schedule.Input) { in.Status.SchedulerObservedAffinityName = name }
}
func pods(cluster int, quantity string) func(*schedule.Input) {
	return func(in *schedule.Input) {
		in.Clusters[cluster].Status.ResourceSummary.Allocatable["pods"] = resource.MustParse(quantity)
	}
}

func TestSchedule(t *testing.T) {
	t.Parallel()
	type with = []func(*schedule.Input)
	for _, c := range []struct {
		name, reason string
		replicas     int32
		placement    string
		previous     string
		with         with
		want         string // or the error
	}{
		{"duplicated", "each gets all; those with more capacity come first", 3, ``, "", nil, "m3:3 m2:3 m1:3"},
		{"no replicas", "no cluster gets a workload without replicas", 0, ``, "", with{requirements}, ""},
		{"no replicas, empty workloads", "except with the option", 0, ``, "", with{requirements, empty}, "m1:0 m2:0 m3:0"},
		{"not a workload", "there is nothing to divide", 0, asDynamic, "", nil, "m1:0 m2:0 m3:0"},
		{"no strategy", "the error names the strategy", 3, `replicaScheduling: {replicaSchedulingType: Divided}`, "", nil,
			"failed to assign replicas: unsupported replica scheduling strategy, replicaSchedulingType: Divided, replicaDivisionPreference: , please try another scheduling strategy"},

		{"no weights", "all weigh the same", 5, asWeighted, "", nil, "m1:2 m2:2 m3:1"},
		{"weights", "a cluster without a weight gets nothing", 5,
			`replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted, weightPreference: {staticWeightList: [{targetCluster: {clusterNames: [m1]}, weight: 1}, {targetCluster: {clusterNames: [m2]}, weight: 2}]}}`,
			"", nil, "m1:2 m2:3"},
		{"weights of other clusters", "all weigh the same", 4,
			`replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted, weightPreference: {staticWeightList: [{targetCluster: {clusterNames: [m9]}, weight: 1}]}}`,
			"", nil, "m1:2 m2:1 m3:1"},
		{"two weights", "the larger counts, not the first", 6,
			`replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted, weightPreference: {staticWeightList: [{targetCluster: {}, weight: 1}, {targetCluster: {labelSelector: {matchLabels: {env: dev}}}, weight: 4}]}}`,
			"", nil, "m1:4 m2:1 m3:1"},

		{"by capacity", "in proportion", 12, asDynamic, "", nil, "m1:2 m2:4 m3:6"},
		{"by capacity, too many", "the number is that of all clusters", 61, asDynamic, "", nil,
			"failed to assign replicas: failed to scale up: Clusters available replicas 60 are not enough to schedule."},
		{"in few", "one cluster takes all", 12, asAggregated, "", nil, "m3:12"},
		{"in few, two", "in proportion among them, not one after the other", 35, asAggregated, "", nil, "m2:14 m3:21"},
		{"more", "existing replicas stay", 12, asDynamic, "m1:4 m2:2", nil, "m1:5 m2:4 m3:3"},
		{"more, in few", "clusters that have replicas come first", 12, asAggregated, "m1:4 m2:2", nil, "m2:8 m1:4"},
		{"fewer", "by what each has", 3, asDynamic, "m1:4 m2:2", nil, "m1:2 m2:1"},
		{"fewer, in few", "the cluster with the most keeps them", 3, asAggregated, "m1:4 m2:2", nil, "m1:3"},
		{"as many", "nothing changes", 6, asDynamic, "m2:2 m1:4", nil, "m2:2 m1:4"},
		{"a cluster is gone", "its replicas are divided", 6, asDynamic, "m1:4 gone:2", nil, "m1:4 m2:1 m3:1"},
		{"fresh", "existing replicas count as capacity", 6, asDynamic, "m1:4 m2:2", with{fresh}, "m1:1 m2:2 m3:3"},
		{"one, empty workloads", "the others come last, in the order of choice", 1, asWeighted, "", with{empty}, "m1:1 m3:0 m2:0"},

		{"two clusters at most", "the first two", 2, `spreadConstraints: [{spreadByField: cluster, minGroups: 1, maxGroups: 2}]`, "", nil, "m3:2 m2:2"},
		{"one cluster with capacity", "it takes all", 25, asDynamic + "\nspreadConstraints: [{spreadByField: cluster, minGroups: 1, maxGroups: 1}]", "m1:1", nil, "m3:25"},
		{"four clusters at least", "there are three", 1, `spreadConstraints: [{spreadByField: cluster, minGroups: 4, maxGroups: 9}]`, "", nil,
			"failed to select clusters: the number of feasible clusters is less than spreadConstraint.MinGroups"},
		{"no maximum", "0 is the maximum, as in Karmada", 1, `spreadConstraints: [{spreadByField: cluster, minGroups: 1}]`, "", nil,
			"failed to assign replicas: no clusters available to schedule"},
		{"below zero", "it is not a valid number", 1, `spreadConstraints: [{spreadByField: cluster, minGroups: 1, maxGroups: -1}]`, "", nil,
			"failed to select clusters: found from 1 to -1 groups to spread over by cluster, expected none or more"},
		{"static weights", "they ignore spread constraints", 6, asWeighted + "\nspreadConstraints: [{spreadByField: cluster, minGroups: 1, maxGroups: 1}]", "", nil, "m1:2 m2:2 m3:2"},
		{"by zone alone", "is not supported", 1, `spreadConstraints: [{spreadByField: provider, minGroups: 1, maxGroups: 1}]`, "", nil,
			"0/3 clusters are available: 3 cluster(s) did not have provider property."},
		{"two regions", "one cluster of each, though the maximum is one cluster", 1,
			`spreadConstraints: [{spreadByField: region, minGroups: 2, maxGroups: 2}, {spreadByField: cluster, minGroups: 1, maxGroups: 1}]`, "", nil, "m2:1 m3:1"},
		{"one region", "the one with two clusters", 1,
			`spreadConstraints: [{spreadByField: region, minGroups: 1, maxGroups: 1}, {spreadByField: cluster, minGroups: 2, maxGroups: 2}]`, "", nil, "m2:1 m1:1"},
		{"regions by capacity", "their other clusters follow", 59, asDynamic + "\n" +
			`spreadConstraints: [{spreadByField: region, minGroups: 2, maxGroups: 2}, {spreadByField: cluster, minGroups: 3, maxGroups: 3}]`, "", nil, "m1:10 m2:20 m3:29"},
		{"three regions at least", "there are two", 1, `spreadConstraints: [{spreadByField: region, minGroups: 3, maxGroups: 3}]`, "", nil,
			"failed to select clusters: the number of feasible region is less than spreadConstraint.MinGroups"},

		{"tier one", "it is enough", 5, asTiers + "\n" + asDynamic, "", nil, "m1:5"},
		{"tier two", "takes the rest", 15, asTiers + "\n" + asDynamic, "", nil, "m1:10 m2:5"},
		{"tier three", "takes the rest", 35, asTiers + "\n" + asDynamic, "", nil, "m1:10 m2:20 m3:5"},
		{"no more tiers", "the error has no number", 61, asTiers + "\n" + asDynamic, "", nil,
			"failed to assign replicas: Clusters available replicas are not enough to schedule."},
		{"back to tier one", "it has capacity again", 8, asTiers + "\n" + asDynamic, "m2:5", nil, "m1:8"},
		{"tiers, not a workload", "does not overflow", 0, asTiers, "", nil, "m1:0"},
		{"tiers, not a workload, divided", "the strategy does not count", 0, asTiers + "\n" + asDynamic, "", with{empty}, "m1:0"},

		{"tiers, one component", "a workload overflows, and is not divided without replicas", 0, asTiers + "\n" + asDynamic, "", with{components(2), empty}, "m1:0 m2:0 m3:0"},
		{"tiers, one component, without the option", "the option does not count: nothing is divided", 0, asTiers + "\n" + asDynamic, "", with{components(2)}, "m1:0 m2:0 m3:0"},
		{"tiers, two components", "as with one", 0, asTiers + "\n" + asDynamic, "", with{components(2, 3)}, "m1:0 m2:0 m3:0"},
		{"tiers, components without replicas", "it is a workload nevertheless", 0, asTiers + "\n" + asDynamic, "", with{components(0)}, "m1:0 m2:0 m3:0"},
		{"tiers, components, aggregated", "the strategy does not count", 0, asTiers + "\n" + asAggregated, "", with{components(2)}, "m1:0 m2:0 m3:0"},
		{"tiers, components, static weights", "the strategy does not count", 0, asTiers + "\n" + asWeighted, "", with{components(2)}, "m1:0 m2:0 m3:0"},
		{"tiers, components, duplicated", "the strategy does not count", 0, asTiers, "", with{components(2)}, "m1:0 m2:0 m3:0"},
		{"tiers, components, unknown strategy", "it is not read", 0, asTiers + "\nreplicaScheduling: {replicaSchedulingType: Divided}", "", with{components(2)}, "m1:0 m2:0 m3:0"},
		{"tiers, components, no capacity", "it does not count", 0, asTiers + "\n" + asDynamic, "", with{components(200), pods(0, "0"), pods(1, "0")}, "m1:0 m2:0 m3:0"},
		{"tiers, components, already there", "tiers come before what the binding has", 0, asTiers + "\n" + asDynamic, "m3:0", with{components(2)}, "m1:0 m2:0 m3:0"},
		{"tiers, components, empty first tier", "the later tiers get it", 0, `clusterAffinities: [{affinityName: p, clusterNames: [m9], overflowAffinities: [{affinityName: q, clusterNames: [m8]}, {affinityName: s, clusterNames: [m3]}]}, {affinityName: b}]` + "\n" + asDynamic, "", with{components(2)}, "m3:0 by p"},
		{"tiers, components, all tiers empty", "the next affinity follows", 0, `clusterAffinities: [{affinityName: p, clusterNames: [m9], overflowAffinities: [{affinityName: q, clusterNames: [m8]}]}, {affinityName: b, clusterNames: [m2]}]` + "\n" + asDynamic, "", with{components(2)}, "m2:0 by b"},
		{"tiers, components, no overflow", "an empty list adds no cluster", 0, `clusterAffinities: [{affinityName: p, clusterNames: [m1], overflowAffinities: []}]` + "\n" + asDynamic, "", with{components(2)}, "m1:0"},
		{"tiers, components, by cluster", "the first tier comes first", 0, asTiers + "\n" + asDynamic + "\nspreadConstraints: [{spreadByField: cluster, minGroups: 2, maxGroups: 2}]", "", with{components(2)}, "m1:0 m2:0"},
		{"tiers, one component and replicas", "replicas are divided tier by tier", 15, asTiers + "\n" + asDynamic, "", with{components(2)}, "m1:10 m2:5"},
		{"tiers, two components and replicas", "they are not divided", 15, asTiers + "\n" + asDynamic, "", with{components(2, 3)}, "m1:0 m2:0 m3:0"},
		{"tiers, one component and requirements", "no replicas are divided", 0, asTiers + "\n" + asDynamic, "", with{components(2), requirements}, ""},
		{"tiers, one component and requirements, empty workloads", "all tiers are chosen", 0, asTiers + "\n" + asDynamic, "", with{components(2), requirements, empty}, "m1:0 m2:0 m3:0"},

		{"first affinity", "it works", 1, `clusterAffinities: [{affinityName: a, clusterNames: [m1]}, {affinityName: b, clusterNames: [m2]}]`, "", nil, "m1:1 by a"},
		{"next affinity", "the first has no cluster", 1, `clusterAffinities: [{affinityName: a, clusterNames: [m9]}, {affinityName: b, clusterNames: [m2]}]`, "", nil, "m2:1 by b"},
		{"never back", "the second succeeded, so the first is not tried", 1, `clusterAffinities: [{affinityName: a, clusterNames: [m1]}, {affinityName: b, clusterNames: [m2]}]`, "", with{observed("b")}, "m2:1 by b"},
		{"back, fresh", "except after a reschedule", 1, `clusterAffinities: [{affinityName: a, clusterNames: [m1]}, {affinityName: b, clusterNames: [m2]}]`, "", with{observed("b"), fresh}, "m1:1 by a"},
		{"an empty list", "nothing happens", 1, `clusterAffinities: []`, "m1:4", with{observed("x")}, "m1:4 by x"},

		{"pods beyond 32 bits", "Karmada would find a negative capacity", 5, asDynamic, "", with{pods(0, "3000000000")},
			"failed to assign replicas: failed to scale up: found capacity for more replicas in cluster m1 than fit into an int32"},
		{"pods beyond 32 bits, not counted", "it is an error only where it counts", 1, ``, "", with{pods(0, "3000000000")}, "m3:1 m2:1 m1:1"},
		{"together beyond 32 bits", "each fits, the sum does not", 5, asDynamic, "", with{pods(0, "2000000000"), pods(1, "2000000000")},
			"failed to assign replicas: failed to scale up: found capacity for 4000000030 replicas in all clusters together, expected at most an int32"},
		{"the maximum of pods in 32 bits", "it is read as capacity for all replicas", 5, asDynamic, "", with{pods(2, "2147483647"), pods(0, "0")}, "m2:4 m3:1"},
		{"replicas below zero", "it is not a valid number", -1, ``, "", with{requirements}, "failed to assign replicas: found -1 replicas to divide, expected none or more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := input(t, c.replicas, c.placement, c.previous)
			for _, change := range c.with {
				change(&in)
			}
			before := text(t, in)
			got, err := schedule.Schedule(in)
			require.Equal(t, before, text(t, in))
			if err != nil {
				require.Equal(t, c.want, err.Error(), c.reason)
				return
			}
			want, name, _ := strings.Cut(c.want, " by ")
			require.Equal(t, want, words(got.Clusters), c.reason)
			if name != "" {
				require.Equal(t, name, got.AffinityName, c.reason)
			}
		})
	}
}

func TestScheduleWithoutInput(t *testing.T) {
	t.Parallel()
	_, err := schedule.Schedule(schedule.Input{})
	require.EqualError(t, err, "found no spec of a binding, expected one")
	in := input(t, 1, ``, "")
	in.Spec.Placement, in.Status = nil, nil
	_, err = schedule.Schedule(in)
	require.EqualError(t, err, "found no placement for Deployment web, expected one")
	in.Spec.Placement, in.Clusters = &api.Placement{}, []*api.Cluster{nil}
	_, err = schedule.Schedule(in)
	require.EqualError(t, err, "0/0 clusters are available: no cluster exists.")
}
