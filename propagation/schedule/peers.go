package schedule

import "github.com/overridekit/overridekit/policy/karmada"

// peers are the clusters of other workloads that matter to this one.
type peers struct {
	together []map[string]bool // of each other workload of the affinity group: a cluster must be in all
	apart    map[string]bool   // of any of the anti-affinity group: a cluster must not be among them
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
			clusters := map[string]bool{}
			for _, c := range b.Spec.Clusters {
				clusters[c.Name] = true
			}
			out.together = append(out.together, clusters)
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
	for _, clusters := range p.together {
		if !clusters[cluster] {
			reasons = append(reasons, reasonPeers)
			break
		}
	}
	if p.apart[cluster] {
		reasons = append(reasons, reasonApart)
	}
	return reasons
}

func same(a, b karmada.ObjectReference) bool {
	return a.APIVersion == b.APIVersion && a.Kind == b.Kind && a.Namespace == b.Namespace && a.Name == b.Name
}
