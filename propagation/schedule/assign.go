package schedule

import (
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/selector"
)

// assign gives the chosen clusters their replicas:
//
//  1. At least one must have been chosen.
//  2. What is no workload, or has several components, is not divided: every cluster gets it, with 0 replicas.
//  3. The replicas are divided by the strategy of the placement, see [Divide]: by tiers, if the affinity has them, see overflow.
//  4. Clusters without a replica do not get the object, unless empty workloads are wanted: then they come last.
func (s *scheduler) assign(place place, chosen []candidate) ([]karmada.TargetCluster, error) {
	if len(chosen) == 0 {
		return nil, errors.New("no clusters available to schedule")
	}
	spec := s.in.Spec
	r := Request{Replicas: spec.Replicas, Fresh: s.fresh, UID: string(spec.Resource.UID), Whole: !isWorkload(spec) || len(spec.Components) > 1}
	for _, t := range spec.Clusters {
		r.Previous = append(r.Previous, Share{Name: t.Name, Replicas: t.Replicas})
	}
	if !r.Whole {
		strategy, err := strategyOf(spec.Placement)
		if err != nil {
			return nil, err
		}
		r.Strategy = strategy
	}
	weigh := weigher(r.Strategy, spec.Placement)
	r.Candidates = make([]Candidate, len(chosen))
	for i := range chosen {
		r.Candidates[i] = Candidate{Name: chosen[i].facts.Name, Available: chosen[i].room, Weight: weigh(&chosen[i].facts)}
	}
	divided := Divide
	if place.tiered && !r.Whole {
		divided = func(r Request) ([]Share, error) { return overflow(r, chosen) }
	}
	shares, err := divided(r)
	if short := (*NotEnoughError)(nil); errors.As(err, &short) {
		return nil, &UnschedulableError{err}
	}
	if err != nil {
		return nil, err
	}

	out := make([]karmada.TargetCluster, 0, len(chosen))
	has := make(map[string]bool, len(shares))
	for _, share := range shares {
		out = append(out, karmada.TargetCluster{Name: share.Name, Replicas: share.Replicas})
		has[share.Name] = true
	}
	for i := range chosen {
		if name := chosen[i].facts.Name; s.in.Options.EmptyWorkloads && !has[name] {
			out = append(out, karmada.TargetCluster{Name: name})
		}
	}
	return out, nil
}

// strategyOf is how a placement wants replicas divided. Without replicaScheduling they are duplicated.
func strategyOf(p *karmada.Placement) (Strategy, error) {
	if duplicates(p) {
		return Duplicated, nil
	}
	r := p.ReplicaScheduling
	if r.ReplicaSchedulingType == karmada.Divided {
		switch {
		case r.ReplicaDivisionPreference == karmada.Aggregated:
			return Aggregated, nil
		case r.ReplicaDivisionPreference == karmada.Weighted && r.WeightPreference != nil && r.WeightPreference.DynamicWeight != "":
			return DynamicWeight, nil
		case r.ReplicaDivisionPreference == karmada.Weighted:
			return StaticWeight, nil
		}
	}
	return "", fmt.Errorf("unsupported replica scheduling strategy, replicaSchedulingType: %s, replicaDivisionPreference: %s, please try another scheduling strategy",
		r.ReplicaSchedulingType, r.ReplicaDivisionPreference)
}

// weigher tells what a cluster weighs: the most that a static weight gives to it.
func weigher(strategy Strategy, p *karmada.Placement) func(*selector.Cluster) int64 {
	if strategy != StaticWeight || p.ReplicaScheduling.WeightPreference == nil {
		return func(*selector.Cluster) int64 { return 0 }
	}
	list := p.ReplicaScheduling.WeightPreference.StaticWeightList
	rules := make([]selector.Clusters, len(list))
	for i := range list {
		rules[i] = compile(&list[i].TargetCluster)
	}
	return func(c *selector.Cluster) (weight int64) {
		for i := range rules {
			if list[i].Weight > weight && rules[i].Match(c) {
				weight = list[i].Weight
			}
		}
		return weight
	}
}
