package eviction_test

import (
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// A controller assesses a binding that moves from m2 to m1.
func ExampleAssess() {
	binding := &api.ResourceBinding{}
	binding.Spec.Clusters = []api.TargetCluster{{Name: "m1"}}
	binding.Spec.GracefulEvictionTasks = []api.GracefulEvictionTask{{FromCluster: "m2", Reason: "TaintUntolerated", Producer: "TaintManager"}}

	now := time.Date(2026, 8, 21, 12, 0, 0, 0, time.UTC)
	for _, health := range []interpreter.Health{interpreter.Unhealthy, interpreter.Unhealthy, interpreter.Healthy} { // one each minute
		binding.Status.AggregatedStatus = []api.AggregatedStatusItem{{ClusterName: "m1", Health: health}}
		result := eviction.Assess(eviction.Input{
			Tasks: binding.Spec.GracefulEvictionTasks, Targets: binding.Spec.Clusters, Health: binding.Status.AggregatedStatus, Scheduled: true, Now: now,
		})
		for _, d := range result.Decisions {
			fmt.Println(d)
		}
		if result.Changed { // store it
			binding.Spec.GracefulEvictionTasks = result.Tasks
		}
		now = now.Add(time.Minute)
	}
	// Output:
	// the eviction from m2 may wait until 2026-08-21T12:10:00Z: the grace period starts now
	// the eviction from m2 may wait until 2026-08-21T12:10:00Z: the object is Unhealthy in cluster m1
	// the eviction from m2 ends: the object is healthy in all targets
}

// Assess takes tasks that no binding has stored, and the grace period of a control plane.
func ExampleAssess_gracePeriod() {
	begun := time.Date(2026, 8, 21, 12, 0, 0, 0, time.UTC)
	hour, yes := time.Hour, true
	result := eviction.Assess(eviction.Input{
		Tasks: []api.GracefulEvictionTask{
			{FromCluster: "m2", CreationTimestamp: &metav1.Time{Time: begun}},
			{FromCluster: "m3", CreationTimestamp: &metav1.Time{Time: begun}, SuppressDeletion: &yes},
		},
		Now: begun.Add(20 * time.Minute), GracePeriod: &hour,
	})
	for _, d := range result.Decisions {
		fmt.Println(d)
	}
	fmt.Println("look again after", result.RetryAfter)
	// Output:
	// the eviction from m2 may wait until 2026-08-21T13:00:00Z: the scheduler has not observed the last change of the binding
	// the eviction from m3 is kept: suppressDeletion is true
	// look again after 40m0s
}
