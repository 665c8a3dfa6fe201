package native

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// statefulSet interprets apps/v1 StatefulSet.
type statefulSet struct{}

func (s statefulSet) Kinds() []schema.GroupVersionKind { return s.workload().kinds() }

// workload does not report observedGeneration, so an aggregated one is never current. Upstream does the same; what it compares makes
// little difference, see isCurrent.
func (statefulSet) workload() workload {
	return workload{
		kind:          kind{"apps/v1", "StatefulSet"},
		reported:      []string{"availableReplicas", "currentReplicas", "readyReplicas", "replicas", "updatedReplicas"},
		counted:       []string{"availableReplicas", "currentReplicas", "readyReplicas", "replicas", "updatedReplicas"},
		ownGeneration: true,
	}
}

func (s statefulSet) InterpretReplica(_ context.Context, object *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	return s.workload().replicas(object)
}

func (statefulSet) ReviseReplica(_ context.Context, object *unstructured.Unstructured, replicas int64) (*unstructured.Unstructured, error) {
	return revise(object, replicas, "spec", "replicas")
}

func (s statefulSet) InterpretStatus(_ context.Context, object *unstructured.Unstructured) (any, error) {
	return s.workload().status(object)
}

func (s statefulSet) AggregateStatus(_ context.Context, object *unstructured.Unstructured, items []interpreter.StatusItem) (*unstructured.Unstructured, error) {
	return s.workload().aggregate(object, items)
}

// InterpretHealth reports whether the newest object was observed, all its replicas are updated, and these are available.
func (s statefulSet) InterpretHealth(_ context.Context, object *unstructured.Unstructured) (bool, error) {
	return s.workload().isRolledOut(object)
}

// InterpretDependency leaves out PersistentVolumeClaims with the name of a template in spec.volumeClaimTemplates: the member's controller
// creates those.
func (s statefulSet) InterpretDependency(_ context.Context, o *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	all, err := s.workload().dependencies(o)
	if err != nil {
		return nil, err
	}
	templates := map[string]bool{}
	for template := range objects(object(content(o), "spec"), "volumeClaimTemplates") {
		templates[text(object(template, "metadata"), "name")] = true
	}
	return slices.DeleteFunc(all, func(d interpreter.Dependency) bool {
		return d.Kind == "PersistentVolumeClaim" && templates[d.Name]
	}), nil
}
