package declared

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// healthy knows what must hold of a healthy object.
type healthy struct {
	kind
	tests []test
}

// test tells whether something holds of an object.
type test func(root map[string]any) (bool, error)

// InterpretHealth tells whether all conditions hold.
//
//  1. The first that does not hold decides; what comes after it is not looked at.
//  2. Values of different types are not equal. Numbers are equal as in JSON.
//  3. What is not an integer cannot be at least another; that is an error.
//  4. A status condition that is not there does not hold.
func (h healthy) InterpretHealth(_ context.Context, object *unstructured.Unstructured) (bool, error) {
	root, err := content(object)
	if err != nil {
		return false, fail(interpreter.InterpretHealth, object, err)
	}
	for _, holds := range h.tests {
		ok, err := holds(root)
		if err != nil {
			return false, fail(interpreter.InterpretHealth, object, err)
		}
		if !ok {
			return false, nil
		}
	}
	return true, nil
}

// operand is a side of a comparison: the value at a place, or one that is given.
type operand struct {
	at     jsontree.Pointer // nil where the value is given
	absent any              // what it is where nothing is; nil for the zero of the other side
}

func (o operand) in(root map[string]any) (any, error) {
	if o.at == nil {
		return o.absent, nil
	}
	v, err := find(root, o.at)
	if v == nil {
		v = o.absent
	}
	return v, err
}

// compare makes a test of two operands.
func compare(a, b operand, holds func(a, b any) (bool, error)) test {
	return func(root map[string]any) (bool, error) {
		left, err := a.in(root)
		if err != nil {
			return false, err
		}
		right, err := b.in(root)
		if err != nil {
			return false, err
		}
		return holds(left, right)
	}
}

func equals(a, b operand) test {
	return compare(a, b, func(a, b any) (bool, error) {
		switch {
		case a == nil:
			return isZero(b), nil
		case b == nil:
			return isZero(a), nil
		}
		return jsontree.Equal(a, b), nil
	})
}

func atLeast(a, b operand) test {
	return compare(a, b, func(left, right any) (bool, error) {
		least, err := integer(b.at, right)
		if err != nil {
			return false, err
		}
		n, err := integer(a.at, left)
		return n >= least, err
	})
}

// isZero tells whether a value is what an absent one stands for.
func isZero(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case int64:
		return v == 0
	case float64:
		return v == 0
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// isTrue makes a test of the first condition of a type in a list of conditions.
func isTrue(list jsontree.Pointer, kind string) test {
	return func(root map[string]any) (bool, error) {
		v, err := find(root, list)
		if err != nil || v == nil {
			return false, err
		}
		conditions, ok := v.([]any)
		if !ok {
			return false, unexpected(list, v, "a list of conditions")
		}
		for i, c := range conditions {
			condition, ok := c.(map[string]any)
			if !ok {
				return false, unexpected(list.Index(i), c, "a condition")
			}
			if condition["type"] == kind {
				return condition["status"] == "True", nil
			}
		}
		return false, nil
	}
}
