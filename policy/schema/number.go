package schema

import (
	"cmp"
	"math"
)

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
