package work

import (
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override/quantity"
)

// quantity reports whether the value at the present place is a quantity, which API servers write in their own way: 1000m becomes 1. They store
// a kind of a CRD as it is, but its controllers may write resources that way. Other names may have other meanings there: the version 1.10 is not 1.1.
func (d *drifter) quantity() bool {
	n := len(d.at)
	if n == 0 {
		return false
	}
	return slices.Contains(quantityFields, d.at[n-1]) ||
		n >= 2 && (slices.Contains(resourceMaps, d.at[n-2]) || !d.declared && slices.Contains(quantityMaps, d.at[n-2]))
}

var (
	quantityFields = []string{"sizeLimit", "divisor", "averageValue"}
	resourceMaps   = []string{"limits", "requests"}
	quantityMaps   = []string{"capacity", "hard", "overhead", "podFixed", "default", "defaultRequest", "min", "max", "maxLimitRequestRatio", "target"}
)

// isDeclared reports whether a CRD declares the kind of an object: its group has a dot and is not one of Kubernetes.
func isDeclared(object map[string]any) bool {
	version, _ := object["apiVersion"].(string)
	group, _, _ := strings.Cut(version, "/")
	return strings.Contains(group, ".") && !strings.HasSuffix(group, ".k8s.io")
}

// sameQuantity reports whether two values are the same quantity.
func sameQuantity(a, b any) bool {
	p, err := quantity.Of(a)
	if err != nil {
		return false
	}
	q, err := quantity.Of(b)
	return err == nil && quantity.Equal(p, q)
}
