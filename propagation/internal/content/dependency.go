package content

import (
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/selector"
)

// DependencyRef returns the reference of a dependency. Its name may be empty.
func DependencyRef(d interpreter.Dependency) override.Ref {
	return override.Ref{APIVersion: d.APIVersion, Kind: d.Kind, Namespace: d.Namespace, Name: d.Name}
}

// FindDependency returns the objects of a dependency, sorted and not copied: the one with its name or, without a name, those of its kind and namespace that its
// labelSelector selects. It asks for the index of the objects only without a name.
func FindDependency(d interpreter.Dependency, objects map[override.Ref]*unstructured.Unstructured, index func() *impact.Index) ([]*unstructured.Unstructured, error) {
	ref := DependencyRef(d)
	if d.Name != "" {
		if o := objects[ref]; o != nil {
			return []*unstructured.Unstructured{o}, nil
		}
		return nil, nil
	}
	if _, err := metav1.LabelSelectorAsSelector(d.LabelSelector); err != nil {
		return nil, fmt.Errorf("labelSelector: %w", ClipError(err))
	}
	if d.LabelSelector == nil {
		return nil, nil
	}
	selected, err := selector.NewObjects(selector.ObjectSelector{APIVersion: d.APIVersion, Kind: d.Kind, Namespace: d.Namespace, LabelSelector: d.LabelSelector})
	if err != nil {
		return nil, ClipError(err)
	}
	refs := index().Selected(selected, d.Namespace)
	slices.SortFunc(refs, CompareRefs)
	var found []*unstructured.Unstructured
	for _, ref := range refs {
		if ref.Namespace == d.Namespace { // also if both are empty
			found = append(found, objects[ref])
		}
	}
	return found, nil
}
