package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// replicaSet interprets apps/v1 ReplicaSet.
type replicaSet struct{}

func (r replicaSet) Kinds() []schema.GroupVersionKind { return r.workload().kinds() }

func (replicaSet) workload() workload {
	return workload{
		kind:     kind{"apps/v1", "ReplicaSet"},
		reported: []string{"replicas", "readyReplicas", "availableReplicas", observedGeneration},
		counted:  []string{"replicas", "readyReplicas", "availableReplicas"},
	}
}

func (r replicaSet) InterpretReplica(_ context.Context, object *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	return r.workload().replicas(object)
}

func (replicaSet) ReviseReplica(_ context.Context, object *unstructured.Unstructured, replicas int64) (*unstructured.Unstructured, error) {
	return revise(object, replicas, "spec", "replicas")
}

func (r replicaSet) InterpretStatus(_ context.Context, object *unstructured.Unstructured) (any, error) {
	return r.workload().status(object)
}

func (r replicaSet) AggregateStatus(_ context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	return r.workload().aggregate(object, items)
}

// InterpretHealth reports whether the newest object was observed, and as many replicas as requested are available.
func (r replicaSet) InterpretHealth(_ context.Context, object *unstructured.Unstructured) (bool, error) {
	status, seen, err := r.workload().isSeen(object)
	return seen && isEnough(object, number(status["availableReplicas"])), err
}

func (r replicaSet) InterpretDependency(_ context.Context, object *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	return r.workload().dependencies(object)
}
