package cluster

import (
	"math"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// request is an amount that a part of a pod requests, in the unit of totals.
type request struct {
	name   string
	amount int64
	isMax  bool // of an init container: raise the total to it
}

// newRequest returns a request, and false if the resource does not count. The quantity must be within the limits of package quantity.
func newRequest(name string, q resource.Quantity, isMax bool) (request, bool) {
	switch name {
	case cpu:
		return request{name, milli(q), isMax}, true
	case memory, storage, pods:
		return request{name, whole(q), isMax}, true
	}
	return request{name, whole(q), isMax}, content.IsScalarResource(name)
}

// The names of the resources that every node has.
const (
	cpu     = "cpu"
	memory  = "memory"
	storage = "ephemeral-storage"
	pods    = "pods"
)

// totals maps resources to the sum of requests: cpu in thousandths, everything else in whole numbers.
type totals map[string]int64

// addPod adds the requests of a pod, in their order, and the pod itself.
func (t *totals) addPod(requests []request) {
	if *t == nil {
		*t = totals{}
	}
	sums := *t
	for _, r := range requests {
		if r.isMax {
			sums[r.name] = max(sums[r.name], r.amount)
		} else {
			sums[r.name] = saturated(sums[r.name], r.amount)
		}
	}
	sums[pods] = saturated(sums[pods], 1)
}

// list returns the sums above 0. Memory, storage and huge pages have binary units.
func (t totals) list() quantity.List {
	list := make(quantity.List, len(t))
	for name, sum := range t {
		switch {
		case sum <= 0:
		case name == cpu:
			list[name] = *resource.NewMilliQuantity(sum, resource.DecimalSI)
		case name == memory || name == storage || strings.HasPrefix(name, "hugepages-"):
			list[name] = *resource.NewQuantity(sum, resource.BinarySI)
		default:
			list[name] = *resource.NewQuantity(sum, resource.DecimalSI)
		}
	}
	return list
}

// saturated returns a + b, or the limit of an int64 that it exceeds.
func saturated(a, b int64) int64 {
	switch {
	case b > 0 && a > math.MaxInt64-b:
		return math.MaxInt64
	case b < 0 && a < math.MinInt64-b:
		return math.MinInt64
	}
	return a + b
}

// whole returns a quantity as a whole number, rounded away from 0, or the limit of an int64 that it exceeds.
func whole(q resource.Quantity) int64 {
	if v, exact := q.AsInt64(); exact {
		return v
	}
	switch {
	case q.CmpInt64(math.MaxInt64) >= 0:
		return math.MaxInt64
	case q.CmpInt64(math.MinInt64) <= 0:
		return math.MinInt64
	}
	return q.Value()
}

// milli returns a quantity in thousandths, rounded away from 0, or the limit of an int64 that it exceeds.
func milli(q resource.Quantity) int64 {
	switch {
	case q.CmpInt64(math.MaxInt64/1000) > 0:
		return math.MaxInt64
	case q.CmpInt64(math.MinInt64/1000) < 0:
		return math.MinInt64
	}
	return q.MilliValue()
}
