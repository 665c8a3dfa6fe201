package thirdparty

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// memoryUnits are the units of quantities, each 1024 times the one before.
var memoryUnits = []string{"", "Ki", "Mi", "Gi", "Ti", "Pi"}

// memoryPattern is the memory of a Spark pod: a number and one of the units b, k, kb, m, mb and so on.
var memoryPattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]*)?)(?i:(b)|([kmgtp])b?)$`)

// memory is an amount in one of memoryUnits.
type memory struct {
	n    float64
	unit int
}

// in converts an amount to a unit that is not larger.
func (m memory) in(unit int) memory {
	for ; m.unit > unit; m.unit-- {
		m.n *= 1024
	}
	return m
}

// sparkMemory returns the memory of a driver or an executor with its overhead, as a quantity.
//
//  1. Without a value, the memory is 1g.
//  2. The overhead is memoryOverhead or, without it, the memory times the factor, and at least 384m.
//  3. They are added in the smaller of both units, rounded to six decimals.
func (r *run) sparkMemory(pod any, factor float64) string {
	main := r.memory("memory", or(r.get(pod, "memory"), "1g"))
	overhead := memory{main.n * factor, main.unit}
	if own := or(r.get(pod, "memoryOverhead"), nil); own != nil {
		overhead = r.memory("memoryOverhead", own)
	} else if least := (memory{384, 2}); overhead.in(0).n < least.in(0).n {
		overhead = least
	}
	unit := min(main.unit, overhead.unit)
	return fmt.Sprintf("%.6f%s", main.in(unit).n+overhead.in(unit).n, memoryUnits[unit])
}

// memory reads an amount with a unit.
func (r *run) memory(field string, v any) memory {
	text, _ := v.(string)
	parts := memoryPattern.FindStringSubmatch(text)
	if parts == nil {
		r.fail(nil, "%s is %s, expected a number with a unit, such as 512m", field, describe(v))
		return memory{}
	}
	n, err := strconv.ParseFloat(parts[1], 64)
	if err != nil {
		r.fail(nil, "%s is %s, expected a smaller number", field, describe(v))
	}
	return memory{n, strings.Index("bkmgtp", strings.ToLower(parts[2]+parts[3]))}
}
