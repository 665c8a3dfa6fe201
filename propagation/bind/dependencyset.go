package bind

import (
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// dependencySet is the dependencies of an object.
type dependencySet struct {
	key       func(override.Ref) override.Ref // what is compared
	named     map[override.Ref]bool
	selecting map[override.Ref][]selecting // by the reference without a name
}

// selecting is a dependency with a labelSelector.
type selecting struct {
	dependency interpreter.Dependency
	selector   labels.Selector
	err        error // the labelSelector is invalid
}

// newDependencySet returns a set that compares the keys of references: exact, or anyVersion.
func newDependencySet(dependencies []interpreter.Dependency, key func(override.Ref) override.Ref) dependencySet {
	w := dependencySet{key: key, named: make(map[override.Ref]bool, len(dependencies)), selecting: map[override.Ref][]selecting{}}
	for _, d := range dependencies {
		ref := key(content.DependencyRef(d))
		if d.Name != "" || d.LabelSelector == nil {
			w.named[ref] = true
			continue
		}
		selector, err := metav1.LabelSelectorAsSelector(d.LabelSelector)
		w.selecting[ref] = append(w.selecting[ref], selecting{d, selector, err})
	}
	return w
}

// has reports whether an object is one of the dependencies, by its reference or by its labels. It calls objects, which returns the object, only
// if the labels decide.
func (w dependencySet) has(ref override.Ref, objects func() ([]*unstructured.Unstructured, error)) (bool, error) {
	ref = w.key(ref)
	if w.named[ref] {
		return true, nil
	}
	kind := ref
	kind.Name = ""
	candidates := w.selecting[kind]
	if len(candidates) == 0 {
		return false, nil
	}
	found, err := objects()
	if err != nil {
		return false, err
	}
	for _, c := range candidates {
		if c.err != nil {
			return false, fmt.Errorf("%s: labelSelector: %w", content.ClipRef(content.DependencyRef(c.dependency)), content.ClipError(c.err))
		}
		if slices.ContainsFunc(found, func(o *unstructured.Unstructured) bool { return selects(c.selector, o) }) {
			return true, nil
		}
	}
	return false, nil
}

// exact returns a reference unchanged.
func exact(ref override.Ref) override.Ref { return ref }

// anyVersion returns a reference with the group in place of the API version. It is equal for all versions of an object.
func anyVersion(ref override.Ref) override.Ref {
	ref.APIVersion = content.GroupOf(ref.APIVersion)
	return ref
}
