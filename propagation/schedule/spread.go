package schedule

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// choice is the result of the spread constraints.
type choice struct {
	clusters []candidate       // in the order in which they were chosen
	skipped  map[string]string // the others, and why
	full     bool              // the error is that the clusters do not have enough capacity
	warnings []string
}

func (c *choice) warn(format string, args ...any) {
	c.warnings = append(c.warnings, fmt.Sprintf(format, args...))
}

// spread chooses clusters by the spread constraints, see newSpreading: all clusters without constraints that count, groups of clusters if a
// constraint groups, see byGroup, and otherwise single clusters, see byCluster. It may reorder sorted. An error may come with warnings.
func (s *scheduler) spread(sorted []candidate) (choice, error) {
	switch {
	case !s.spreading.counts:
		return choice{clusters: sorted}, nil
	case s.spreading.err != nil:
		return choice{}, s.spreading.err
	case s.spreading.by != "":
		return s.byGroup(sorted)
	}
	return s.byCluster(sorted, s.spreading.clusters)
}

// duplicates reports whether each cluster gets all replicas.
func duplicates(p *api.Placement) bool {
	return p.ReplicaScheduling == nil || p.ReplicaScheduling.ReplicaSchedulingType == api.Duplicated
}

// byCluster chooses the first MaxGroups clusters. If replicas are divided and do not fit into these, the chosen clusters are replaced from the last
// one on, each by the one with the largest capacity that is not chosen, until all replicas fit. The replacements keep these positions. It
// is an error if the clusters are fewer than MinGroups, or none is chosen for replicas that are divided.
func (s *scheduler) byCluster(sorted []candidate, by api.SpreadConstraint) (choice, error) {
	if len(sorted) < by.MinGroups {
		var out choice
		out.warn("the spread constraint requires at least %d by cluster, %d pass the filters", by.MinGroups, len(sorted))
		return out, errors.New("the number of feasible clusters is less than spreadConstraint.MinGroups")
	}
	n := min(len(sorted), by.MaxGroups)
	chosen, others := sorted[:n], sorted[n:]
	if !duplicates(s.in.Spec.Placement) {
		short := int64(s.in.Spec.Replicas)
		for i := range chosen {
			short -= chosen[i].available
		}
		byCapacity := newCapacityHeap(others)
		for i := n - 1; i >= 0 && short > 0 && len(others) > 0; i-- {
			most := &others[byCapacity.top()]
			if most.available > chosen[i].available {
				short -= most.available - chosen[i].available
				chosen[i], *most = *most, chosen[i]
				byCapacity.fixTop()
			}
		}
		if short > 0 || n == 0 {
			return choice{full: n > 0}, fmt.Errorf("no enough resource when selecting %d clusters", n)
		}
	}
	out := choice{clusters: chosen, skipped: map[string]string{}}
	why := fmt.Sprintf("it is not among the %d that the spread constraint by cluster chooses", n)
	for i := range others {
		out.skipped[others[i].facts.Name] = why
	}
	return out, nil
}

// newCapacityHeap returns a heap of indexes of clusters, with the largest capacity on top; among equals, the first.
func newCapacityHeap(clusters []candidate) *sizedHeap[int] {
	order := make([]int, len(clusters))
	for i := range order {
		order[i] = i
	}
	return newSizedHeap(order, func(a, b int) bool {
		return cmp.Or(cmp.Compare(clusters[b].available, clusters[a].available), cmp.Compare(a, b)) < 0
	})
}
