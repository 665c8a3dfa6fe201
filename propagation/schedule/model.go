package schedule

import (
	"math"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// podsPerNode is the assumed pod capacity of a node.
const podsPerNode = 110

// grades returns how many replicas fit onto the nodes of a cluster that counts them by grade:
//
//  1. The number is unknown if the status counts no nodes, the spec defines no grades, or a count of a defined grade is below 0.
//  2. Counts of a grade that is listed twice are added; if a grade is defined twice, the last definition counts. A grade that is only
//     counted or only defined is ignored.
//  3. A node has the minimum of each range of its grade, and capacity for 110 pods. A resource without a range is 0.
//  4. Only cpu, memory, ephemeral-storage, huge pages, attachable volumes, extended resources and names that contain kubernetes.io/ count.
//  5. A replica is one pod; its request for pods is ignored.
//
// A minimum that [quantity.Check] rejects is 0, and with such a request nothing fits. A result beyond an int64 is its maximum.
func grades(c *api.Cluster, request quantity.List) (capacity int64, known bool) {
	counted := c.Status.ResourceSummary.AllocatableModelings
	if len(counted) == 0 || len(c.Spec.ResourceModels) == 0 {
		return 0, false
	}
	defined := map[uint64][]api.ResourceModelRange{}
	for _, m := range c.Spec.ResourceModels {
		defined[m.Grade] = m.Ranges
	}
	counts := map[uint64]int64{}
	for _, m := range counted {
		if _, found := defined[m.Grade]; !found {
			continue
		}
		if m.Count < 0 {
			return 0, false
		}
		counts[m.Grade] += min(m.Count, math.MaxInt64-counts[m.Grade])
	}
	for grade, count := range counts {
		switch each := perNode(defined[grade], request); {
		case each == 0:
		case count > (math.MaxInt64-capacity)/each:
			capacity = math.MaxInt64
		default:
			capacity += count * each
		}
	}
	return capacity, true
}

// perNode returns how many replicas fit onto a node. Among ranges of the same resource, the last counts.
func perNode(ranges []api.ResourceModelRange, request quantity.List) int64 {
	last := make(map[string]int, len(ranges))
	for i := range ranges {
		last[ranges[i].Name] = i
	}
	fits := int64(podsPerNode)
	for name, each := range request {
		if quantity.Check(each) != nil {
			return 0
		}
		want := amount(name, each)
		if want <= 0 || !onNodes(name) {
			continue
		}
		has := int64(0)
		if i, found := last[name]; found && quantity.Check(ranges[i].Min.Quantity) == nil {
			has = amount(name, ranges[i].Min.Quantity)
		}
		fits = min(fits, max(has, 0)/want)
	}
	return fits
}

// onNodes reports whether a resource counts for nodes.
func onNodes(name string) bool {
	switch name {
	case "cpu", "memory", "ephemeral-storage":
		return true
	}
	return content.IsScalarResource(name)
}
