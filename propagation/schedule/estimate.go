package schedule

import (
	"math"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// What a [CapacityFunc] may say beside a number. Anything else below 0 is read as TooMany.
const (
	Unknown int32 = -1            // it cannot tell: there is room for all replicas
	TooMany int32 = math.MinInt32 // more than an int32 holds: an error where replicas are divided by room
)

// Estimate is how many more replicas fit into a cluster by what its status says:
//
//  1. A cluster without a summary of its resources has no room.
//  2. There is no room for more replicas than for pods: those that are allocatable, less those that are allocated and allocating.
//  3. Without requirements that is all.
//  4. If the cluster counts its nodes by grade, each node takes what fits into the least that its grade promises, see
//     grades. If that cannot be told, rule 5 holds.
//  5. Of each resource that is asked for, what is left is divided by what a replica asks for: cpu in thousandths, everything else in whole
//     numbers, rounded up. A resource that the cluster does not list leaves no room.
//  6. A quantity that [quantity.Check] refuses leaves no room either. Only Go code can make one.
//
// The node selectors, affinities and tolerations of the requirements do not count, and neither does the number that is wanted. A
// result that does not fit an int32 is [TooMany]; but 2³²−1, and what is the same to 32 bits, is [Unknown], as in Karmada.
func Estimate(c *api.Cluster, requirements *interpreter.ReplicaRequirements, _ int32) int32 {
	capacity := estimate(c, requirements)
	switch {
	case capacity <= math.MaxInt32:
		return int32(capacity)
	case int32(capacity) == Unknown:
		return Unknown
	}
	return TooMany
}

func estimate(c *api.Cluster, requirements *interpreter.ReplicaRequirements) int64 {
	if c == nil || c.Status.ResourceSummary == nil {
		return 0
	}
	have := c.Status.ResourceSummary
	pods := freePods(have)
	if pods <= 0 {
		return 0
	}
	if requirements == nil {
		return pods
	}
	if capacity, known := grades(c, requirements.ResourceRequest); known {
		return min(pods, capacity)
	}
	for name, each := range requirements.ResourceRequest {
		if quantity.Check(each) != nil {
			return 0
		}
		if each.Value() <= 0 {
			continue
		}
		free, listed := left(have, name)
		if !listed || free.Value() <= 0 {
			return 0
		}
		pods = min(pods, amount(name, free)/max(amount(name, each), 1))
	}
	return max(pods, 0)
}

// freePods is how many more pods there may be.
func freePods(have *api.ResourceSummary) int64 {
	var counts [3]int64
	for i, list := range [...]quantity.List{have.Allocatable, have.Allocated, have.Allocating} {
		q, found := list["pods"]
		if found && quantity.Check(q) != nil {
			return 0
		}
		counts[i] = q.Value()
	}
	return counts[0] - counts[1] - counts[2]
}

// left is what is allocatable of a resource and not taken. What is beyond the limits is as if it were not listed.
func left(have *api.ResourceSummary, name string) (q resource.Quantity, listed bool) {
	q, listed = have.Allocatable[name]
	if !listed || quantity.Check(q) != nil {
		return q, false
	}
	q = q.DeepCopy()
	for _, list := range [...]quantity.List{have.Allocated, have.Allocating} {
		if taken, found := list[name]; found {
			if quantity.Check(taken) != nil {
				return q, false
			}
			q.Sub(taken.DeepCopy())
		}
	}
	return q, true
}

// amount counts cpu in thousandths and all else in whole numbers, rounded up.
func amount(name string, q resource.Quantity) int64 {
	if name == "cpu" {
		return q.MilliValue()
	}
	return q.Value()
}

// Allocatable is how many more replicas a binding may put into a cluster:
//
//  1. Where there are no replicas to place, as many as there can be.
//  2. As many as the capacity says. If it cannot tell, or says as many as there can be, those that are wanted.
//
// It may be [TooMany]. Of the input, the spec and the capacity count; without a spec there is nothing to put anywhere.
func Allocatable(in Input, c *api.Cluster) int32 {
	spec := in.Spec
	if spec == nil {
		return 0
	}
	if spec.Replicas == 0 && len(spec.Components) == 0 {
		return math.MaxInt32
	}
	capacity := in.Options.Capacity
	if capacity == nil {
		capacity = Estimate
	}
	switch capacity := capacity(c, spec.ReplicaRequirements, spec.Replicas); {
	case capacity == Unknown || capacity == math.MaxInt32:
		return spec.Replicas
	case capacity < 0:
		return TooMany
	default:
		return capacity
	}
}
