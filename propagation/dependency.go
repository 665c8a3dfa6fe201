package propagation

import (
	"context"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/overridekit/overridekit/interpreter"
)

// DependencyFinder gives the objects that a dependency means: that of its apiVersion, kind, namespace and name, or, if it has
// no name, all of its apiVersion, kind and namespace that its labelSelector selects. None is no error.
type DependencyFinder func(ctx context.Context, dependency interpreter.Dependency) ([]*unstructured.Unstructured, error)

// FindIn finds among these objects, and gives them as they are, no copies.
func FindIn(objects ...*unstructured.Unstructured) DependencyFinder {
	return func(_ context.Context, d interpreter.Dependency) ([]*unstructured.Unstructured, error) {
		selector := labels.Everything()
		if d.Name == "" {
			var err error
			if selector, err = metav1.LabelSelectorAsSelector(d.LabelSelector); err != nil {
				return nil, fmt.Errorf("labelSelector: %w", err)
			}
		}
		var found []*unstructured.Unstructured
		for _, o := range objects {
			if o == nil || o.GetAPIVersion() != d.APIVersion || o.GetKind() != d.Kind || o.GetNamespace() != d.Namespace {
				continue
			}
			if d.Name == o.GetName() || d.Name == "" && selects(selector, o) {
				found = append(found, o)
			}
		}
		return found, nil
	}
}

func selects(selector labels.Selector, object *unstructured.Unstructured) bool {
	return selector.Matches(labels.Set(object.GetLabels()))
}

// sortedDependencies is a sorted copy; none are nil.
func sortedDependencies(dependencies []interpreter.Dependency) []interpreter.Dependency {
	if len(dependencies) == 0 {
		return nil
	}
	sorted := make([]interpreter.Dependency, len(dependencies))
	for i, d := range dependencies {
		d.LabelSelector = d.LabelSelector.DeepCopy()
		sorted[i] = d
	}
	slices.SortStableFunc(sorted, interpreter.Dependency.Compare)
	return sorted
}
