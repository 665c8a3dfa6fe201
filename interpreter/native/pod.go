package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// pod interprets Pod.
type pod struct{}

var podKind = kind{"v1", "Pod"}

func (pod) Kinds() []schema.GroupVersionKind { return podKind.kinds() }

// InterpretReplica returns 1 and the requirements of the pod.
func (pod) InterpretReplica(_ context.Context, o *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	if err := podKind.check(interpreter.InterpretReplica, o); err != nil {
		return 0, nil, err
	}
	requirements, err := requirementsIn(o, "spec")
	if err != nil {
		return 0, nil, err
	}
	return 1, requirements, nil
}

// InterpretHealth reports whether the pod has succeeded, or runs and is ready. The first condition Ready decides.
func (pod) InterpretHealth(_ context.Context, o *unstructured.Unstructured) (bool, error) {
	if err := podKind.check(interpreter.InterpretHealth, o); err != nil {
		return false, err
	}
	status := object(content(o), "status")
	switch text(status, "phase") {
	case "Succeeded":
		return true, nil
	case "Running":
		for condition := range objects(status, "conditions") {
			if text(condition, "type") == "Ready" {
				return text(condition, "status") == "True", nil
			}
		}
	}
	return false, nil
}

// InterpretDependency returns what the pod needs.
func (pod) InterpretDependency(_ context.Context, o *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	return podKind.dependencies(o, "spec")
}
