package schedule

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// peers are the clusters of other workloads that matter to this one.
type peers struct {
	together int             // how many other workloads the affinity group has: a cluster must have all of them
	has      map[string]int  // how many of them a cluster has
	apart    map[string]bool // the clusters of any of the anti-affinity group: a cluster must not be among them
}

// newPeers looks for the other bindings in the namespace that are of the same groups and go somewhere. A binding is another one if its object is.
func newPeers(in Input) (out peers) {
	groups := in.Spec.WorkloadAffinityGroups
	if groups == nil {
		return out
	}
	for _, b := range in.Options.Peers {
		if b == nil || b.Spec.WorkloadAffinityGroups == nil || len(b.Spec.Clusters) == 0 || same(b.Spec.Resource, in.Spec.Resource) ||
			b.Spec.Resource.Namespace != in.Spec.Resource.Namespace {
			continue
		}
		if theirs := b.Spec.WorkloadAffinityGroups.AffinityGroup; theirs != "" && theirs == groups.AffinityGroup {
			if out.has == nil {
				out.has = map[string]int{}
			}
			for _, c := range b.Spec.Clusters {
				if out.has[c.Name] == out.together { // it is not a second time that the binding names it
					out.has[c.Name]++
				}
			}
			out.together++
		}
		if theirs := b.Spec.WorkloadAffinityGroups.AntiAffinityGroup; theirs != "" && theirs == groups.AntiAffinityGroup {
			if out.apart == nil {
				out.apart = map[string]bool{}
			}
			for _, c := range b.Spec.Clusters {
				out.apart[c.Name] = true
			}
		}
	}
	return out
}

// against is why a cluster is not for this workload.
func (p *peers) against(cluster string) (reasons []string) {
	if p.has[cluster] < p.together {
		reasons = append(reasons, reasonPeers)
	}
	if p.apart[cluster] {
		reasons = append(reasons, reasonApart)
	}
	return reasons
}

func same(a, b api.ObjectReference) bool {
	return a.APIVersion == b.APIVersion && a.Kind == b.Kind && a.Namespace == b.Namespace && a.Name == b.Name
}
