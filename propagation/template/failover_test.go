package template_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/template"
)

var began = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// controlOf returns a control plane with one policy, whose spec is the text, and the clusters m1, m2 and so on.
func controlOf(t *testing.T, policySpec string, tainted ...bool) *template.Control {
	t.Helper()
	policy := &api.PropagationPolicy{}
	require.NoError(t, yaml.UnmarshalStrict([]byte(`
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: shop, name: p, labels: {propagationpolicy.karmada.io/permanent-id: id-p}}
spec: {resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}], `+policySpec+`}
`), policy))
	var clusters []*api.Cluster
	for i, is := range tainted {
		c := &api.Cluster{}
		c.Name = "m" + string(rune('1'+i))
		c.Status.APIEnablements = []api.APIEnablement{{GroupVersion: "apps/v1", Resources: []api.APIResource{{Name: "deployments", Kind: "Deployment"}}}}
		if is {
			c.Spec.Taints = []api.Taint{{Key: "lost", Effect: api.TaintNoExecute, TimeAdded: &metav1.Time{Time: began.Add(-time.Hour)}}}
		}
		clusters = append(clusters, c)
	}
	return &template.Control{
		Policies: claim.NewPolicies(policy), Clusters: schedule.NewFleet(clusters...), Registry: interpreter.NewRegistry(native.Interpreters(time.Now)...),
		Options: template.Options{
			FeatureGates: api.FeatureGates{api.GateFailover: true, api.GateStatefulFailoverInjection: true}, Now: began, Taints: eviction.TaintOptions{NoExecute: true},
		},
	}
}

func deployment(t *testing.T) *unstructured.Unstructured {
	t.Helper()
	o := &unstructured.Unstructured{}
	require.NoError(t, yaml.Unmarshal([]byte(`{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: web, uid: u}, spec: {replicas: 1}}`), &o.Object))
	return o
}

// TestNoSecondEvictionInTenSeconds looks at a Deployment every second. It leaves m1 again and again: it is healthy in m2, so each eviction ends at once, and
// duplicated scheduling takes m1 back.
func TestNoSecondEvictionInTenSeconds(t *testing.T) {
	for _, c := range []struct {
		name, spec string
		tainted    bool
		health     interpreter.Health
		seconds    []int // at which it is evicted
	}{
		{"a taint", "placement: {clusterTolerations: [{key: lost, operator: Exists, tolerationSeconds: 0}]}", true, interpreter.Healthy, []int{1, 11, 21}},
		{"bad health, whose time begins with the first look and with each return",
			"propagateDeps: true, placement: {}, failover: {application: {decisionConditions: {tolerationSeconds: 0}, purgeMode: Directly}}",
			false, interpreter.Unhealthy, []int{2, 12, 22}},
	} {
		t.Run(c.name, func(t *testing.T) {
			control := controlOf(t, c.spec, c.tainted, false)
			in := template.Input{Template: deployment(t)}
			var evicted []int
			for second := range 30 {
				control.Now = began.Add(time.Duration(second) * time.Second)
				placed, err := template.Place(t.Context(), control, in)
				require.NoError(t, err)
				require.NoError(t, placed.Row.Err)
				if len(placed.Started) > 0 {
					evicted = append(evicted, second)
				}
				if last := len(evicted) - 1; last >= 0 && second > evicted[last]+1 && second < evicted[last]+10 {
					require.Equal(t, began.Add(time.Duration(evicted[last]+10)*time.Second), placed.Again, "at %d", second)
				}
				require.Len(t, placed.Binding.BindingSpec().Clusters, 2, "at %d", second)
				placed.Binding.BindingStatus().AggregatedStatus = []api.AggregatedStatusItem{{ClusterName: "m1", Health: c.health}, {ClusterName: "m2", Health: interpreter.Healthy}}
				in.Binding, in.Memory = placed.Binding, placed.Memory
			}
			require.Equal(t, c.seconds, evicted)
		})
	}
}

// TestEvictTainted has an object in three tainted clusters. One of them is a target twice. The state of the third does not fit into the binding.
func TestEvictTainted(t *testing.T) {
	control := controlOf(t, "placement: {}, failover: {cluster: {statePreservation: {rules: [{aliasLabelName: state, jsonPath: '{.s}'}]}}}", true, true, true, false)
	in := template.Input{Template: deployment(t)}
	first, err := template.Place(t.Context(), control, in)
	require.NoError(t, err)
	status := []byte(`{"s": "` + strings.Repeat("x", 400_000) + `"}`)
	spec := first.Binding.BindingSpec()
	spec.Clusters = nil
	for _, name := range []string{"m1", "m1", "m2", "m3", "m4"} {
		spec.Clusters = append(spec.Clusters, api.TargetCluster{Name: name, Replicas: 1})
		item := api.AggregatedStatusItem{ClusterName: name, Status: &api.JSON{Raw: status}, Health: interpreter.Unhealthy}
		first.Binding.BindingStatus().AggregatedStatus = append(first.Binding.BindingStatus().AggregatedStatus, item)
	}
	in.Binding = first.Binding
	placed, err := template.Place(t.Context(), control, in)
	require.NoError(t, err)
	var from []string
	for _, task := range placed.Started {
		from = append(from, task.FromCluster)
	}
	require.Equal(t, []string{"m1", "m2"}, from)
	require.Equal(t, map[string]time.Time{"m1": began, "m2": began}, placed.Memory.Evicted)
	require.ErrorContains(t, placed.Failed.Evict, "the state in cluster m3: ")
	require.NoError(t, placed.Row.Err, "it is a warning")
}

// TestFailedSchedule has no cluster that fits. The scheduler has looked at the binding, and reports that.
func TestFailedSchedule(t *testing.T) {
	placed, err := template.Place(t.Context(), controlOf(t, "placement: {clusterAffinity: {clusterNames: [m7]}}", false), template.Input{Template: deployment(t)})
	require.NoError(t, err)
	require.ErrorContains(t, placed.Failed.Schedule, "0/1 clusters are available")
	require.Equal(t, placed.Row.Err, placed.Failed.Schedule)
	require.Equal(t, schedule.ReasonNoClusterFit, placed.Scheduled.Condition.Reason)
	require.False(t, placed.Scheduled.Retry, "a cluster that fits is an event")
}

// TestNeverSettles has capacities that change with each run of the scheduler. It has not failed, but somebody must know.
func TestNeverSettles(t *testing.T) {
	control := controlOf(t, "placement: {spreadConstraints: [{spreadByField: cluster, maxGroups: 10}], replicaScheduling: {replicaSchedulingType: Duplicated}}", make([]bool, 9)...)
	random := rand.New(rand.NewPCG(1, 2))
	control.Schedule.Capacity = func(*api.Cluster, *interpreter.ReplicaRequirements, int32) int32 {
		return random.Int32N(1_000_000)
	}
	placed, err := template.Place(t.Context(), control, template.Input{Template: deployment(t)})
	require.NoError(t, err)
	require.ErrorContains(t, placed.Row.Err, "scheduling ")
	require.NoError(t, placed.Failed.Schedule)
	require.Contains(t, placed.Scheduled.Warnings, placed.Row.Err.Error())
}
