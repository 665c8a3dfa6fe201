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

// spread takes what the spread constraints ask for. Without constraints that count, see spreads, it is everything. It may write into sorted.
//
//  1. Of several constraints by one field the last counts.
//  2. With one by region, regions are chosen, see byRegion.
//  3. Otherwise, with one by cluster, clusters are, see byCluster.
//  4. There must be one of the two. Others have done their work when clusters without the field were filtered out.
//  5. Their numbers of groups may not be below 0.
func (s *scheduler) spread(sorted []candidate) (choice, error) {
	p := s.in.Spec.Placement
	if !spreads(p) {
		out := choice{clusters: sorted}
		if len(p.SpreadConstraints) > 0 {
			out.warnings = []string{"spread constraints do not count where replicas are divided by static weights"}
		}
		return out, nil
	}
	var cluster, region *karmada.SpreadConstraint
	var warnings []string
	for i := range p.SpreadConstraints {
		c := &p.SpreadConstraints[i]
		at := &cluster
		switch c.SpreadByField {
		case karmada.SpreadByCluster:
		case karmada.SpreadByRegion:
			at = &region
		default:
			continue
		}
		if *at != nil {
			warnings = append(warnings, fmt.Sprintf("of the spread constraints by %s the last counts", c.SpreadByField))
		}
		*at = c
	}
	for _, c := range []*karmada.SpreadConstraint{cluster, region} {
		if c != nil && (c.MinGroups < 0 || c.MaxGroups < 0) {
			return choice{}, fmt.Errorf("found from %d to %d groups to spread over by %s, expected none or more", c.MinGroups, c.MaxGroups, c.SpreadByField)
		}
	}
	var out choice
	var err error
	switch {
	case region != nil:
		if cluster == nil {
			cluster = &karmada.SpreadConstraint{}
		}
		out, err = s.byRegion(sorted, *region, *cluster)
	case cluster != nil:
		out, err = s.byCluster(sorted, *cluster)
	default:
		return choice{}, errors.New("just support cluster and region spread constraint")
	}
	out.warnings = append(warnings, out.warnings...)
	return out, err
}

// spreads tells whether a placement has spread constraints that count: static weights leave them out, unless their list is empty.
func spreads(p *karmada.Placement) bool {
	if len(p.SpreadConstraints) == 0 {
		return false
	}
	r := p.ReplicaScheduling
	if r == nil || r.ReplicaSchedulingType != karmada.Divided || r.ReplicaDivisionPreference != karmada.Weighted {
		return true
	}
	w := r.WeightPreference
	return w != nil && (len(w.StaticWeightList) == 0 || w.DynamicWeight != "")
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
