package native

import (
	"fmt"
	"math"
)

// sum adds two numbers, and tells whether the result is one that an int64 holds.
func sum(a, b int64) (total int64, holds bool) {
	total = a + b
	return total, (total > a) == (b > 0)
}

// checkInt32 is an error if no int32 holds a total of members' counters.
func checkInt32(what string, total int64) error {
	if total < math.MinInt32 || total > math.MaxInt32 {
		return fmt.Errorf("%s of all members add up to %d, more than the 32 bits of the field hold", what, total)
	}
	return nil
}

// number is an integer of a checked object: FromUnstructured takes 3.0 for 3, and null and absent for 0.
func number(v any) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case float64:
		return int64(v)
	}
	return 0
}
