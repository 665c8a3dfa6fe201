package work

import (
	"slices"

	"github.com/overridekit/overridekit/override/quantity"
)

// quantity reports whether the value at the present place is a quantity, which API servers write in their own way: 1000m becomes 1.
func (d *drifter) quantity() bool {
	n := len(d.at)
	if n == 0 {
		return false
	}
	return slices.Contains(quantityFields, d.at[n-1]) || n >= 2 && slices.Contains(quantityMaps, d.at[n-2])
}

var (
	quantityFields = []string{"sizeLimit", "divisor", "averageValue"}
	quantityMaps   = []string{"limits", "requests", "capacity", "hard", "overhead", "default", "defaultRequest", "min", "max", "maxLimitRequestRatio", "target"}
)

// sameQuantity reports whether two values are the same quantity.
func sameQuantity(a, b any) bool {
	p, err := quantity.Of(a)
	if err != nil {
		return false
	}
	q, err := quantity.Of(b)
	return err == nil && quantity.Equal(p, q)
}
