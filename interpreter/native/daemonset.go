package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// daemonSet interprets apps/v1 DaemonSet.
type daemonSet struct{}

func (d daemonSet) Kinds() []schema.GroupVersionKind { return d.workload().kinds() }

func (daemonSet) workload() workload {
	counters := []string{
		"currentNumberScheduled", "desiredNumberScheduled", "numberAvailable", "numberMisscheduled", "numberReady",
		"numberUnavailable", "updatedNumberScheduled",
	}
	return workload{
		kind:        kind{"apps/v1", "DaemonSet"},
		reported:    append(counters, observedGeneration),
		counted:     counters,
		wholeStatus: true,
	}
}

func (d daemonSet) InterpretStatus(_ context.Context, object *unstructured.Unstructured) (any, error) {
	return d.workload().status(object)
}

func (d daemonSet) AggregateStatus(_ context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	return d.workload().aggregate(object, items)
}

// InterpretHealth reports whether the newest object was observed, every node that should have a pod has a pod of it, and these pods are
// available.
func (d daemonSet) InterpretHealth(_ context.Context, object *unstructured.Unstructured) (bool, error) {
	status, seen, err := d.workload().isSeen(object)
	updated := number(status["updatedNumberScheduled"])
	return seen && updated >= number(status["desiredNumberScheduled"]) && number(status["numberAvailable"]) >= updated, err
}

func (d daemonSet) InterpretDependency(_ context.Context, object *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	return d.workload().dependencies(object)
}
