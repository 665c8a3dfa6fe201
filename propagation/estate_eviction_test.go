package propagation_test

import (
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// estateTime is the time of plans that assess evictions.
var estateTime = time.Unix(10_000, 500_000_000)

// evict adds random eviction tasks to a stored binding, and random health.
func (r estates) evict(b api.Binding) {
	spec, status := b.BindingSpec(), b.BindingStatus()
	for range 1 + r.IntN(2) {
		task := api.GracefulEvictionTask{
			FromCluster: pick(r, "m0", "m1", "m2"), PurgeMode: pick(r, api.PurgeDirectly, api.PurgeMode("Graciously")), Producer: "test", Reason: "test",
		}
		if !r.one(3) {
			created := metav1.Unix(pick[int64](r, 9_000, 9_400, 9_999, 10_000), 0)
			task.CreationTimestamp = &created
		}
		if r.one(3) {
			seconds := pick[int32](r, -1, 0, 1, 600)
			task.GracePeriodSeconds = &seconds
		}
		if r.one(4) {
			suppressed := r.one(2)
			task.SuppressDeletion = &suppressed
		}
		spec.GracefulEvictionTasks = append(slices.Clone(spec.GracefulEvictionTasks), task)
		if r.one(2) {
			spec.Clusters = slices.DeleteFunc(slices.Clone(spec.Clusters), func(c api.TargetCluster) bool { return c.Name == task.FromCluster })
		}
	}
	status.AggregatedStatus = nil
	for _, name := range []string{"m0", "m1", "m2", "m3", "m4", "m5", "m6"} {
		if !r.one(4) {
			health := pick(r, interpreter.Healthy, interpreter.Healthy, interpreter.Healthy, interpreter.Unhealthy)
			status.AggregatedStatus = append(status.AggregatedStatus, api.AggregatedStatusItem{ClusterName: name, Health: health})
		}
	}
}

// keptEvictions returns the decisions that a plan of the result also has.
func keptEvictions(all []eviction.Decision) []eviction.Decision {
	return slices.DeleteFunc(slices.Clone(all), func(d eviction.Decision) bool { return d.Dropped })
}

// evict adds eviction tasks to a stored binding, as other controllers do, or lets time pass.
func (h *history) evict() string {
	if h.in.Options.Now.IsZero() {
		return "nothing"
	}
	if h.one(3) {
		h.in.Options.Now = h.in.Options.Now.Add(time.Duration(h.IntN(700)) * time.Second)
		return "wait until " + h.in.Options.Now.String()
	}
	return replaceOne(h, &h.in.Bindings, "evict binding", func(b api.Binding) api.Binding {
		b, _ = b.DeepCopyObject().(api.Binding)
		h.estates.evict(b)
		return b
	})
}
