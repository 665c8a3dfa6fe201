package estate

import (
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Time is the time of plans that assess evictions.
var Time = time.Unix(10_000, 500_000_000)

// Evict adds random eviction tasks to a stored binding, and random health.
func (e *Estate) Evict(b api.Binding) {
	spec, status := b.BindingSpec(), b.BindingStatus()
	for range 1 + e.IntN(2) {
		task := api.GracefulEvictionTask{
			FromCluster: Pick(e, "m0", "m1", "m2"), PurgeMode: Pick(e, api.PurgeDirectly, api.PurgeMode("Graciously")), Producer: "test", Reason: "test",
		}
		if !e.One(3) {
			created := metav1.Unix(Pick[int64](e, 9_000, 9_400, 9_999, 10_000), 0)
			task.CreationTimestamp = &created
		}
		if e.One(3) {
			seconds := Pick[int32](e, -1, 0, 1, 600)
			task.GracePeriodSeconds = &seconds
		}
		if e.One(4) {
			suppressed := e.One(2)
			task.SuppressDeletion = &suppressed
		}
		spec.GracefulEvictionTasks = append(slices.Clone(spec.GracefulEvictionTasks), task)
		if e.One(2) {
			spec.Clusters = slices.DeleteFunc(slices.Clone(spec.Clusters), func(c api.TargetCluster) bool { return c.Name == task.FromCluster })
		}
	}
	status.AggregatedStatus = nil
	for _, name := range []string{"m0", "m1", "m2", "m3", "m4", "m5", "m6"} {
		if !e.One(4) {
			health := Pick(e, interpreter.Healthy, interpreter.Healthy, interpreter.Healthy, interpreter.Unhealthy)
			status.AggregatedStatus = append(status.AggregatedStatus, api.AggregatedStatusItem{ClusterName: name, Health: health})
		}
	}
}

// Unsettle changes a stored binding as other controllers do.
func (e *Estate) Unsettle(b api.Binding) {
	if e.One(6) {
		then, now := metav1.Unix(10, 0), metav1.Unix(20, 0)
		b.BindingStatus().LastScheduledTime, b.BindingSpec().RescheduleTriggeredAt = &then, &now
	}
	if e.One(5) {
		e.Evict(b)
	}
	if clusters := b.BindingSpec().Clusters; len(clusters) > 1 && e.One(4) {
		b.BindingSpec().Clusters = clusters[1:]
	}
	if e.One(20) {
		yes := true
		b.BindingSpec().Suspension = &api.BindingSuspension{Scheduling: &yes}
	}
}

// Claim writes a claim of a policy with one of a few ids.
func (e *Estate) Claim(t *unstructured.Unstructured) {
	labels, annotations, name, id := t.GetLabels(), t.GetAnnotations(), Pick(e, "p0", "p1", "p2", "p3"), Pick(e, "id-1", "id-2", "id-3")
	if annotations == nil {
		annotations = map[string]string{}
	}
	if t.GetNamespace() == "" || e.One(4) {
		labels[api.ClusterPropagationPolicyIDLabel], annotations[api.ClusterPropagationPolicyNameAnnotation] = id, name
	} else {
		labels[api.PropagationPolicyIDLabel], annotations[api.PropagationPolicyNameAnnotation] = id, name
		annotations[api.PropagationPolicyNamespaceAnnotation] = t.GetNamespace()
	}
	t.SetLabels(labels)
	t.SetAnnotations(annotations)
}
