package schedule

import (
	"errors"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// assign divides the replicas among the chosen clusters:
//
//  1. No chosen cluster is an error.
//  2. An object that has neither replicas nor replica requirements, or has several components, is not divided: every cluster gets it, with 0
//     replicas, whatever the strategy and the tier.
//  3. The replicas are divided by the strategy of the placement, see [Divide], tier by tier if the affinity has overflow affinities, see overflow.
//  4. Clusters without replicas do not get the object. With [Options].EmptyWorkloads they do, and come last.
//  5. Every cluster gets the components of the object if they are scheduled together, see together.
func (s *scheduler) assign(term *term, chosen []candidate) ([]api.TargetCluster, error) {
	if len(chosen) == 0 {
		return nil, errors.New("no clusters available to schedule")
	}
	spec := s.in.Spec
	r := Request{Replicas: spec.Replicas, Fresh: s.fresh, UID: string(spec.Resource.UID), Undivided: !hasReplicas(spec) || len(spec.Components) > 1}
	r.Previous = s.had(chosen)
	if !r.Undivided {
		strategy, err := strategyOf(spec.Placement)
		if err != nil {
			return nil, err
		}
		r.Strategy = strategy
	}
	if r.Strategy == StaticWeight && s.weights == nil {
		s.weights = s.staticWeights()
	}
	r.Candidates = make([]Candidate, len(chosen))
	for i := range chosen {
		r.Candidates[i] = Candidate{Name: chosen[i].facts.Name, Available: chosen[i].capacity}
		if r.Strategy == StaticWeight {
			r.Candidates[i].Weight = s.weights[chosen[i].at]
		}
	}
	divided := Divide
	if term.tiered && !r.Undivided {
		divided = func(r Request) ([]Share, error) { return overflow(r, chosen) }
	}
	shares, err := divided(r)
	if short := (*NotEnoughError)(nil); errors.As(err, &short) {
		return nil, &UnschedulableError{err}
	}
	if err != nil {
		return nil, err
	}

	together := s.together()
	out := make([]api.TargetCluster, 0, len(chosen))
	has := make(map[string]bool, len(shares))
	for _, share := range shares {
		out = append(out, api.TargetCluster{Name: share.Name, Replicas: share.Replicas, Components: slices.Clone(together)})
		has[share.Name] = true
	}
	for i := range chosen {
		if name := chosen[i].facts.Name; s.in.Options.EmptyWorkloads && !has[name] {
			out = append(out, api.TargetCluster{Name: name})
		}
	}
	return out, nil
}

// together returns the components that each cluster of the object gets. The result is empty without the gate MultiplePodTemplatesScheduling, with fewer
// than two components, and without a spread constraint that asks for exactly one cluster.
func (s *scheduler) together() []api.TargetComponent {
	spec := s.in.Spec
	one := func(c api.SpreadConstraint) bool {
		return c.SpreadByField == api.SpreadByCluster && c.MinGroups == 1 && c.MaxGroups == 1
	}
	if len(spec.Components) < 2 || !s.in.FeatureGates.Enabled(api.GateMultiplePodTemplatesScheduling) || !slices.ContainsFunc(spec.Placement.SpreadConstraints, one) {
		return nil
	}
	all := make([]api.TargetComponent, len(spec.Components))
	for i := range spec.Components {
		all[i] = api.TargetComponent{Name: spec.Components[i].Name, Replicas: spec.Components[i].Replicas}
	}
	return all
}

// strategyOf returns the strategy of a placement. Without replicaScheduling replicas are duplicated.
func strategyOf(p *api.Placement) (Strategy, error) {
	if duplicates(p) {
		return Duplicated, nil
	}
	r := p.ReplicaScheduling
	if r.ReplicaSchedulingType == api.Divided {
		switch {
		case r.ReplicaDivisionPreference == api.Aggregated:
			return Aggregated, nil
		case r.ReplicaDivisionPreference == api.Weighted && r.WeightPreference != nil && r.WeightPreference.DynamicWeight != "":
			return DynamicWeight, nil
		case r.ReplicaDivisionPreference == api.Weighted:
			return StaticWeight, nil
		}
	}
	return "", fmt.Errorf("unsupported replica scheduling strategy, replicaSchedulingType: %s, replicaDivisionPreference: %s, please try another scheduling strategy",
		content.Clip(string(r.ReplicaSchedulingType)), content.Clip(string(r.ReplicaDivisionPreference)))
}

// had returns the shares that the binding already has in the chosen candidates, in the order of the binding.
func (s *scheduler) had(chosen []candidate) []Share {
	clusters := s.in.Spec.Clusters
	if s.previous == nil {
		s.previous = make(map[string][]int, len(clusters))
		for i := range clusters {
			s.previous[clusters[i].Name] = append(s.previous[clusters[i].Name], i)
		}
	}
	var at []int
	for i := range chosen {
		at = append(at, s.previous[chosen[i].facts.Name]...)
	}
	slices.Sort(at)
	at = slices.Compact(at) // candidates may share a name
	shares := make([]Share, len(at))
	for i := range at {
		shares[i] = Share{Name: clusters[at[i]].Name, Replicas: clusters[at[i]].Replicas}
	}
	return shares
}

// staticWeights returns the largest static weight of each candidate.
func (s *scheduler) staticWeights() []int64 {
	weights := make([]int64, len(s.known))
	preference := s.in.Spec.Placement.ReplicaScheduling.WeightPreference
	if preference == nil {
		return weights
	}
	for i := range preference.StaticWeightList {
		rule := &preference.StaticWeightList[i]
		if rule.Weight <= 0 {
			continue
		}
		for _, at := range s.fleet.index.Match(compile(&rule.TargetCluster)) {
			weights[at] = max(weights[at], rule.Weight)
		}
	}
	return weights
}
