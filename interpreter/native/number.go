package native

import (
	"fmt"
	"math"
)

// sum adds two numbers, and reports whether an int64 can hold the result.
func sum(a, b int64) (total int64, holds bool) {
	total = a + b
	return total, (total > a) == (b > 0)
}

// checkInt32 returns an error if an int32 cannot hold a total of the members' counters.
func checkInt32(what string, total int64) error {
	if total < math.MinInt32 || total > math.MaxInt32 {
		return fmt.Errorf("%s of all members add up to %d, expected an integer of 32 bits", what, total)
	}
	return nil
}

// number returns an integer of a checked object. FromUnstructured reads 3.0 as 3, and null and absent as 0.
func number(v any) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case float64:
		return int64(v)
	}
	return 0
}
