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

// totals are the sums of the requests of some pods.
type totals struct {
	sums  map[string]int64 // cpu in thousandths, everything else in whole numbers
	count int64            // of the pods
}

// addPod adds the requests of a pod, in their order, and the pod itself.
func (t *totals) addPod(requests []request) {
	if t.sums == nil {
		t.sums = map[string]int64{}
	}
	for _, r := range requests {
		if r.isMax {
			t.sums[r.name] = max(t.sums[r.name], r.amount)
		} else {
			t.sums[r.name] = saturated(t.sums[r.name], r.amount)
		}
	}
	t.count++
}

// of returns the total of a resource. Each pod counts as one of the resource pods.
func (t *totals) of(name string) int64 {
	if name == pods {
		return saturated(t.sums[pods], t.count)
	}
	return t.sums[name]
}

// list returns the totals above 0.
func (t *totals) list() quantity.List {
	list := make(quantity.List, len(t.sums)+1)
	for name := range t.sums {
		if total := t.of(name); total > 0 {
			list[name] = quantityOf(name, total)
		}
	}
	if total := t.of(pods); total > 0 {
		list[pods] = quantityOf(pods, total)
	}
	return list
}

// quantityOf returns an amount in the unit of totals as a quantity. Memory, storage and huge pages have binary units.
func quantityOf(name string, amount int64) resource.Quantity {
	switch {
	case name == cpu:
		return *resource.NewMilliQuantity(amount, resource.DecimalSI)
	case name == memory || name == storage || strings.HasPrefix(name, "hugepages-"):
		return *resource.NewQuantity(amount, resource.BinarySI)
	}
	return *resource.NewQuantity(amount, resource.DecimalSI)
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
	case q.Cmp(*resource.NewMilliQuantity(math.MaxInt64, resource.DecimalSI)) >= 0:
		return math.MaxInt64
	case q.Cmp(*resource.NewMilliQuantity(math.MinInt64, resource.DecimalSI)) <= 0:
		return math.MinInt64
	}
	return q.MilliValue()
}
