package schema

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
)

// typeOf returns the name of the type of a value. That of a value that is no JSON is its Go type.
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

// number checks minimum, maximum and multipleOf. As for an API server, bounds and factors are cut to integers for an int64: it has no
// multiples of 0.5.
func (c *check) number(n *node, v any, at place) {
	limit := func(bound float64) int { return cmp.Compare(v.(float64), bound) }
	if i, ok := v.(int64); ok {
		limit = func(bound float64) int { return cmp.Compare(i, cut(bound)) }
	}
	if n.multipleOf != nil && !isMultiple(v, *n.multipleOf) {
		c.refuse(at, "should be a multiple of %v", *n.multipleOf)
	}
	if most := n.maximum; most != nil {
		switch order := limit(*most); {
		case n.exclusiveMaximum && order >= 0:
			c.refuse(at, "should be less than %v", *most)
		case order > 0:
			c.refuse(at, "should be less than or equal to %v", *most)
		}
	}
	if least := n.minimum; least != nil {
		switch order := limit(*least); {
		case n.exclusiveMinimum && order <= 0:
			c.refuse(at, "should be greater than %v", *least)
		case order < 0:
			c.refuse(at, "should be greater than or equal to %v", *least)
		}
	}
}

// cut returns the integer part of a number, within 64 bits.
func cut(f float64) int64 {
	switch {
	case f >= 1<<63:
		return math.MaxInt64
	case f <= -1<<63:
		return math.MinInt64
	}
	return int64(f)
}

// isMultiple reports whether v is a multiple of a factor greater than 0. Fractions have a tolerance: 0.3 is a multiple of 0.1.
func isMultiple(v any, factor float64) bool {
	if i, ok := v.(int64); ok {
		by := cut(factor)
		return by > 0 && i%by == 0
	}
	f, _ := float(v)
	times := f / factor
	return math.Abs(times-math.Round(times)) <= 1e-9*max(1, math.Abs(times))
}

// repeats reports whether two elements of a list are equal. Elements that are not JSON are not equal to any.
func (c *check) repeats(list []any) bool {
	seen := make(map[string]bool, len(list))
	for _, e := range list {
		text, err := json.Marshal(e) // with sorted keys, and 1.0 as 1
		if err != nil || !c.spend(1+int64(len(text))/16) {
			continue
		}
		if seen[string(text)] {
			return true
		}
		seen[string(text)] = true
	}
	return false
}
