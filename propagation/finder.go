package propagation

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// finder finds the objects of dependencies among sorted templates. It indexes those of a kind and namespace by their labels for the first
// dependency that selects by labels, and must be reset when labels change.
type finder struct {
	templates []*template
	labeled   map[override.Ref]bind.DependencyFinder // by kind and namespace
}

// find returns the objects of a dependency, as [bind.FindIn], or none if its selector is invalid.
func (f *finder) find(d interpreter.Dependency) (found []*template) {
	if d.Name != "" {
		return f.named(found, override.Ref{APIVersion: d.APIVersion, Kind: d.Kind, Namespace: d.Namespace, Name: d.Name})
	}
	of := override.Ref{Kind: d.Kind, Namespace: d.Namespace}
	labeled := f.labeled[of]
	if labeled == nil {
		if f.labeled == nil {
			f.labeled = map[override.Ref]bind.DependencyFinder{}
		}
		labeled = bind.FindIn(f.objects(of)...)
		f.labeled[of] = labeled
	}
	objects, _ := labeled(context.Background(), d)
	for _, object := range objects {
		found = f.named(found, override.RefOf(object))
	}
	return found
}

// named appends the template with a reference if it is valid.
func (f *finder) named(found []*template, ref override.Ref) []*template {
	if at, known := search(f.templates, templateRef, ref); known && f.templates[at].fault == nil {
		found = append(found, f.templates[at])
	}
	return found
}

// objects returns the valid objects of a kind and namespace.
func (f *finder) objects(of override.Ref) (objects []*unstructured.Unstructured) {
	at, _ := search(f.templates, templateRef, of)
	for _, t := range f.templates[at:] {
		if t.ref.Namespace != of.Namespace || t.ref.Kind != of.Kind {
			break
		}
		if t.fault == nil {
			objects = append(objects, t.object)
		}
	}
	return objects
}

// reset forgets the labels.
func (f *finder) reset() { f.labeled = nil }

// get is a [bind.DependencyFinder].
func (f *finder) get(_ context.Context, d interpreter.Dependency) (objects []*unstructured.Unstructured, err error) {
	if _, err := metav1.LabelSelectorAsSelector(d.LabelSelector); d.Name == "" && err != nil {
		return nil, fmt.Errorf("labelSelector: %w", content.ClipError(err))
	}
	for _, t := range f.find(d) {
		objects = append(objects, t.object)
	}
	return objects, nil
}
