package schedule

import (
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/policy/karmada"
)

// choice is what the spread constraints make of the clusters that pass the filters.
type choice struct {
	clusters   []candidate       // in the order in which they were chosen
	passedOver map[string]string // the others, and why
	warnings   []string
}

func (c *choice) warn(format string, args ...any) {
	c.warnings = append(c.warnings, fmt.Sprintf(format, args...))
}

// spread takes what the spread constraints ask for, see newSpreading. Without constraints that count it is everything. With one by which clusters
// are grouped, groups are chosen, see byGroup, and otherwise clusters, see byCluster. It may write into sorted. There may be
// warnings beside an error.
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

// duplicates tells whether each cluster gets all replicas.
func duplicates(p *karmada.Placement) bool {
	return p.ReplicaScheduling == nil || p.ReplicaScheduling.ReplicaSchedulingType == karmada.Duplicated
}

// byCluster takes the first MaxGroups clusters. Where replicas are divided and these have no room for all, they are replaced
// from the last one on, each by the one of the others that has most room, until there is enough; these stay where they are put.
// None is an error where replicas are divided, and fewer than MinGroups always.
func (s *scheduler) byCluster(sorted []candidate, by karmada.SpreadConstraint) (choice, error) {
	if len(sorted) < by.MinGroups {
		return choice{}, errors.New("the number of feasible clusters is less than spreadConstraint.MinGroups")
	}
	n := min(len(sorted), by.MaxGroups)
	chosen, others := sorted[:n], sorted[n:]
	if !duplicates(s.in.Spec.Placement) {
		short := int64(s.in.Spec.Replicas)
		for i := range chosen {
			short -= chosen[i].available
		}
		for i := n - 1; i >= 0 && short > 0; i-- {
			most := i
			for j := n; j < len(sorted); j++ {
				if sorted[j].available > sorted[most].available {
					most = j
				}
			}
			short -= sorted[most].available - sorted[i].available
			sorted[i], sorted[most] = sorted[most], sorted[i]
		}
		if short > 0 || n == 0 {
			return choice{}, fmt.Errorf("no enough resource when selecting %d clusters", n)
		}
	}
	out := choice{clusters: chosen, passedOver: map[string]string{}}
	why := fmt.Sprintf("it is not among the %d that the spread constraint by cluster takes", n)
	for i := range others {
		out.passedOver[others[i].facts.Name] = why
	}
	return out, nil
}
