package declared

import (
	"cmp"
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// dependencyInterpreter finds the objects that an object needs.
type dependencyInterpreter struct {
	kind
	templates []jsontree.Pointer
	named     []reference
}

type reference struct {
	apiVersion, kind string
	name, namespace  jsontree.Pointer // namespace is nil for that of the object
}

// InterpretDependency returns the objects that the templates, including those of components, and the pointers name, sorted and without
// duplicates.
//
//  1. An absent or empty name is not a dependency.
//  2. The objects that a template names are in the namespace of the object.
func (d dependencyInterpreter) InterpretDependency(_ context.Context, object *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	found, err := d.read(object)
	if err != nil {
		return nil, fail(interpreter.InterpretDependency, object, err)
	}
	return found, nil
}

func (d dependencyInterpreter) read(object *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	root, err := content(object)
	if err != nil {
		return nil, err
	}
	own := selector.ObjectOf(root).Namespace
	found, err := d.ofTemplates(root, own)
	if err != nil {
		return nil, err
	}
	for _, ref := range d.named {
		name, err := textIn(root, ref.name)
		if err != nil {
			return nil, err
		}
		namespace, err := textIn(root, ref.namespace)
		if err != nil {
			return nil, err
		}
		if name != "" {
			found = append(found, interpreter.Dependency{
				APIVersion: ref.apiVersion, Kind: ref.kind, Name: name,
				Namespace: cmp.Or(namespace, own),
			})
		}
	}
	slices.SortFunc(found, interpreter.Dependency.Compare)
	return slices.Compact(found), nil
}

func (d dependencyInterpreter) ofTemplates(root map[string]any, namespace string) ([]interpreter.Dependency, error) {
	var found []interpreter.Dependency
	for _, at := range d.templates {
		v, err := find(root, at)
		if err != nil {
			return nil, err
		}
		if v == nil {
			continue
		}
		named, err := native.PodDependencies(namespace, v)
		if err != nil {
			return nil, notATemplate(at, err)
		}
		found = append(found, named...)
	}
	return found, nil
}

// textIn returns the string at a place; empty if it is absent, or if at is nil.
func textIn(root map[string]any, at jsontree.Pointer) (string, error) {
	if at == nil {
		return "", nil
	}
	v, err := find(root, at)
	if err != nil {
		return "", err
	}
	return text(at, v)
}
