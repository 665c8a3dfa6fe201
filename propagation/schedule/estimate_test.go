package schedule_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

func TestEstimate(t *testing.T) {
	t.Parallel()
	const models = `
spec:
  resourceModels:
  - {grade: 0, ranges: [{name: cpu, min: 0, max: 2}, {name: memory, min: 0, max: 4Gi}]}
  - {grade: 1, ranges: [{name: cpu, min: 2, max: 8}, {name: memory, min: 4Gi, max: 16Gi}]}
`
	for _, c := range []struct {
		name, reason, cluster, requirements string
		want                                int32
	}{
		{"no summary", "the resources are unknown", `{}`, ``, 0},
		{"pods", "the free ones", `status: {resourceSummary: {allocatable: {pods: 10}, allocated: {pods: 3}, allocating: {pods: 2}}}`, ``, 5},
		{"no free pods", "never below zero", `status: {resourceSummary: {allocatable: {pods: 10}, allocated: {pods: 13}}}`, ``, 0},
		{"nothing requested", "requirements without a resource", `status: {resourceSummary: {allocatable: {pods: 10}}}`, `{namespace: default}`, 10},
		{"cpu", "in thousandths", `status: {resourceSummary: {allocatable: {pods: 100, cpu: 1}, allocated: {cpu: 1m}}}`, `resourceRequest: {cpu: 100m}`, 9},
		{"memory", "in bytes", `status: {resourceSummary: {allocatable: {pods: 100, cpu: 8, memory: 1Gi}}}`, `resourceRequest: {cpu: 100m, memory: 300Mi}`, 3},
		{"cpu rounded up", "the free amount is less than one thousandth", `status: {resourceSummary: {allocatable: {pods: 100, cpu: 1u}}}`, `resourceRequest: {cpu: 1n}`, 1},
		{"not listed", "the cluster has no such resource", `status: {resourceSummary: {allocatable: {pods: 100}}}`, `resourceRequest: {gpu: 1}`, 0},
		{"not requested", "zero of a resource that is not listed", `status: {resourceSummary: {allocatable: {pods: 100}}}`, `resourceRequest: {gpu: 0}`, 100},
		{"all taken", "more is allocated than allocatable", `status: {resourceSummary: {allocatable: {pods: 100, gpu: 1}, allocating: {gpu: 3}}}`, `resourceRequest: {gpu: 1}`, 0},
		{"more than pods", "the pods are the limit", `status: {resourceSummary: {allocatable: {pods: 4, gpu: 100}}}`, `resourceRequest: {gpu: 1}`, 4},

		{"nodes", "each takes what fits into the minimum of its grade", models + `status: {resourceSummary: {allocatable: {pods: 1000}, allocatableModelings: [{grade: 1, count: 3}]}}`, `resourceRequest: {cpu: 500m, memory: 2Gi}`, 6},
		{"nodes without requirements", "nodes do not count", models + `status: {resourceSummary: {allocatable: {pods: 1000}, allocatableModelings: [{grade: 1, count: 3}]}}`, ``, 1000},
		{"nodes of grade 0", "the minimum of the first grade is zero", models + `status: {resourceSummary: {allocatable: {pods: 1000, cpu: 9}, allocatableModelings: [{grade: 0, count: 3}]}}`, `resourceRequest: {cpu: 1}`, 0},
		{"pods of nodes", "110 on each", models + `status: {resourceSummary: {allocatable: {pods: 1000}, allocatableModelings: [{grade: 0, count: 3}]}}`, `resourceRequest: {pods: 7}`, 330},
		{"an unknown name", "it does not count for nodes", models + `status: {resourceSummary: {allocatable: {pods: 1000}, allocatableModelings: [{grade: 0, count: 1}]}}`, `resourceRequest: {gpu: 7}`, 110},
		{"an unknown resource", "nodes do not have it", models + `status: {resourceSummary: {allocatable: {pods: 1000}, allocatableModelings: [{grade: 1, count: 1}]}}`, `resourceRequest: {example.com/gpu: 7}`, 0},
		{"a grade twice", "counts are added", models + `status: {resourceSummary: {allocatable: {pods: 1000}, allocatableModelings: [{grade: 1, count: 3}, {grade: 1, count: 1}]}}`, `resourceRequest: {cpu: 1}`, 8},
		{"no common grade", "no nodes", models + `status: {resourceSummary: {allocatable: {pods: 1000, cpu: 9}, allocatableModelings: [{grade: 7, count: 3}]}}`, `resourceRequest: {cpu: 1}`, 0},
		{"a grade twice beyond an int64", "counts are added up to the limit, where a wrapped sum would be below zero", models + `status: {resourceSummary: {allocatable: {pods: 1000, cpu: 9}, allocatableModelings: [{grade: 1, count: 9223372036854775807}, {grade: 1, count: 9223372036854775807}]}}`, `resourceRequest: {cpu: 1}`, 1000},
		{"a grade twice, once below zero", "the summary counts, although the sum is not below zero", models + `status: {resourceSummary: {allocatable: {pods: 1000, cpu: 9}, allocatableModelings: [{grade: 1, count: -1}, {grade: 1, count: 2}]}}`, `resourceRequest: {cpu: 1}`, 9},
		{"an undefined grade below zero", "it is ignored", models + `status: {resourceSummary: {allocatable: {pods: 1000, cpu: 9}, allocatableModelings: [{grade: 7, count: -1}, {grade: 1, count: 2}]}}`, `resourceRequest: {cpu: 1}`, 4},
		{"nodes below zero", "the summary counts", models + `status: {resourceSummary: {allocatable: {pods: 1000, cpu: 9}, allocatableModelings: [{grade: 1, count: -3}]}}`, `resourceRequest: {cpu: 1}`, 9},
		{"grades not defined", "the summary counts", `status: {resourceSummary: {allocatable: {pods: 1000, cpu: 9}, allocatableModelings: [{grade: 1, count: 3}]}}`, `resourceRequest: {cpu: 1}`, 9},
		{"very many nodes", "no more than pods", models + `status: {resourceSummary: {allocatable: {pods: 1000}, allocatableModelings: [{grade: 1, count: 9223372036854775807}]}}`, `resourceRequest: {cpu: 1m}`, 1000},

		{"the maximum of 32 bits", "it fits", `status: {resourceSummary: {allocatable: {pods: 2147483647}}}`, ``, math.MaxInt32},
		{"beyond 32 bits", "it does not fit", `status: {resourceSummary: {allocatable: {pods: 3000000000}}}`, ``, schedule.TooMany},
		{"all 32 bits", "is read as unknown", `status: {resourceSummary: {allocatable: {pods: 4294967295}}}`, ``, schedule.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cluster := fromYAML[api.Cluster](t, c.cluster)
			var requirements *interpreter.ReplicaRequirements
			if c.requirements != "" {
				parsed := fromYAML[interpreter.ReplicaRequirements](t, c.requirements)
				requirements = &parsed
			}
			before := text(t, []any{cluster, requirements})
			require.Equal(t, c.want, schedule.Estimate(&cluster, requirements), c.reason)
			require.Equal(t, before, text(t, []any{cluster, requirements}))
		})
	}
	require.Zero(t, schedule.Estimate(nil, nil), "a nil cluster has no capacity")
}

// TestEstimateBounds has quantities that only Go code can make and that would take hours to compute.
func TestEstimateBounds(t *testing.T) {
	t.Parallel()
	one := *resource.NewQuantity(1, resource.DecimalSI)
	for name, absurd := range map[string]resource.Quantity{
		"small":          *resource.NewScaledQuantity(1, -math.MaxInt32).ToDec(),
		"large":          *resource.NewScaledQuantity(1, math.MaxInt32).ToDec(),
		"zero":           *resource.NewScaledQuantity(0, math.MaxInt32),
		"without digits": *resource.NewScaledQuantity(7, math.MinInt32),
	} {
		for _, c := range []struct {
			name, reason string
			set          func(*api.Cluster, *interpreter.ReplicaRequirements)
			want         int32
		}{
			{"allocatable pods", "there is no capacity", func(c *api.Cluster, _ *interpreter.ReplicaRequirements) {
				c.Status.ResourceSummary.Allocatable["pods"] = absurd
			}, 0},
			{"allocated pods", "there is no capacity", func(c *api.Cluster, _ *interpreter.ReplicaRequirements) {
				c.Status.ResourceSummary.Allocated = quantity.List{"pods": absurd}
			}, 0},
			{"allocating pods", "there is no capacity", func(c *api.Cluster, _ *interpreter.ReplicaRequirements) {
				c.Status.ResourceSummary.Allocating = quantity.List{"pods": absurd}
			}, 0},
			{"allocatable", "nothing is free", func(c *api.Cluster, _ *interpreter.ReplicaRequirements) {
				c.Status.ResourceSummary.Allocatable["cpu"] = absurd
			}, 0},
			{"allocated", "nothing is free", func(c *api.Cluster, _ *interpreter.ReplicaRequirements) {
				c.Status.ResourceSummary.Allocated = quantity.List{"cpu": absurd}
			}, 0},
			{"allocating", "nothing is free", func(c *api.Cluster, _ *interpreter.ReplicaRequirements) {
				c.Status.ResourceSummary.Allocating = quantity.List{"cpu": absurd}
			}, 0},
			{"request", "nothing fits", func(_ *api.Cluster, r *interpreter.ReplicaRequirements) { r.ResourceRequest["cpu"] = absurd }, 0},
			{"minimum of a node", "it is read as 0", func(c *api.Cluster, _ *interpreter.ReplicaRequirements) {
				c.Spec.ResourceModels = []api.ResourceModel{{Ranges: []api.ResourceModelRange{{Name: "cpu", Min: quantity.Quantity{Quantity: absurd}}}}}
				c.Status.ResourceSummary.AllocatableModelings = []api.AllocatableModeling{{Count: 3}}
			}, 0},
			{"a resource that is not requested", "it does not count", func(c *api.Cluster, _ *interpreter.ReplicaRequirements) {
				c.Status.ResourceSummary.Allocatable["memory"] = absurd
			}, 4},
		} {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				cluster := &api.Cluster{Status: api.ClusterStatus{ResourceSummary: &api.ResourceSummary{
					Allocatable: quantity.List{"pods": *resource.NewQuantity(9, resource.DecimalSI), "cpu": *resource.NewQuantity(4, resource.DecimalSI)},
				}}}
				requirements := &interpreter.ReplicaRequirements{ResourceRequest: quantity.List{"cpu": one}}
				c.set(cluster, requirements)
				require.Equal(t, c.want, schedule.Estimate(cluster, requirements), c.reason)
			})
		}
	}
}

// TestCapacity replaces the estimate.
func TestCapacity(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		capacities   map[string]int32
		want         string
	}{
		{"numbers", "they are the weights", map[string]int32{"m1": 4, "m2": 2, "m3": 0}, "m1:4 m2:2"},
		{"unknown", "all replicas fit", map[string]int32{"m1": schedule.Unknown, "m2": 0, "m3": 6}, "m1:3 m3:3"},
		{"too many", "the number is not known", map[string]int32{"m1": schedule.TooMany, "m2": 6}, "failed to assign replicas: failed to scale up: found capacity for more replicas in cluster m1 than fit into an int32"},
		{"below zero", "it is read the same", map[string]int32{"m1": -7, "m2": 6}, "failed to assign replicas: failed to scale up: found capacity for more replicas in cluster m1 than fit into an int32"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := input(t, 6, asDynamic, "")
			in.Options.Capacity = func(cluster *api.Cluster, _ *interpreter.ReplicaRequirements, replicas int32) int32 {
				require.Equal(t, int32(6), replicas)
				return c.capacities[cluster.Name]
			}
			got, err := schedule.Schedule(in)
			if err != nil {
				require.Equal(t, c.want, err.Error(), c.reason)
				return
			}
			require.Equal(t, c.want, words(got.Clusters), c.reason)
		})
	}
}

// TestAllocatableGates counts a cluster by the grades of its nodes only if the feature gate is on.
func TestAllocatableGates(t *testing.T) {
	t.Parallel()
	cluster := fromYAML[api.Cluster](t, `
spec: {resourceModels: [{grade: 1, ranges: [{name: cpu, min: 2, max: 8}]}]}
status: {resourceSummary: {allocatable: {pods: 1000, cpu: 100}, allocatableModelings: [{grade: 1, count: 3}]}}
`)
	requirements := fromYAML[interpreter.ReplicaRequirements](t, `resourceRequest: {cpu: 2}`)
	in := schedule.Input{Spec: &api.ResourceBindingSpec{Replicas: 9, ReplicaRequirements: &requirements}}
	require.Equal(t, int32(3), schedule.Allocatable(in, &cluster), "the gate is on by default: each node takes one")
	in.FeatureGates = api.FeatureGates{api.GateCustomizedClusterResourceModeling: false}
	require.Equal(t, int32(50), schedule.Allocatable(in, &cluster), "the sum of all nodes counts")
	in.Options.Capacity = func(*api.Cluster, *interpreter.ReplicaRequirements, int32) int32 { return 7 }
	require.Equal(t, int32(7), schedule.Allocatable(in, &cluster), "another function is not affected")
}
