package jsontree

import (
	"math"
	"strconv"
)

// Equal reports whether two documents are the same JSON. The order of keys does not matter, and numbers are compared
// as a JSON encoder writes them: the int64 1 equals the float64 1. Values that are not JSON, or beyond [MaxDepth] or
// [MaxSize], are not equal to anything.
func Equal(a, b any) bool {
	left := MaxSize
	return equal(a, b, true, 0, &left)
}

// equal implements Equal. If nullItems is false, a null inside a list is not equal to anything.
func equal(a, b any, nullItems bool, depth int, left *int) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case bool:
		b, ok := b.(bool)
		return ok && a == b
	case string:
		b, ok := b.(string)
		return ok && a == b
	case int64:
		switch b := b.(type) {
		case int64:
			return a == b
		case float64:
			return sameNumber(a, b)
		}
	case float64:
		switch b := b.(type) {
		case int64:
			return sameNumber(b, a)
		case float64:
			return a == b && math.Signbit(a) == math.Signbit(b)
		}
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) || enter(len(a), depth, left) != nil {
			return false
		}
		for key, e := range a {
			f, ok := b[key]
			if !ok || !equal(e, f, nullItems, depth+1, left) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) || enter(len(a), depth, left) != nil {
			return false
		}
		for i, e := range a {
			if !nullItems && (e == nil || b[i] == nil) || !equal(e, b[i], nullItems, depth+1, left) {
				return false
			}
		}
		return true
	}
	return false
}

// sameNumber reports whether a JSON encoder writes the same digits for both. Up to 2^53 it writes all digits. Above, it
// writes only as many digits of a float64 as distinguish it from its neighbors, and zeros: 1<<60 is written
// 1152921504606847000.
func sameNumber(i int64, f float64) bool {
	if float64(i) != f || f == 0 && math.Signbit(f) {
		return false
	}
	return -1<<53 <= i && i <= 1<<53 || strconv.FormatFloat(f, 'f', -1, 64) == strconv.FormatInt(i, 10)
}
