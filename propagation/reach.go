package propagation

import (
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// addClaimed adds the templates that changed policies have claimed or select, before or after. It looks at each template once, whatever the number of
// policies: any policy that selects a template makes Match find one.
func (r *replanner) addClaimed(e edit[api.PropagationSource]) {
	if len(e) == 0 {
		return
	}
	changed, namespaces := make(map[override.Ref]bool, len(e)), map[string]bool{}
	var before, after []api.PropagationSource
	for _, c := range e {
		changed[c.ref], namespaces[c.ref.Namespace] = true, true
		if c.was {
			before = append(before, c.before)
		}
		if c.is {
			after = append(after, c.after)
		}
	}
	versions := []*claim.Policies{claim.NewPolicies(before...), claim.NewPolicies(after...)}
	for i, t := range r.from.templates {
		within := namespaces[""] || namespaces[t.ref.Namespace] // others are not selected
		if changed[r.from.plan.Rows[i].Policy] || r.isClaimed(t, changed) || within && isSelected(t, versions) {
			r.add(t)
		}
	}
}

// isClaimed reports whether a template or its stored binding names one of these policies.
func (r *replanner) isClaimed(t *template, policies map[override.Ref]bool) bool {
	if t.fault != nil {
		return false
	}
	if t.marked && hasClaimOf(content.Labels(t.given), content.Annotations(t.given), policies) {
		return true
	}
	stored := r.given[t.own]
	return stored != nil && hasClaimOf(stored.GetLabels(), stored.GetAnnotations(), policies)
}

// hasClaimOf reports whether one of two claims names one of these policies. That of a ClusterPropagationPolicy counts once that of a PropagationPolicy is
// removed.
func hasClaimOf(labels, annotations map[string]string, policies map[override.Ref]bool) bool {
	had, claimed := claim.ClaimOf(labels, annotations)
	if claimed && policies[had.Policy] {
		return true
	}
	if !claimed || claim.IsClusterWide(had.Policy) {
		return false
	}
	labels = maps.Clone(labels)
	delete(labels, api.PropagationPolicyIDLabel)
	had, claimed = claim.ClaimOf(labels, annotations)
	return claimed && policies[had.Policy]
}

// isSelected reports whether some of the policies select a template, as it was given or as the plan has left it.
func isSelected(t *template, versions []*claim.Policies) bool {
	if t.fault != nil {
		return false
	}
	for _, version := range versions {
		if _, selected := version.Match(t.given); selected {
			return true
		}
		if _, selected := version.Match(t.object); selected && t.object != t.given {
			return true
		}
	}
	return false
}

// addPlaced adds the templates with a placement that tells the old and the new cluster apart, also those whose bindings the plan leaves.
func (r *replanner) addPlaced(e edit[*api.Cluster]) {
	if len(e) == 0 {
		return
	}
	bindings := slices.Concat(r.from.plan.Bindings, r.from.plan.Left.Bindings)
	for _, c := range e {
		read := labelsApart(c.before, c.after)
		for _, b := range bindings {
			if p := b.BindingSpec().Placement; p != nil && tellsApart(p, read, c.before, c.after) {
				r.addName(b.Ref())
			}
		}
	}
}

// labelsApart returns the keys of the labels that differ, perhaps twice.
func labelsApart(a, b *api.Cluster) (keys []string) {
	for _, pair := range [][2]map[string]string{{a.Labels, b.Labels}, {b.Labels, a.Labels}} {
		for key, value := range pair[0] {
			if other, found := pair[1][key]; !found || other != value {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// tellsApart reports whether an affinity of a placement matches one of two clusters, which differ only in these labels, and not the other.
func tellsApart(p *api.Placement, labels []string, before, after *api.Cluster) bool {
	apart := func(a *api.ClusterAffinity) bool {
		return readsLabel(a, labels) && schedule.Matches(a, before) != schedule.Matches(a, after)
	}
	if apart(p.ClusterAffinity) {
		return true
	}
	for i := range p.ClusterAffinities {
		term := &p.ClusterAffinities[i]
		if apart(&term.ClusterAffinity) {
			return true
		}
		for j := range term.OverflowAffinities {
			if apart(&term.OverflowAffinities[j].ClusterAffinity) {
				return true
			}
		}
	}
	if p.ReplicaScheduling != nil && p.ReplicaScheduling.WeightPreference != nil {
		for i := range p.ReplicaScheduling.WeightPreference.StaticWeightList {
			if apart(&p.ReplicaScheduling.WeightPreference.StaticWeightList[i].TargetCluster) {
				return true
			}
		}
	}
	return false
}

func readsLabel(a *api.ClusterAffinity, labels []string) bool {
	if a == nil || a.LabelSelector == nil {
		return false
	}
	return slices.ContainsFunc(labels, func(key string) bool {
		if _, read := a.LabelSelector.MatchLabels[key]; read {
			return true
		}
		return slices.ContainsFunc(a.LabelSelector.MatchExpressions, func(r metav1.LabelSelectorRequirement) bool { return r.Key == key })
	})
}
