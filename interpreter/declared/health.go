package declared

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// healthInterpreter tests whether an object is healthy.
type healthInterpreter struct {
	kind
	tests []test
}

// test reports whether an object passes a condition.
type test func(root map[string]any) (bool, error)

// InterpretHealth reports whether all conditions are met.
//
//  1. The first condition that is not met decides; later conditions are not tested.
//  2. Values of different types are not equal. Numbers are equal as in JSON.
//  3. A comparison with "at least" of anything but integers is an error.
//  4. A missing status condition is not met.
func (h healthInterpreter) InterpretHealth(_ context.Context, object *unstructured.Unstructured) (bool, error) {
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

// operand is a side of a comparison: the value at a place, or a constant.
type operand struct {
	at     jsontree.Pointer // nil for a constant
	absent any              // the constant, or the value if nothing is at the place; nil for the zero value of the other side
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

// isZero reports whether a value equals an absent one.
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
