package validation

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// WarnPropagation returns warnings about a policy, as [WarnOverride] does:
//
//  1. There are no resourceSelectors, so that the policy selects nothing.
//  2. A selector of objects or clusters is invalid or contradicts itself, so that it selects nothing, or a part of it is ignored.
//  3. A spread constraint has no maxGroups. Karmada reads that as a limit of 0.
//  4. A staticWeightList is ignored beside dynamicWeight.
func WarnPropagation(s api.PropagationSource) []string {
	spec, w := s.PropagationSpec(), &warnings{}
	if len(spec.ResourceSelectors) == 0 {
		w.add(specPath.Child("resourceSelectors"), "there are no selectors, so the policy selects nothing")
	}
	w.objectSelectors(specPath.Child("resourceSelectors"), spec.ResourceSelectors)
	at, placement := specPath.Child("placement"), &spec.Placement
	w.affinity(at.Child("clusterAffinity"), placement.ClusterAffinity)
	for i := range placement.ClusterAffinities {
		term, at := &placement.ClusterAffinities[i], at.Child("clusterAffinities").Index(i)
		w.affinity(at, &term.ClusterAffinity)
		for j := range term.OverflowAffinities {
			w.affinity(at.Child("overflowAffinities").Index(j), &term.OverflowAffinities[j].ClusterAffinity)
		}
	}
	for i, constraint := range placement.SpreadConstraints {
		if constraint.MaxGroups == 0 && constraint.SpreadByLabel == "" {
			w.add(at.Child("spreadConstraints").Index(i).Child("maxGroups"), "0 is a limit of no groups, not the absence of a limit")
		}
	}
	if r := placement.ReplicaScheduling; r != nil && r.WeightPreference != nil {
		at := at.Child("replicaScheduling", "weightPreference", "staticWeightList")
		if r.WeightPreference.DynamicWeight != "" && len(r.WeightPreference.StaticWeightList) > 0 {
			w.add(at, "ignored, because dynamicWeight is set")
		}
		for i := range r.WeightPreference.StaticWeightList {
			w.affinity(at.Index(i).Child("targetCluster"), &r.WeightPreference.StaticWeightList[i].TargetCluster)
		}
	}
	return w.sorted()
}
