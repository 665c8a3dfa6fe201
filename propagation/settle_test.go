package propagation_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/testdata/estate"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// rowOf returns the row of the template of a kind.
func rowOf(t testing.TB, p *propagation.Plan, kind string) *propagation.Row {
	t.Helper()
	i := slices.IndexFunc(p.Rows, func(row *propagation.Row) bool { return row.Template.Kind == kind })
	require.GreaterOrEqual(t, i, 0, kind)
	return p.Rows[i]
}

// goes returns the clusters of a row, in its order.
func goes(row *propagation.Row) string {
	var all []string
	for _, c := range row.Clusters {
		all = append(all, fmt.Sprintf("%s:%d", c.Name, c.Replicas))
	}
	return strings.Join(all, " ")
}

// bound returns a stored binding of the shop's Deployment with these clusters.
func bound(t testing.TB, in propagation.PlanInput, clusters ...string) *api.ResourceBinding {
	t.Helper()
	for _, b := range plantest.PlanOf(t, in).Bindings {
		if rb, ok := b.(*api.ResourceBinding); ok && rb.Name == "web-deployment" {
			rb.Spec.Clusters = nil
			for _, name := range clusters {
				rb.Spec.Clusters = append(rb.Spec.Clusters, api.TargetCluster{Name: name, Replicas: rb.Spec.Replicas})
			}
			return rb
		}
	}
	require.Fail(t, "the Deployment has no binding")
	return nil
}

// TestPlanSettlesBinding has cases in which a second plan is at risk to differ.
func TestPlanSettlesBinding(t *testing.T) {
	t.Parallel()
	spec := func(in *propagation.PlanInput) *api.PropagationSpec { return in.Policies[0].PropagationSpec() }
	for _, c := range []struct {
		name, reason string
		change       func(t *testing.T, in *propagation.PlanInput)
		goes, err    string
		warnings     []string
		needed       string // the clusters of the ConfigMap
	}{
		{"no replicas and no cluster", "0 replicas count as placed after the error, but it has no cluster because of the error", func(t *testing.T, in *propagation.PlanInput) {
			require.NoError(t, unstructured.SetNestedField(in.Templates[0].Object, int64(0), "spec", "replicas"))
			require.NoError(t, unstructured.SetNestedSlice(in.Templates[0].Object, []any{map[string]any{
				"name": "web", "image": "web:1", "resources": map[string]any{"requests": map[string]any{"cpu": "1"}}, "envFrom": []any{map[string]any{"configMapRef": map[string]any{"name": "settings"}}},
			}}, "spec", "template", "spec", "containers"))
			spec(in).Placement.ClusterAffinity.ClusterNames = []string{"nowhere"}
		}, "", "0/3 clusters are available: 3 cluster(s) did not match the placement cluster affinity constraint.", nil, ""},
		{"no capacity", "a binding that cannot move keeps its clusters, and so do its dependencies", func(t *testing.T, in *propagation.PlanInput) {
			in.Bindings = []api.Binding{bound(t, *in, "member1")}
			require.NoError(t, unstructured.SetNestedField(in.Templates[0].Object, int64(9), "spec", "replicas"))
			spec(in).Placement.ReplicaScheduling.WeightPreference = &api.ClusterPreferences{DynamicWeight: api.DynamicWeightByAvailableReplicas}
		}, "member1:6", "are not enough to schedule", []string{"no more replicas fit into clusters that report no status.resourceSummary: member1, member2"}, "member1:6"},
		{"a cluster that came back", "present clusters come first, then the order of names", func(t *testing.T, in *propagation.PlanInput) {
			spec(in).Placement = api.Placement{}
			in.Bindings = []api.Binding{bound(t, *in, "member1", "member3")}
		}, "member1:6 member2:6 member3:6", "", nil, "member1:6 member2:6 member3:6"},
		{"a later affinity", "earlier affinities are not tried again", func(_ *testing.T, in *propagation.PlanInput) {
			spec(in).Placement = api.Placement{ClusterAffinities: []api.ClusterAffinityTerm{
				{AffinityName: "near", ClusterAffinity: api.ClusterAffinity{ClusterNames: []string{"nowhere"}}},
				{AffinityName: "far", ClusterAffinity: api.ClusterAffinity{ClusterNames: []string{"member2"}}},
			}}
		}, "member2:6", "", []string{"affinity far succeeded last, so those before it are not tried: near"}, "member2:6"},
		{"a reschedule", "it is done once", func(t *testing.T, in *propagation.PlanInput) {
			b := bound(t, *in, "member2")
			then, asked := metav1.Unix(10, 0), metav1.Unix(20, 0)
			b.Status.LastScheduledTime, b.Spec.RescheduleTriggeredAt = &then, &asked
			in.Bindings = []api.Binding{b}
		}, "member1:3 member2:3", "", nil, "member1:3 member2:3"},
		{"an eviction from a target", "after it has its Work, it waits until that is gone", func(t *testing.T, in *propagation.PlanInput) {
			b, yes := bound(t, *in, "member1"), true
			b.Spec.Suspension = &api.BindingSuspension{Scheduling: &yes}
			b.Spec.GracefulEvictionTasks = []api.GracefulEvictionTask{{FromCluster: "member1", PurgeMode: api.PurgeDirectly}}
			in.Bindings = []api.Binding{b}
		}, "member1:6", "", []string{"its scheduling is suspended", "web must be gone from cluster member1 first, and Work karmada-es-member1/web-56d6c779bb is still there"}, "member1:6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := plantest.Shop(t)
			c.change(t, &in)
			first := plantest.PlanOf(t, in)
			second := plantest.PlanOf(t, estate.Stored(in, first, true))
			for _, plan := range []*propagation.Plan{first, second} {
				web := rowOf(t, plan, "Deployment")
				require.Equal(t, c.goes, goes(web), c.reason)
				require.Equal(t, c.warnings, web.Warnings, c.reason)
				require.Equal(t, c.needed, goes(rowOf(t, plan, "ConfigMap")), c.reason)
				if c.err == "" {
					require.NoError(t, web.Err, c.reason)
				} else {
					require.ErrorContains(t, web.Err, c.err, c.reason)
				}
			}
			require.Equal(t, told(t, first, true), told(t, second, true))
			require.True(t, diff.Plans(first, second).Empty())
		})
	}
}

// TestPlanWaitsWithError has an object that waits for a Work of this plan, and fails for another cluster. Both are reported, whether stored or not.
func TestPlanWaitsWithError(t *testing.T) {
	t.Parallel()
	b, err := policy.Decode(strings.NewReader(`
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: d, uid: u1}
spec: {replicas: 1, template: {spec: {containers: [{name: c, image: nginx, envFrom: [{configMapRef: {name: a}}]}]}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: a, namespace: d, uid: u2}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: p, namespace: d}
spec: {propagateDeps: true, resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}], placement: {}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: o, namespace: d}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]
  overrideRules:
  - targetCluster: {clusterNames: [m1]}
    overriders: {plaintext: [{path: /data/missing, operator: remove}]}
---
apiVersion: work.karmada.io/v1alpha2
kind: ResourceBinding
metadata: {name: a-configmap, namespace: d}
spec:
  resource: {apiVersion: v1, kind: ConfigMap, namespace: d, name: a, uid: u2}
  gracefulEvictionTasks: [{fromCluster: m0, purgeMode: Directly, reason: test, producer: test}]
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: m0}
spec: {syncMode: Push}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: m1}
spec: {syncMode: Push}
`))
	require.NoError(t, err)
	in := propagation.PlanInput{
		Templates: b.Objects, Policies: b.Propagation, Overrides: b.Overrides, Clusters: b.ClusterObjects, Bindings: b.Bindings,
		Registry: plantest.Natives, Options: propagation.PlanOptions{AssumeAPIs: true},
	}
	first := plantest.PlanOf(t, in)
	second := plantest.PlanOf(t, estate.Stored(in, first, true))
	for _, plan := range []*propagation.Plan{first, second} {
		row := rowOf(t, plan, "ConfigMap")
		require.ErrorContains(t, row.Err, "m1")
		require.ErrorContains(t, row.Err, "/data/missing")
		require.Len(t, row.Warnings, 1)
		require.Contains(t, row.Warnings[0], "a must be gone from cluster m0 first")
	}
	require.Equal(t, told(t, first, true), told(t, second, true))
	require.True(t, diff.Plans(first, second).Empty())
}

// TestPlanSwings has clusters whose capacity changes with each call, so that nothing settles.
func TestPlanSwings(t *testing.T) {
	t.Parallel()
	swinging := func(period int) propagation.PlanInput {
		in := plantest.Shop(t)
		for i := range 7 {
			in.Clusters = append(in.Clusters, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprint("more", i)}})
		}
		spec := in.Policies[0].PropagationSpec()
		spec.Placement = api.Placement{SpreadConstraints: []api.SpreadConstraint{{SpreadByField: api.SpreadByCluster, MaxGroups: 10}}}
		calls := 0
		in.Options.Schedule.Capacity = func(*api.Cluster, *interpreter.ReplicaRequirements, int32) int32 {
			calls++
			round, cluster := (calls-1)/10%period, (calls-1)%10
			return rand.New(rand.NewPCG(uint64(round), uint64(cluster))).Int32N(1_000_000)
		}
		return in
	}
	plan := plantest.PlanOf(t, swinging(3))
	var swing *propagation.SwingError
	web := rowOf(t, plan, "Deployment")
	require.ErrorAs(t, web.Err, &swing)
	require.Len(t, swing.Between, 3)
	require.True(t, slices.Min(swing.Between) == swing.Between[0] && strings.HasPrefix(swing.Between[0], goes(web)), "it has the first state: %v", swing)
	require.ErrorContains(t, web.Err, "scheduling swings between ")

	in := swinging(1_000_000)
	row := rowOf(t, plantest.PlanOf(t, in), "Deployment")
	require.ErrorContains(t, row.Err, "scheduling does not settle in 64 rounds: ")
	require.Empty(t, goes(row), "it is left where it was")
}

// TestPlanSharedNames has two objects whose bindings or Works have one name. The first keeps it.
func TestPlanSharedNames(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	other := in.Templates[0].DeepCopy()
	other.SetAPIVersion("example.com/v1")
	in.Templates = append(in.Templates, other)
	spec := in.Policies[0].PropagationSpec()
	spec.ResourceSelectors = append(spec.ResourceSelectors, api.ResourceSelector{APIVersion: "example.com/v1", Kind: "Deployment"})
	spec.Placement = api.Placement{}
	for range 2 {
		plan := plantest.PlanOf(t, in)
		var of []any
		for _, w := range plan.Works {
			if w.Spec.Workload.Manifests[0]["kind"] == "Deployment" {
				of = append(of, w.Spec.Workload.Manifests[0]["apiVersion"])
			}
		}
		require.Equal(t, []any{"apps/v1", "apps/v1", "apps/v1"}, of, "the Works are those of the first")
		require.NoError(t, plan.Rows[1].Err)
		require.ErrorContains(t, plan.Rows[2].Err, "ResourceBinding shop/web-deployment is already the binding of apps/v1", "stored or not")
		in = estate.Stored(in, plan, true)
	}

	in = plantest.Shop(t)
	second := in.Templates[0].DeepCopy()
	second.SetName("web2")
	in.Templates = append(in.Templates, second)
	in.Overrides = []api.OverrideSource{&api.ClusterOverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: "o"}, Spec: api.OverrideSpec{
		ResourceSelectors: []api.ResourceSelector{{APIVersion: "apps/v1", Kind: "Deployment", Name: "web2"}},
		OverrideRules: []api.RuleWithCluster{{Overriders: api.Overriders{Plaintext: []api.PlaintextOverrider{
			{Path: "/metadata/name", Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte(`"web"`)}},
		}}}},
	}}}
	plan := plantest.PlanOf(t, in)
	require.NoError(t, plan.Rows[1].Err)
	require.ErrorContains(t, plan.Rows[2].Err, "Work karmada-es-member1/web-56d6c779bb already belongs to ResourceBinding shop/web-deployment")
	require.Len(t, plan.Works, 4)
}

// TestPlanDetaches stops the propagation of dependencies: the binding stays, in this plan and in the next, without clusters.
func TestPlanDetaches(t *testing.T) {
	t.Parallel()
	in := plantest.Shop(t)
	in = estate.Stored(in, plantest.PlanOf(t, in), true)
	in.Policies[0].PropagationSpec().PropagateDeps = false
	first := plantest.PlanOf(t, in)
	require.Len(t, first.Bindings, 1)
	require.Len(t, first.Left.Bindings, 1)
	require.Len(t, first.Deleted, 2, "the Works of the ConfigMap")
	second := plantest.PlanOf(t, estate.Stored(in, first, true))
	require.Equal(t, told(t, first, true), told(t, second, true))
	require.Empty(t, second.Deleted)
	settings, _ := second.Left.Bindings[0].(*api.ResourceBinding)
	require.Equal(t, "settings-configmap", settings.Name)
	require.Empty(t, settings.Spec.RequiredBy)
	require.Equal(t, map[string]string{"resourcebinding.karmada.io/permanent-id": settings.Labels["resourcebinding.karmada.io/permanent-id"]}, settings.Labels)
}
