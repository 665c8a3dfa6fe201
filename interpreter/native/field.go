package native

import (
	"errors"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/internal/typed"
	"github.com/overridekit/overridekit/override/jsontree"
)

// typeError is the error of a value of a wrong type.
type typeError struct {
	at       jsontree.Pointer
	found    any
	expected string
}

// Error returns text that follows the place of the value.
func (m *typeError) Error() string {
	return "is " + typed.Describe(m.found, m.expected) + ", expected " + m.expected
}

// WithoutValues returns the error without the value, see [interpreter.NewError].
func (m *typeError) WithoutValues() error {
	return errors.New("is " + jsontree.DescribeHidden(m.found) + ", expected " + m.expected)
}

// field reads a field of an unchecked object.
//
//  1. It is not found if it is absent, or if anything on the way to it is absent or null. A null at the end is found.
//  2. Anything but an object on the way to it is an error.
func field(object map[string]any, path ...string) (v any, found bool, err *typeError) {
	v = object
	for i, key := range path {
		if v == nil {
			return nil, false, nil
		}
		m, ok := v.(map[string]any)
		if !ok {
			return nil, false, &typeError{path[:i], v, "an object"}
		}
		if v, ok = m[key]; !ok {
			return nil, false, nil
		}
	}
	return v, true, nil
}

// put writes a field of an object that the caller owns. It creates missing objects on the way. Null there, or anything but an object, is
// an error.
func put(object map[string]any, v any, path ...string) *typeError {
	last := len(path) - 1
	for i, key := range path[:last] {
		below, found := object[key]
		if !found {
			below = map[string]any{}
			object[key] = below
		}
		m, _ := below.(map[string]any)
		if m == nil {
			return &typeError{slices.Clone(path[:i+1]), below, "an object"}
		}
		object = m
	}
	object[path[last]] = v
	return nil
}

// content returns the content of an object; nil without an object.
func content(object *unstructured.Unstructured) map[string]any {
	if object == nil {
		return nil
	}
	return object.Object
}

// copyOf returns a copy of the object. Its content can be written even if the object has none.
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
