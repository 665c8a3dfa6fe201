package cluster

import (
	"errors"
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// ErrUnevenModels means that resource models with ranges do not have the same number of them, or that the first model names a resource twice.
// Karmada counts no nodes then.
var ErrUnevenModels = errors.New("the resource models are uneven")

// Modelings counts the nodes of each grade, in the order of the models. Without models the result is nil.
//
//  1. The free resources of a node are what it can allocate, minus the requests of its pods, summed per node as in [Summary.AddPod]. Add the
//     pods first: without them all nodes are free.
//  2. The grade of a resource is the last model whose minimum is not above the free amount. The search is binary, so the minima must ascend.
//     A resource that the node or a later model lacks is 0.
//  3. The grade of a node is the least grade of its resources. A node below all minima of a resource is not counted.
//  4. The first model lists the resources. Maxima are ignored, and so are names that only later models have. If a later model repeats a name,
//     its last range counts.
//  5. The nodes are counted in the order in which they were added, up to the first one that has pods, but no room for another, or that reports
//     no allocatable resources. That node and all after it are not counted.
//
// The error is [ErrUnevenModels] if the models have different numbers of ranges, or the first model names a resource twice; only a later model
// may be without ranges. Modelings also fails if there are nodes but no model has ranges, or if [quantity.Check] rejects a minimum.
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
	for _, n := range s.nodes {
		if n.allocatable == nil || s.full(n) {
			break
		}
		if len(minima.names) == 0 {
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
	// A total of 0 or less does not count, as in free: a request below 0 does not make room.
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

// minima are the minima of the models.
type minima struct {
	names []string
	rows  [][]quantity.Quantity // by model, in the order of the names; nil: all are 0
}

func newMinima(models []api.ResourceModel) (minima, error) {
	first := models[0].Ranges
	all := minima{make([]string, len(first)), make([][]quantity.Quantity, len(models))}
	index := make(map[string]int, len(first))
	for i, r := range first {
		if _, repeated := index[r.Name]; repeated {
			return minima{}, fmt.Errorf("%w: resourceModels[0].ranges[%d] repeats %q", ErrUnevenModels, i, r.Name)
		}
		index[r.Name], all.names[i] = i, r.Name
	}
	for m := range models {
		ranges := models[m].Ranges
		if len(ranges) == 0 {
			continue
		}
		if len(ranges) != len(first) {
			return minima{}, fmt.Errorf("%w: resourceModels[%d]: the number of ranges is %d, expected %d as in the first", ErrUnevenModels, m, len(ranges), len(first))
		}
		all.rows[m] = make([]quantity.Quantity, len(first))
		for i, r := range ranges {
			if err := quantity.Check(r.Min.Quantity); err != nil {
				return minima{}, fmt.Errorf("resourceModels[%d].ranges[%d].min: %w", m, i, err)
			}
			if at, listed := index[r.Name]; listed {
				all.rows[m][at] = r.Min
			}
		}
	}
	return all, nil
}

// grade returns the index of the model of a node, or -1.
func (all minima) grade(free func(name string) resource.Quantity) int {
	grade := math.MaxInt
	for i, name := range all.names {
		grade = min(grade, all.lastNotAbove(i, free(name)))
	}
	return grade
}

// lastNotAbove returns the index of the last model whose minimum of a resource is not above an amount, or -1. If the minima do not ascend, the
// result is that of Karmada's search.
func (all minima) lastNotAbove(name int, amount resource.Quantity) int {
	isAbove := func(model int) bool {
		if row := all.rows[model]; row != nil {
			return row[name].Cmp(amount) > 0
		}
		return amount.Sign() < 0
	}
	low, high := 0, len(all.rows)-1
	for low <= high {
		middle := low + (high-low)/2
		switch {
		case isAbove(middle):
			high = middle - 1
		case middle == len(all.rows)-1 || isAbove(middle+1):
			return middle
		default:
			low = middle + 1
		}
	}
	return -1
}
