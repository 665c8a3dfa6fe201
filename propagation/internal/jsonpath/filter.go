package jsonpath

import (
	"cmp"
	"errors"
	"fmt"
)

// filter returns the elements of lists that the filter keeps. The order of the results with an error matters to outer filters.
func (e *evaluation) filter(in []any, f filter) (kept []any, err error) {
	for _, v := range in {
		values, ok := v.([]any)
		if !ok {
			return in, errors.New("found a value that is not a list, expected a list to filter")
		}
		if err := e.count(len(values)); err != nil {
			return nil, err
		}
		for _, element := range values {
			left, err := e.list([]any{element}, f.left)
			if errors.Is(err, errTooManySteps) {
				return nil, err
			}
			if f.operator == "" {
				if len(left) > 0 {
					kept = append(kept, element)
				}
				continue
			}
			if err != nil {
				return in, err
			}
			if len(left) == 0 {
				continue
			}
			if len(left) > 1 {
				return in, errors.New("a filter can compare only one value at a time")
			}
			right, err := e.list([]any{element}, f.right)
			if err != nil {
				return in, err
			}
			if len(right) == 0 {
				continue
			}
			if len(right) > 1 {
				return in, errors.New("a filter can compare only one value at a time")
			}
			holds, err := compare(left[0], right[0], f.operator)
			if err != nil {
				return kept, err
			}
			if holds {
				kept = append(kept, element)
			}
		}
	}
	return kept, nil
}

// compare compares two values of the same type. Bytes and integers are of the same type, floating point numbers are not.
func compare(a, b any, operator string) (bool, error) {
	if x, ok := a.(byte); ok {
		a = int(x)
	}
	if y, ok := b.(byte); ok {
		b = int(y)
	}
	order, same, ordered := 0, false, true
	switch x := a.(type) {
	case bool:
		var y bool
		if y, same = b.(bool); x != y {
			order = 1
		}
		ordered = false
	case int:
		order, same = orderOf(x, b)
	case float64:
		order, same = orderOf(x, b)
	case string:
		order, same = orderOf(x, b)
	}
	if !same {
		return false, fmt.Errorf("cannot compare %T with %T", a, b)
	}
	return holds(order, ordered, operator)
}

// orderOf compares a value with one that must be of the same type.
func orderOf[T cmp.Ordered](x T, b any) (order int, same bool) {
	y, same := b.(T)
	return cmp.Compare(x, y), same
}

// holds reports whether an operator is true for the order of two values.
func holds(order int, ordered bool, operator string) (bool, error) {
	switch operator {
	case "==":
		return order == 0, nil
	case "!=":
		return order != 0, nil
	}
	if !ordered {
		return false, errors.New("booleans have no order")
	}
	switch operator {
	case "<":
		return order < 0, nil
	case "<=":
		return order <= 0, nil
	case ">":
		return order > 0, nil
	case ">=":
		return order >= 0, nil
	}
	return false, fmt.Errorf("unknown operator %s in a filter", clip(operator))
}
