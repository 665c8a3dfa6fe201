package schedule

import (
	"slices"

	"github.com/overridekit/overridekit/policy/karmada"
)

// The reasons of the filters, in Karmada's words.
const (
	reasonEnablement = "cluster(s) did not have the API resource"
	reasonAffinity   = "cluster(s) did not match the placement cluster affinity constraint"
	reasonProvider   = "cluster(s) did not have provider property"
	reasonRegion     = "cluster(s) did not have region property"
	reasonZones      = "cluster(s) did not have zones property"
	reasonEviction   = "cluster(s) is in the process of eviction"
	reasonPeers      = "ResourceBinding with the same affinity group does not target this cluster"
	reasonApart      = "cluster already has workload with the same anti-affinity group"
)

// filter keeps the clusters that the object may go to. The others have every reason for which they may not be chosen, in this order:
//
//  1. The cluster does not have the kind of the object, see enabled.
//  2. A taint of it is not tolerated, see untolerated.
//  3. The affinity does not take it.
//  4. It lacks a field by which the placement spreads.
//  5. The object is on its way out of it.
//  6. Workload affinity keeps the object away from it, see peers.
//
// Rules 1, 2 and 6 spare the clusters that have the object already. Whether a cluster is healthy is no rule: taints tell. Clusters that are
// being deleted come nowhere near.
func (s *scheduler) filter(place place) (passed []candidate, failed map[string][]string) {
	spec, workload := s.in.Spec, isWorkload(s.in.Spec)
	with := newPeers(s.in)
	failed = map[string][]string{}
	passed = make([]candidate, 0, len(s.candidates))
	for i := range s.candidates {
		c := &s.candidates[i]
		var reasons []string
		has := s.targets[c.facts.Name]
		if !has && !enabled(c.cluster, spec.Resource.APIVersion, spec.Resource.Kind) {
			reasons = append(reasons, reasonEnablement)
		}
		if !has {
			reasons = append(reasons, untolerated(c.cluster.Spec.Taints, spec.Placement.ClusterTolerations)...)
		}
		if !place.takes(&c.facts, workload) {
			reasons = append(reasons, reasonAffinity)
		}
		reasons = append(reasons, lacking(c.cluster, spec.Placement.SpreadConstraints)...)
		if s.evicted[c.facts.Name] {
			reasons = append(reasons, reasonEviction)
		}
		if !has {
			reasons = append(reasons, with.against(c.facts.Name)...)
		}
		if len(reasons) > 0 {
			failed[c.facts.Name] = reasons
			continue
		}
		passed = append(passed, *c)
	}
	return passed, failed
}

// isWorkload tells whether an object has replicas, or could have some.
func isWorkload(spec *karmada.ResourceBindingSpec) bool {
	return spec.Replicas > 0 || spec.ReplicaRequirements != nil
}

// lacking is which of the fields a cluster does not have by which it is to be spread. Only Zones counts, not the older Zone.
func lacking(c *karmada.Cluster, constraints []karmada.SpreadConstraint) (reasons []string) {
	for _, constraint := range constraints {
		reason := ""
		switch {
		case constraint.SpreadByField == karmada.SpreadByProvider && c.Spec.Provider == "":
			reason = reasonProvider
		case constraint.SpreadByField == karmada.SpreadByRegion && c.Spec.Region == "":
			reason = reasonRegion
		case constraint.SpreadByField == karmada.SpreadByZone && len(c.Spec.Zones) == 0:
			reason = reasonZones
		}
		if reason != "" && !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
		}
	}
	return reasons
}
