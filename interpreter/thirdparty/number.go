package thirdparty

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// number returns an operand of arithmetic: a number, or a string that is one.
func (r *run) number(from any, path ...string) float64 {
	v := r.get(from, path...)
	switch t := v.(type) {
	case float64:
		return t
	case string:
		if n, ok := operand(t); ok {
			return n
		}
	}
	r.failAt(from, path, "is %s, expected a number", describe(v))
	return 0
}

// operand reads a string in arithmetic.
func operand(s string) (float64, bool) {
	s = strings.Trim(s, " \t\n")
	if n, err := strconv.ParseInt(s, 0, 64); err == nil {
		return float64(n), true
	}
	n, err := strconv.ParseFloat(s, 64)
	return n, err == nil
}

// toNumber converts a value to a number where the scripts ask for it; false if it is not one. A string without a point is a decimal
// integer, or a hexadecimal one after 0x, that int64 holds.
func toNumber(v any) (float64, bool) {
	switch t := v.(type) {
	case float64:
		return t, true
	case string:
		s := strings.Trim(t, " \n\t")
		if strings.Contains(s, ".") {
			n, err := strconv.ParseFloat(s, 64)
			return n, err == nil
		}
		base := 10
		if len(s) >= 2 && strings.EqualFold(s[:2], "0x") {
			base, s = 16, s[2:]
		}
		n, err := strconv.ParseInt(s, base, 64)
		return float64(n), err == nil
	}
	return 0, false
}

// less compares two numbers or two strings.
func (r *run) less(a, b any) bool {
	switch x := a.(type) {
	case float64:
		if y, ok := b.(float64); ok {
			return x < y
		}
	case string:
		if y, ok := b.(string); ok {
			return x < y
		}
	}
	r.fail(nil, "%s and %s cannot be compared, expected two numbers or two strings", describe(a), describe(b))
	return false
}

// text returns an operand of a concatenation: a string or a number.
func (r *run) text(v any) string {
	switch t := v.(type) {
	case string:
		return t
	case float64:
		return numberText(t)
	}
	r.fail(nil, "%s cannot be concatenated, expected a string", describe(v))
	return ""
}

// numberText writes a number as the scripts do.
func numberText(n float64) string {
	if n == math.Trunc(n) && math.Abs(n) < 1<<63 {
		return strconv.FormatInt(int64(n), 10)
	}
	return fmt.Sprint(n)
}

// numberOr returns the number that a value is or that a string is, see toNumber, or a default.
func numberOr(v any, otherwise float64) float64 {
	if n, ok := toNumber(v); ok {
		return n
	}
	return otherwise
}

// toInt32 drops the fraction. A number that int32 does not hold is the lowest int32, as on the processors that upstream runs on.
func toInt32(n float64) int32 {
	if n = math.Trunc(n); n >= math.MinInt32 && n <= math.MaxInt32 {
		return int32(n)
	}
	return math.MinInt32
}
