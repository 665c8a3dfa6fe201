package schedule_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// settled is a binding that need not be scheduled, and its clusters.
const settled = `
metadata:
  name: web-deployment
  namespace: default
  labels: {propagationpolicy.karmada.io/permanent-id: x}
  annotations: {policy.karmada.io/applied-placement: '{"replicaScheduling":{"replicaSchedulingType":"Divided","replicaDivisionPreference":"Aggregated"}}'}
spec:
  resource: {apiVersion: apps/v1, kind: Deployment, namespace: default, name: web}
  replicas: 3
  clusters: [{name: m1, replicas: 2}, {name: m2, replicas: 1}]
  placement: {replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Aggregated}}
`

func TestShouldSchedule(t *testing.T) {
	t.Parallel()
	duplicate := func(b *api.ResourceBinding) {
		b.Spec.Placement.ReplicaScheduling = nil
		b.Annotations[api.AppliedPlacementAnnotation] = "{}"
	}
	for _, c := range []struct {
		name   string
		change func(*api.ResourceBinding)
		needed bool
		reason string
	}{
		{"settled", func(*api.ResourceBinding) {}, false, "nothing has changed"},
		{"another scheduler", func(b *api.ResourceBinding) { b.Spec.SchedulerName = "other" }, false, "it is for the scheduler other, not for default-scheduler"},
		{"suspended", func(b *api.ResourceBinding) {
			yes := true
			b.Spec.Suspension = &api.BindingSuspension{Scheduling: &yes}
		}, false, "its scheduling is suspended"},
		{"without policy", func(b *api.ResourceBinding) { b.Labels[api.PropagationPolicyIDLabel] = "" }, false, "no label names a policy that it belongs to"},
		{"deleted", func(b *api.ResourceBinding) { b.DeletionTimestamp = &noon }, false, "it is being deleted"},
		{"without placement", func(b *api.ResourceBinding) { b.Spec.Placement = nil }, true, "found no placement in the binding default/web-deployment, expected one"},
		{"never scheduled", func(b *api.ResourceBinding) { b.Annotations = nil }, true, "the placement has changed"},
		{"scaled", func(b *api.ResourceBinding) { b.Spec.Replicas = 4 }, true, "the clusters have 3 replicas together, expected 4"},
		{"scaled, duplicated", func(b *api.ResourceBinding) {
			duplicate(b)
			b.Spec.Placement.ReplicaScheduling = &api.ReplicaSchedulingStrategy{ReplicaSchedulingType: api.Duplicated}
			b.Annotations[api.AppliedPlacementAnnotation] = `{"replicaScheduling":{"replicaSchedulingType":"Duplicated"}}`
		}, true, "cluster m1 has 2 replicas, expected 3"},
		{"duplicated", duplicate, true, "its replicas are duplicated, and more clusters may fit now"},
		{"reschedule", func(b *api.ResourceBinding) {
			b.Spec.RescheduleTriggeredAt, b.Status.LastScheduledTime = &evening, &noon
		}, true, "a reschedule was requested"},
		{"reschedule that was done", func(b *api.ResourceBinding) {
			b.Spec.RescheduleTriggeredAt, b.Status.LastScheduledTime = &noon, &evening
		}, false, "nothing has changed"},
		{"not a workload", func(b *api.ResourceBinding) { b.Spec.Replicas, b.Spec.Clusters = 0, nil }, true, "it is not a workload, and more clusters may fit now"},
		{"components", func(b *api.ResourceBinding) {
			b.Spec.Replicas, b.Spec.Clusters, b.Spec.Components = 0, targets(t, "m1:0"), []interpreter.Component{{Name: "a", Replicas: 1}}
		}, false, "nothing has changed"},
		{"components, not scheduled", func(b *api.ResourceBinding) {
			b.Spec.Replicas, b.Spec.Clusters, b.Spec.Components = 0, nil, []interpreter.Component{{Name: "a", Replicas: 1}}
		}, true, "it has components, and no cluster has them"},
		{"components, duplicated", func(b *api.ResourceBinding) {
			duplicate(b)
			b.Spec.Replicas, b.Spec.Components = 0, []interpreter.Component{{Name: "a", Replicas: 1}}
		}, true, "its replicas are duplicated, and more clusters may fit now"},
		{"a cluster is being deleted", func(b *api.ResourceBinding) { b.Spec.Clusters[1].Name = "going" }, true, "cluster going is being deleted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := fromYAML[api.ResourceBinding](t, settled)
			c.change(&b)
			in := schedule.Input{Spec: &b.Spec, Status: &b.Status, FeatureGates: api.FeatureGates{api.GateMultiplePodTemplatesScheduling: true}, Clusters: []*api.Cluster{nil, {ObjectMeta: metav1.ObjectMeta{Name: "going", DeletionTimestamp: &noon}}}}
			needed, reason := schedule.ShouldSchedule(in, &b)
			require.Equal(t, c.reason, reason)
			require.Equal(t, c.needed, needed)
		})
	}
	b := fromYAML[api.ResourceBinding](t, settled)
	b.Spec.Replicas, b.Spec.Clusters, b.Spec.Components = 0, nil, []interpreter.Component{{Name: "a", Replicas: 1}}
	needed, reason := schedule.ShouldSchedule(schedule.Input{Spec: &b.Spec, Status: &b.Status}, &b)
	require.False(t, needed, "without the feature gate, clusters are not counted")
	require.Equal(t, "nothing has changed", reason)
	needed, reason = schedule.ShouldSchedule(schedule.Input{}, nil)
	require.False(t, needed)
	require.Equal(t, "it has no spec", reason)
	_, _, err := schedule.Triggered(schedule.Input{}, nil)
	require.EqualError(t, err, "found no placement in the binding, expected one")
}

func TestPlacementChanged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, placement, applied, observed string
		want                                       bool
	}{
		{"never applied", "there is nothing to compare with", `{}`, ``, "", true},
		{"broken", "what cannot be read does not count", `{clusterAffinity: {}}`, `{`, "", false},
		{"not an object", "the same", `{clusterAffinity: {}}`, `[]`, "", false},
		{"null", "is empty", `{}`, `null`, "", false},
		{"null, and something", "is empty", `{clusterAffinity: {}}`, `null`, "", true},
		{"an empty list", "differs from a missing one", `{clusterTolerations: []}`, `{}`, "", true},
		{"affinity", "counts", `{clusterAffinity: {clusterNames: [a]}}`, `{"clusterAffinity":{"clusterNames":["b"]}}`, "", true},
		{"workload affinity", "does not count beside a term", `{workloadAffinity: {}, clusterAffinities: [{affinityName: a}]}`, `{"clusterAffinities":[{"affinityName":"a"}]}`, "a", false},
		{"another term", "does not count", `{clusterAffinities: [{affinityName: b, clusterNames: [x]}, {affinityName: a}]}`, `{"clusterAffinities":[{"affinityName":"a"}]}`, "a", false},
		{"the term", "has changed", `{clusterAffinities: [{affinityName: a, clusterNames: [x]}]}`, `{"clusterAffinities":[{"affinityName":"a"}]}`, "a", true},
		{"the term is gone", "another term must be chosen", `{clusterAffinities: [{affinityName: b}]}`, `{"clusterAffinities":[{"affinityName":"a"}]}`, "a", true},
		{"no observed term", "every term may be chosen", `{clusterAffinities: [{affinityName: b}]}`, `{"clusterAffinities":[{"affinityName":"a"}]}`, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			placement := fromYAML[api.Placement](t, c.placement)
			require.Equal(t, c.want, schedule.PlacementChanged(&placement, c.applied, c.observed), c.reason)
		})
	}
	require.False(t, schedule.PlacementChanged(nil, "{}", ""), "none is an empty one")
}

func TestStatusAfter(t *testing.T) {
	t.Parallel()
	in := input(t, 3, `{}`, "m1:2")
	in.Status.SchedulerObservedAffinityName = "old"
	result := &schedule.Result{Clusters: targets(t, "m3:3"), AffinityName: "new"}
	for _, c := range []struct {
		name           string
		result         *schedule.Result
		err            error
		clusters       string
		affinity       string
		reason         string
		applied, retry bool
	}{
		{"success", result, nil, "m3:3", "new", "Success", true, false},
		{"no cluster fits", nil, &schedule.FitError{}, "", "old", "NoClusterFit", true, false},
		{"no capacity", nil, &schedule.UnschedulableError{Err: &schedule.NotEnoughError{}}, "m1:2", "old", "Unschedulable", false, true},
		{"any other", nil, errors.New("x"), "m1:2", "old", "SchedulerError", false, true},
		{"nothing", nil, nil, "m1:2", "old", "SchedulerError", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := schedule.StatusAfter(in, c.result, c.err)
			require.Equal(t, c.clusters, words(got.Clusters))
			require.Equal(t, c.affinity, got.AffinityName)
			require.Equal(t, c.reason, got.Condition.Reason)
			require.Equal(t, c.applied, got.Applied)
			require.Equal(t, c.retry, got.Retry)
			require.NotEmpty(t, got.Condition.Message)
			require.Equal(t, c.err == nil && c.result != nil, got.Condition.Status == metav1.ConditionTrue)
		})
	}
}
