package native

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// deployment interprets apps/v1 Deployment.
type deployment struct{}

func (d deployment) Kinds() []schema.GroupVersionKind { return d.workload().kinds() }

func (deployment) workload() workload {
	return workload{
		kind:     kind{"apps/v1", "Deployment"},
		reported: []string{"replicas", "updatedReplicas", "readyReplicas", "availableReplicas", "unavailableReplicas", observedGeneration},
		counted:  []string{"replicas", "readyReplicas", "updatedReplicas", "availableReplicas", "unavailableReplicas"},
	}
}

func (d deployment) InterpretReplica(_ context.Context, object *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	return d.workload().replicas(object)
}

func (deployment) ReviseReplica(_ context.Context, object *unstructured.Unstructured, replicas int64) (*unstructured.Unstructured, error) {
	return revise(object, replicas, "spec", "replicas")
}

// Retain returns the desired object with spec.replicas of the observed one, if the desired one has retainReplicasLabel.
//
//  1. Every label of the desired object must be a string; null is ignored.
//  2. With the label, the observed object must have an integer there: absent, null and 3.0 are errors.
//  3. A missing spec of the desired object is created; a null spec is an error.
func (deployment) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	const op = interpreter.Retain
	retains, bad := retainsReplicas(content(desired))
	if bad != nil {
		return nil, fail(op, desired, bad.at, bad)
	}
	result, err := copyOf(op, desired)
	if err != nil || !retains {
		return result, err
	}
	at := []string{"spec", "replicas"}
	replicas, found, bad := integerField(content(observed), at...)
	if bad == nil && !found {
		bad = &typeError{at, nil, "an integer"}
	}
	if bad != nil {
		return nil, failObserved(desired, bad.at, bad)
	}
	if bad := put(result.Object, replicas, at...); bad != nil {
		return nil, fail(op, desired, bad.at, bad)
	}
	return result, nil
}

// Retains reports whether Retain keeps the observed replicas, or fails. It implements [interpreter.RetainFilter].
func (deployment) Retains(desired *unstructured.Unstructured) bool {
	retains, bad := retainsReplicas(content(desired))
	return retains || bad != nil
}

// retainReplicasLabel lets the member decide the replicas, if it is "true".
const retainReplicasLabel = "resourcetemplate.karmada.io/retain-replicas"

func retainsReplicas(desired map[string]any) (bool, *typeError) {
	at := []string{"metadata", "labels"}
	v, found, bad := field(desired, at...)
	if bad != nil || !found {
		return false, bad
	}
	if _, expected := texts(v); expected != "" {
		return false, &typeError{at, v, expected}
	}
	return v.(map[string]any)[retainReplicasLabel] == "true", nil
}

func (d deployment) InterpretStatus(_ context.Context, object *unstructured.Unstructured) (any, error) {
	return d.workload().status(object)
}

func (d deployment) AggregateStatus(_ context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	return d.workload().aggregate(object, items)
}

// InterpretHealth reports whether the newest object was observed, all its replicas are updated, and these are available. An object
// without a number of replicas needs none to be healthy.
func (d deployment) InterpretHealth(_ context.Context, object *unstructured.Unstructured) (bool, error) {
	return d.workload().isRolledOut(object)
}

func (d deployment) InterpretDependency(_ context.Context, object *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	return d.workload().dependencies(object)
}
