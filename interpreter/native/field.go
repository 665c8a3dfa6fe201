package native

import (
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// misfit is a value of another type than it should be.
type misfit struct {
	at       jsontree.Pointer
	found    any
	expected string
}

// Error goes on where the place has been said.
func (m *misfit) Error() string {
	return "is " + jsontree.Describe(m.found) + ", expected " + m.expected
}

// WithoutValues is the error where the object has something to hide, see [interpreter.NewError].
func (m *misfit) WithoutValues() error {
	return errors.New("is " + jsontree.DescribeHidden(m.found) + ", expected " + m.expected)
}

// field reads a field of an object that nobody has checked.
//
//  1. It is not found if it is absent, or if something on the way to it is absent or null. A null at the end is found.
//  2. What is no object on the way to it is an error.
func field(object map[string]any, path ...string) (v any, found bool, err *misfit) {
	v = object
	for i, key := range path {
		if v == nil {
			return nil, false, nil
		}
		m, ok := v.(map[string]any)
		if !ok {
			return nil, false, &misfit{path[:i], v, "an object"}
		}
		if v, ok = m[key]; !ok {
			return nil, false, nil
		}
	}
	return v, true, nil
}

// put writes a field of an object that is the caller's own. Objects that are absent on the way are made; null there, or what
// is no object, is an error.
func put(object map[string]any, v any, path ...string) *misfit {
	last := len(path) - 1
	for i, key := range path[:last] {
		below, found := object[key]
		if !found {
			below = map[string]any{}
			object[key] = below
		}
		m, _ := below.(map[string]any)
		if m == nil {
			return &misfit{slices.Clone(path[:i+1]), below, "an object"}
		}
		object = m
	}
	object[path[last]] = v
	return nil
}

// content is what is in an object, nothing if there is no object.
func content(object *unstructured.Unstructured) map[string]any {
	if object == nil {
		return nil
	}
	return object.Object
}

// copyOf is the object once more, with nothing in common. Its content can be written even if the object has none.
func copyOf(op interpreter.Operation, object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	copied, err := jsontree.Clone(content(object))
	if err != nil {
		return nil, fail(op, object, nil, err)
	}
	m, _ := copied.(map[string]any)
	if m == nil {
		m = map[string]any{}
	}
	return &unstructured.Unstructured{Object: m}, nil
}
