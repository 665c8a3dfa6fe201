package cluster

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/quantity"
)

// refOf names an object of a list, whose items lack a kind.
func refOf(object *unstructured.Unstructured, kind string) override.Ref {
	ref := override.RefOf(object)
	if ref.Kind == "" {
		ref.Kind = kind
	}
	return ref
}

// checkKind returns an error for nil and for an object of another kind.
func checkKind(object *unstructured.Unstructured, kind string) error {
	if object == nil {
		return fmt.Errorf("found nil, expected a %s", kind)
	}
	if ref := override.RefOf(object); ref.Kind != "" && ref.Kind != kind {
		return fmt.Errorf("found the kind %q, expected a %s", ref.Kind, kind)
	}
	return nil
}

// at returns the value at a path of fields. A field of null is null.
func at(v any, path ...string) (any, error) {
	for i, name := range path {
		m, isMap := v.(map[string]any)
		if !isMap && v != nil {
			return nil, fault(v, "an object", path[:i])
		}
		v = m[name]
	}
	return v, nil
}

// fault returns the error of a value at a path that is not what is expected.
func fault(v any, expected string, path []string) error {
	return &jsontree.Error{Where: slices.Clone(path), Reason: "is " + jsontree.Describe(v) + ", expected " + expected}
}

// stringAt returns the string at a path, and "" for null.
func stringAt(v any, path ...string) (string, error) {
	v, err := at(v, path...)
	if err != nil {
		return "", err
	}
	s, isString := v.(string)
	if !isString && v != nil {
		return "", fault(v, "a string", path)
	}
	return s, nil
}

// eachAt calls a function for every element of the list at a path. Null is an empty list. An error of the function gets the path and the index.
func eachAt(v any, visit func(element any) error, path ...string) error {
	v, err := at(v, path...)
	if err != nil {
		return err
	}
	list, isList := v.([]any)
	if !isList && v != nil {
		return fault(v, "a list", path)
	}
	for i, element := range list {
		if err := visit(element); err != nil {
			var inner *jsontree.Error
			if errors.As(err, &inner) {
				inner.Where = slices.Concat(path, []string{strconv.Itoa(i)}, inner.Where)
			}
			return err
		}
	}
	return nil
}

// quantitiesAt calls a function for every quantity of the object at a path. Null is an empty object. If there are several faults, the error has
// the first by name.
func quantitiesAt(v any, visit func(name string, q resource.Quantity), path ...string) error {
	v, err := at(v, path...)
	if err != nil {
		return err
	}
	m, isMap := v.(map[string]any)
	if !isMap && v != nil {
		return fault(v, "an object", path)
	}
	for name, v := range m {
		q, err := quantity.Of(v)
		if err != nil {
			return firstFault(m, path)
		}
		visit(name, q)
	}
	return nil
}

// firstFault returns the error of the first entry, by name, that is not a quantity.
func firstFault(m map[string]any, path []string) error {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if _, err := quantity.Of(m[name]); err != nil {
			return &jsontree.Error{Where: slices.Concat(path, []string{name}), Reason: "is invalid: " + err.Error()}
		}
	}
	return nil
}
