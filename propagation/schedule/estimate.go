package schedule

import (
	"math"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Special results of a [CapacityFunc]. Any other result below 0 is read as TooMany.
const (
	Unknown int32 = -1            // the capacity is unknown: all replicas fit
	TooMany int32 = math.MinInt32 // more than an int32 can represent: an error where replicas are divided by capacity
)

// Estimate returns how many more replicas fit into a cluster according to its status:
//
//  1. A cluster without a resource summary has no capacity.
//  2. The limit is the number of free pods: allocatable pods minus allocated and allocating ones.
//  3. Without requirements only that limit counts.
//  4. If the cluster counts its nodes by grade, each node takes what fits into the minimum of its grade, see grades. If that is unknown,
//     rule 5 applies.
//  5. For each requested resource, the free amount is divided by the request: cpu in thousandths, everything else in whole numbers, rounded
//     up. A resource that the cluster does not list has no capacity.
//  6. A quantity that [quantity.Check] rejects has no capacity. Only Go code can make one.
//
// The node selectors, affinities and tolerations of the requirements are ignored. A result that does not fit
// into an int32 is [TooMany], except that results whose lower 32 bits are −1 are [Unknown], as in Karmada.
func Estimate(c *api.Cluster, requirements *interpreter.ReplicaRequirements) int32 {
	return to32(estimate(c, requirements, true))
}

func to32(capacity int64) int32 {
	switch {
	case capacity <= math.MaxInt32:
		return int32(capacity)
	case int32(capacity) == Unknown:
		return Unknown
	}
	return TooMany
}

func estimate(c *api.Cluster, requirements *interpreter.ReplicaRequirements, byGrade bool) int64 {
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
	if byGrade {
		if capacity, known := grades(c, requirements.ResourceRequest); known {
			return min(pods, capacity)
		}
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

// freePods returns how many more pods the cluster can have.
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

// left returns the free amount of a resource. A quantity beyond the limits is read as not listed.
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

// amount returns cpu in thousandths and everything else in whole numbers, rounded up.
func amount(name string, q resource.Quantity) int64 {
	if name == "cpu" {
		return q.MilliValue()
	}
	return q.Value()
}

// Allocatable returns how many more replicas of a binding fit into a cluster:
//
//  1. Without replicas and components, math.MaxInt32.
//  2. Otherwise the result of the capacity function. Without one it is that of [Estimate], without rule 4 of that if the feature gate
//     CustomizedClusterResourceModeling is off. If that is [Unknown] or math.MaxInt32, the replicas of the spec.
//
// The result may be [TooMany]. Allocatable reads only the spec, Options.Capacity and the feature gates of the input. Without a spec it returns 0.
func Allocatable(in Input, c *api.Cluster) int32 {
	spec := in.Spec
	if spec == nil {
		return 0
	}
	if spec.Replicas == 0 && len(spec.Components) == 0 {
		return math.MaxInt32
	}
	var free int32
	if capacity := in.Options.Capacity; capacity != nil {
		free = capacity(c, spec.ReplicaRequirements, spec.Replicas)
	} else {
		free = to32(estimate(c, spec.ReplicaRequirements, in.FeatureGates.Enabled(api.GateCustomizedClusterResourceModeling)))
	}
	switch {
	case free == Unknown || free == math.MaxInt32:
		return spec.Replicas
	case free < 0:
		return TooMany
	default:
		return free
	}
}
