package bind

import (
	"context"
	"fmt"
	"slices"

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

// FindIn finds dependencies among these objects. It returns them in their order, not copied. Names and labels are read only once, by FindIn.
func FindIn(objects ...*unstructured.Unstructured) DependencyFinder {
	all := catalog{named: map[override.Ref][]int{}, labeled: map[label][]int{}}
	for _, o := range objects {
		if o != nil {
			all.add(o)
		}
	}
	return func(_ context.Context, d interpreter.Dependency) ([]*unstructured.Unstructured, error) {
		if d.Name != "" {
			return all.get(all.named[dependencyRef(d)], labels.Everything()), nil
		}
		selector, err := metav1.LabelSelectorAsSelector(d.LabelSelector)
		if err != nil {
			return nil, fmt.Errorf("labelSelector: %w", err)
		}
		return all.get(all.candidates(d), selector), nil
	}
}

// catalog is an index of objects by name and label.
type catalog struct {
	objects []*unstructured.Unstructured
	labels  []labels.Set
	named   map[override.Ref][]int // a reference without a name has all objects of its kind and namespace
	labeled map[label][]int
}

// label is the key of an index by label.
type label struct {
	of         override.Ref // without a name
	key, value string
}

func (c *catalog) add(o *unstructured.Unstructured) {
	n, ref, own := len(c.objects), override.RefOf(o), content.Labels(o)
	c.objects, c.labels = append(c.objects, o), append(c.labels, own)
	if ref.Name != "" {
		c.named[ref] = append(c.named[ref], n)
	}
	ref.Name = ""
	c.named[ref] = append(c.named[ref], n)
	for key, value := range own {
		at := label{ref, key, value}
		c.labeled[at] = append(c.labeled[at], n)
	}
}

// candidates returns objects that a dependency without a name may mean: those of its kind and namespace with the rarest of its labels.
func (c *catalog) candidates(d interpreter.Dependency) []int {
	of := dependencyRef(d)
	fewest := c.named[of]
	if d.LabelSelector != nil {
		for key, value := range d.LabelSelector.MatchLabels {
			if with := c.labeled[label{of, key, value}]; len(with) < len(fewest) {
				fewest = with
			}
		}
	}
	return fewest
}

// get returns the objects at these indexes that a selector selects.
func (c *catalog) get(numbers []int, selector labels.Selector) (found []*unstructured.Unstructured) {
	for _, n := range numbers {
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
