package bind

import (
	"context"
	"slices"
	"sync"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// DependencyFinder returns the objects of a dependency: the one with its apiVersion, kind, namespace and name or, without a name, all with its
// apiVersion, kind and namespace that its labelSelector selects. Finding none is not an error.
type DependencyFinder func(ctx context.Context, dependency interpreter.Dependency) ([]*unstructured.Unstructured, error)

// FindIn finds dependencies among these objects. It returns them sorted, not copied; among objects with the same [override.Ref], the last one counts. Names are
// read only once, by FindIn, and labels only once, for the first dependency with a labelSelector: do not change the objects as long as the finder is in use. It is
// safe for concurrent use.
func FindIn(objects ...*unstructured.Unstructured) DependencyFinder {
	named := make(map[override.Ref]*unstructured.Unstructured, len(objects))
	for _, o := range objects {
		if o != nil {
			named[override.RefOf(o)] = o
		}
	}
	index := sync.OnceValue(func() *impact.Index { return impact.NewIndex(objects...) })
	return func(_ context.Context, d interpreter.Dependency) ([]*unstructured.Unstructured, error) {
		return content.FindDependency(d, named, index)
	}
}

func selects(selector labels.Selector, object *unstructured.Unstructured) bool {
	return selector.Matches(labels.Set(content.Labels(object)))
}

// sortedDependencies returns a sorted copy, or nil.
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
