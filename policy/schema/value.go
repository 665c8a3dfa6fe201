package schema

import (
	"fmt"
	"math"
)

// typeOf returns the name of the type of a value. For a value that is not JSON, it is the Go type.
func typeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case string:
		return "string"
	case bool:
		return "boolean"
	case int64:
		return "integer"
	case float64:
		return "number"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	}
	return fmt.Sprintf("%T", v)
}

// article has the names of types in a message.
var article = map[string]string{
	"null": "null", "string": "a string", "boolean": "a boolean", "integer": "an integer", "number": "a number", "array": "a list", "object": "an object",
}

// isOf reports whether a value is of a type. An integer is a number, and a number without a fraction is an integer.
func isOf(kind string, v any) bool {
	found := typeOf(v)
	switch kind {
	case "integer":
		_, ok := integer(v)
		return ok || isWhole(v)
	case "number":
		return found == "integer" || found == "number"
	}
	return kind == found
}

// isWhole reports whether a value is a number without a fraction.
func isWhole(v any) bool {
	f, ok := v.(float64)
	return ok && f == math.Trunc(f) && !math.IsInf(f, 0)
}

// integer returns a number that is an integer of 64 bits.
func integer(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case float64:
		if i := int64(v); v >= -1<<63 && v < 1<<63 && float64(i) == v {
			return i, true
		}
	}
	return 0, false
}

func float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return 0, false
}
