package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// pod understands Pod.
type pod struct{}

var podKind = statusKind{"v1", "Pod"}

func (pod) Kinds() []schema.GroupVersionKind { return of("", "v1", "Pod") }

// InterpretReplica is 1, and what the pod itself needs.
func (pod) InterpretReplica(_ context.Context, o *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	const op = interpreter.InterpretReplica
	if err := podKind.check(op, o); err != nil {
		return 0, nil, err
	}
	requirements, err := requirementsOf(object(content(o), "spec"))
	if err != nil {
		return 0, nil, failTyped(op, o, jsontree.Pointer{"spec"}, err)
	}
	return 1, requirements, nil
}

// InterpretHealth tells whether the pod has succeeded, or runs and is ready. Of several conditions Ready the first one decides.
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

// InterpretDependency is what the pod itself needs.
func (pod) InterpretDependency(_ context.Context, o *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	if err := podKind.check(interpreter.InterpretDependency, o); err != nil {
		return nil, err
	}
	return podDependencies(text(object(content(o), "metadata"), "namespace"), object(content(o), "spec")), nil
}
