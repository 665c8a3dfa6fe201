package bind

import (
	"context"
	"fmt"
	"slices"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// DependencyFinder returns the objects of a dependency: the one with its apiVersion, kind, namespace and name or, without a name, all with its
// apiVersion, kind and namespace that its labelSelector selects. Finding none is not an error.
type DependencyFinder func(ctx context.Context, dependency interpreter.Dependency) ([]*unstructured.Unstructured, error)

// FindIn finds dependencies among these objects. It returns them in their order, not copied. Names are read only once, by FindIn, and labels only once,
// for the first dependency with a labelSelector: do not change the objects as long as the finder is in use. It is safe for concurrent use.
func FindIn(objects ...*unstructured.Unstructured) DependencyFinder {
	objects = slices.DeleteFunc(slices.Clone(objects), func(o *unstructured.Unstructured) bool { return o == nil })
	named := make(map[override.Ref][]*unstructured.Unstructured, len(objects))
	for i, o := range objects {
		ref := override.RefOf(o)
		if same := named[ref]; same != nil {
			named[ref] = append(same, o)
		} else {
			named[ref] = objects[i : i+1 : i+1]
		}
	}
	labeled := sync.OnceValue(func() *catalog { return newCatalog(objects) })
	return func(_ context.Context, d interpreter.Dependency) ([]*unstructured.Unstructured, error) {
		if d.Name != "" {
			return slices.Clone(named[dependencyRef(d)]), nil
		}
		selector, err := metav1.LabelSelectorAsSelector(d.LabelSelector)
		if err != nil {
			return nil, fmt.Errorf("labelSelector: %w", content.ClipError(err))
		}
		return labeled().get(d, selector), nil
	}
}

// catalog is an index of objects by label.
type catalog struct {
	objects []*unstructured.Unstructured
	labels  []labels.Set
	kinds   map[override.Ref][]int // by reference without a name
	labeled map[label][]int
}

// label is the key of an index by label.
type label struct {
	of         override.Ref // without a name
	key, value string
}

func newCatalog(objects []*unstructured.Unstructured) *catalog {
	c := &catalog{objects: objects, kinds: map[override.Ref][]int{}, labeled: map[label][]int{}}
	for n, o := range objects {
		ref, own := override.RefOf(o), content.Labels(o)
		ref.Name = ""
		c.labels, c.kinds[ref] = append(c.labels, own), append(c.kinds[ref], n)
		for key, value := range own {
			at := label{ref, key, value}
			c.labeled[at] = append(c.labeled[at], n)
		}
	}
	return c
}

// candidates returns objects that a dependency without a name may mean: those of its kind and namespace with the rarest of its labels.
func (c *catalog) candidates(d interpreter.Dependency) []int {
	of := dependencyRef(d)
	fewest := c.kinds[of]
	if d.LabelSelector != nil {
		for key, value := range d.LabelSelector.MatchLabels {
			if with := c.labeled[label{of, key, value}]; len(with) < len(fewest) {
				fewest = with
			}
		}
	}
	return fewest
}

// get returns the objects that a dependency without a name selects.
func (c *catalog) get(d interpreter.Dependency, selector labels.Selector) (found []*unstructured.Unstructured) {
	for _, n := range c.candidates(d) {
		if selector.Matches(c.labels[n]) {
			found = append(found, c.objects[n])
		}
	}
	return found
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
