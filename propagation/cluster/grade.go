package cluster

import (
	"errors"
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// ErrUnevenModels means that resource models do not have ranges for the same number of different resources. Karmada counts no nodes then.
var ErrUnevenModels = errors.New("the resource models are uneven")

// Modelings counts the nodes of each grade, in the order of the models. Without models the result is nil.
//
//  1. The free resources of a node are what it can allocate, without the requests on it, which are added up as in [Summary.AddPod] for each
//     node.
//  2. The grade of a resource is the last model whose minimum is not above the free amount. The search is binary, so the minima must ascend.
//     A resource that the node or a later model lacks is 0.
//  3. The grade of a node is the least grade of its resources. A node below all minima of a resource is not counted.
//  4. The first model lists the resources. Maxima are ignored, and so are names that only later models have.
//  5. The nodes are counted in the order in which they were added, up to the first one that has pods, but no room for another, or that reports
//     no allocatable resources. That node and all after it are not counted.
//
// The error is [ErrUnevenModels] if the models have different numbers of ranges, or the first model names a resource twice; only a later model
// may be without ranges. It is another error if no model has ranges and there is a node to count, and if [quantity.Check] rejects a minimum.
func (s *Summary) Modelings(models []api.ResourceModel) ([]api.AllocatableModeling, error) {
	if len(models) == 0 {
		return nil, nil
	}
	minima, err := newMinima(models)
	if err != nil {
		return nil, err
	}
	counts := make([]api.AllocatableModeling, len(models))
	for i := range models {
		counts[i].Grade = models[i].Grade
	}
	if s == nil {
		return counts, nil
	}
	for _, n := range s.nodes {
		if n.allocatable == nil || s.full(n) {
			break
		}
		if len(minima) == 0 {
			return nil, errors.New("resourceModels[0].ranges is empty, expected a range for each resource")
		}
		if i := minima.grade(s.free(n)); i >= 0 {
			counts[i].Count++
		}
	}
	return counts, nil
}

// full reports whether a node has pods, but no room for another.
func (s *Summary) full(n node) bool {
	used := s.used[n.name]
	return used != nil && whole(n.allocatable[pods]) <= max(used.of(pods), 0)
}

// free returns a function that looks up the free amount of a resource.
func (s *Summary) free(n node) func(name string) resource.Quantity {
	return func(name string) resource.Quantity {
		q, found := n.allocatable[name]
		used := s.used[n.name]
		if !found || used == nil || used.of(name) <= 0 {
			return q
		}
		q = q.DeepCopy()
		q.Sub(quantityOf(name, used.of(name)))
		return q
	}
}

// minima is the minimum of each model for one resource after the other.
type minima []struct {
	name   string
	levels []quantity.Quantity // by model
}

func newMinima(models []api.ResourceModel) (minima, error) {
	first := models[0].Ranges
	all := make(minima, len(first))
	index := make(map[string]int, len(first))
	for i, r := range first {
		if _, repeated := index[r.Name]; repeated {
			return nil, fmt.Errorf("%w: resourceModels[0].ranges[%d] repeats %q", ErrUnevenModels, i, r.Name)
		}
		index[r.Name] = i
		all[i].name, all[i].levels = r.Name, make([]quantity.Quantity, len(models))
	}
	for m := range models {
		ranges := models[m].Ranges
		if len(ranges) != len(first) && len(ranges) != 0 {
			return nil, fmt.Errorf("%w: resourceModels[%d] has %d ranges, expected %d as in the first", ErrUnevenModels, m, len(ranges), len(first))
		}
		for i, r := range ranges {
			if err := quantity.Check(r.Min.Quantity); err != nil {
				return nil, fmt.Errorf("resourceModels[%d].ranges[%d].min: %w", m, i, err)
			}
			if at, listed := index[r.Name]; listed {
				all[at].levels[m] = r.Min
			}
		}
	}
	return all, nil
}

// grade returns the index of the model of a node, or -1.
func (all minima) grade(free func(name string) resource.Quantity) int {
	grade := math.MaxInt
	for _, r := range all {
		grade = min(grade, lastNotAbove(r.levels, free(r.name)))
	}
	return grade
}

// lastNotAbove returns the index of the last level that is not above an amount, or -1. If the levels do not ascend, the result is that of
// Karmada's search.
func lastNotAbove(levels []quantity.Quantity, amount resource.Quantity) int {
	low, high := 0, len(levels)-1
	for low <= high {
		middle := low + (high-low)/2
		switch {
		case levels[middle].Cmp(amount) > 0:
			high = middle - 1
		case middle == len(levels)-1 || levels[middle+1].Cmp(amount) > 0:
			return middle
		default:
			low = middle + 1
		}
	}
	return -1
}
