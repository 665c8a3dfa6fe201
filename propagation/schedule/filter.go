package schedule

import (
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
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

// filter returns the clusters that may be chosen. A cluster is rejected for these reasons, in this order:
//
//  1. The cluster does not have the kind of the object, see [cluster.APIStateOf]. A list that may be incomplete is read as complete.
//  2. It has a taint that is not tolerated, see untolerated.
//  3. The affinity does not match it.
//  4. It lacks a field by which the placement spreads.
//  5. The object is being evicted from it.
//  6. Workload affinity rules it out, see [Peers].
//
// Rules 1, 2 and 6 do not apply to clusters that already have the object. The health of a cluster does not count, only its taints. Clusters that
// are being deleted are not candidates.
//
// All rules but the third are independent of the affinity, see verdict. So filter only looks at clusters that the affinity matches.
func (s *scheduler) filter(term *term) (passed []candidate, taken []reached) {
	taken = term.reach(s.fleet.index, isWorkload(s.in.Spec))
	passed = make([]candidate, 0, len(taken))
	for _, r := range taken {
		if s.verdict(r.at) == nil {
			passed = append(passed, s.candidate(r))
		}
	}
	return passed, taken
}

// peers returns the index if the feature gate is on.
func (s *scheduler) peers() *Peers {
	if !s.in.FeatureGates.Enabled(api.GateWorkloadAffinity) {
		return nil
	}
	return s.in.Peers
}

// verdict is the reasons against a candidate that do not depend on the affinity, before and after rule 3 of filter.
type verdict struct{ before, after []string }

// judge is what the rules of filter need, except for the third.
type judge struct {
	peers       peerFilter
	tolerations tolerations
	fields      []api.SpreadField
}

func (s *scheduler) newJudge() judge {
	spec := s.in.Spec
	return judge{s.peers().filterFor(spec), newTolerations(spec.Placement.ClusterTolerations), spreadFields(spec.Placement.SpreadConstraints)}
}

// verdict returns the reasons against a candidate, or nil. It finds them once.
func (s *scheduler) verdict(at int) *verdict {
	known := &s.known[at]
	if known.verdict == 0 {
		known.verdict = passes
		if v := s.reasonsAgainst(at); len(v.before)+len(v.after) > 0 {
			s.verdicts = append(s.verdicts, v)
			known.verdict = int32(len(s.verdicts))
		}
	}
	if known.verdict == passes {
		return nil
	}
	return &s.verdicts[known.verdict-1]
}

func (s *scheduler) reasonsAgainst(at int) (v verdict) {
	c, name, of := s.fleet.clusters[at], s.fleet.facts[at].Name, s.in.Spec.Resource
	has := s.targets[name]
	if !has && cluster.APIStateOf(c, of.APIVersion, of.Kind) != cluster.APIEnabled {
		v.before = append(v.before, reasonEnablement)
	}
	if !has {
		v.before = append(v.before, s.judge.tolerations.untolerated(c.Spec.Taints)...)
	}
	v.after = append(v.after, lacking(c, s.judge.fields)...)
	if s.evicted[name] {
		v.after = append(v.after, reasonEviction)
	}
	if !has {
		v.after = append(v.after, s.judge.peers.reasons(name)...)
	}
	return v
}

// reasons returns the reasons against each candidate that does not pass the filters, by name.
func (s *scheduler) reasons(taken []reached) map[string][]string {
	failed := make(map[string][]string, len(s.known)-len(taken))
	for i := range s.known {
		v := s.verdict(i)
		if v == nil {
			v = &verdict{}
		}
		all := slices.Clip(v.before) // so that append copies
		if len(taken) > 0 && taken[0].at == i {
			taken = taken[1:]
		} else {
			all = append(all, reasonAffinity)
		}
		if all = append(all, v.after...); len(all) > 0 {
			failed[s.fleet.facts[i].Name] = all
		}
	}
	return failed
}

// karmadaReason returns a reason as Karmada reports it, without the name of a peer.
func karmadaReason(reason string) string {
	for _, words := range []string{reasonPeers, reasonApart} {
		if strings.HasPrefix(reason, words) {
			return words
		}
	}
	return reason
}

// isWorkload reports whether an object has replicas, replica requirements or components. Only workloads overflow.
func isWorkload(spec *api.ResourceBindingSpec) bool {
	return hasReplicas(spec) || len(spec.Components) > 0
}

// hasReplicas reports whether an object has replicas or replica requirements. A workload may have only components.
func hasReplicas(spec *api.ResourceBindingSpec) bool {
	return spec.Replicas > 0 || spec.ReplicaRequirements != nil
}

// spreadFields returns the fields that constraints spread by and that a cluster may lack, each once.
func spreadFields(constraints []api.SpreadConstraint) (fields []api.SpreadField) {
	for _, c := range constraints {
		switch c.SpreadByField {
		case api.SpreadByProvider, api.SpreadByRegion, api.SpreadByZone:
			if !slices.Contains(fields, c.SpreadByField) {
				fields = append(fields, c.SpreadByField)
			}
		}
	}
	return fields
}

// lacking returns a reason for each field that a cluster does not have. A zone counts only in Zones, not in the older Zone.
func lacking(c *api.Cluster, fields []api.SpreadField) (reasons []string) {
	for _, field := range fields {
		switch {
		case field == api.SpreadByProvider && c.Spec.Provider == "":
			reasons = append(reasons, reasonProvider)
		case field == api.SpreadByRegion && c.Spec.Region == "":
			reasons = append(reasons, reasonRegion)
		case field == api.SpreadByZone && len(c.Spec.Zones) == 0:
			reasons = append(reasons, reasonZones)
		}
	}
	return reasons
}
