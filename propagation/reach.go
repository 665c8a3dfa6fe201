package propagation

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
)

// addClaimed adds the templates that changed policies have claimed or select, before or after.
func (a *again) addClaimed(e edit[api.PropagationSource]) {
	for _, c := range e {
		var versions []*claim.Policies
		if c.was {
			versions = append(versions, claim.NewPolicies(c.before))
		}
		if c.is {
			versions = append(versions, claim.NewPolicies(c.after))
		}
		for i, t := range a.from.templates {
			if a.from.plan.Rows[i].Policy == c.ref || a.isClaimed(t, c.ref) || isSelected(t, c.ref, versions) {
				a.add(t)
			}
		}
	}
}

// isClaimed reports whether a template or its stored binding names a policy.
func (a *again) isClaimed(t *template, policy override.Ref) bool {
	if t.fault != nil {
		return false
	}
	if had, claimed := claim.ClaimOf(content.Labels(t.given), content.Annotations(t.given)); claimed && had.Policy == policy {
		return true
	}
	stored := a.given[t.own]
	if stored == nil {
		return false
	}
	had, claimed := claimOf(stored)
	return claimed && had.Policy == policy
}

// isSelected reports whether a version of a policy selects a template, as it was given or as the plan has left it.
func isSelected(t *template, policy override.Ref, versions []*claim.Policies) bool {
	if t.fault != nil || policy.Namespace != "" && policy.Namespace != t.ref.Namespace {
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

// addPlaced adds the templates with a placement that tells the old and the new cluster apart.
func (a *again) addPlaced(e edit[*api.Cluster]) {
	for _, c := range e {
		read := labelsApart(c.before, c.after)
		for _, b := range a.from.plan.Bindings {
			if p := b.BindingSpec().Placement; p != nil && tellsApart(p, read, c.before, c.after) {
				a.addName(b.Ref())
			}
		}
	}
}

// labelsApart returns the keys of the labels that differ.
func labelsApart(a, b *api.Cluster) map[string]bool {
	keys := map[string]bool{}
	for _, pair := range [][2]map[string]string{{a.Labels, b.Labels}, {b.Labels, a.Labels}} {
		for key, value := range pair[0] {
			if other, found := pair[1][key]; !found || other != value {
				keys[key] = true
			}
		}
	}
	return keys
}

// tellsApart reports whether an affinity of a placement matches one of two clusters, which differ only in these labels, and not the other.
func tellsApart(p *api.Placement, labels map[string]bool, before, after *api.Cluster) bool {
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

func readsLabel(a *api.ClusterAffinity, labels map[string]bool) bool {
	if a == nil || a.LabelSelector == nil {
		return false
	}
	for key := range a.LabelSelector.MatchLabels {
		if labels[key] {
			return true
		}
	}
	for _, r := range a.LabelSelector.MatchExpressions {
		if labels[r.Key] {
			return true
		}
	}
	return false
}

// overridden returns the templates whose Works changed override policies may change, or the present ones in changed clusters. Templates of
// namespaces are planned again.
//
// An interpreter that is not part of the project may revise more than replicas: then policies select what it returns, so all templates
// of its kinds are affected.
func (a *again) overridden(e *edits) (found []*template) {
	if len(e.overrides) == 0 && (len(e.clusters) == 0 || a.overrides.Set.Len() == 0) {
		return nil
	}
	known, custom := map[override.Ref]bool{}, map[schema.GroupVersionKind]bool{}
	add := func(ref override.Ref, in string) {
		at, exists := place(a.from.templates, templateRef, ref)
		if !exists || known[ref] {
			return
		}
		t := a.from.templates[at]
		if t.isNamespace() {
			a.add(t)
			return
		}
		if b := a.from.plan.finalOf(t.binding); b != nil && (in == "" || isTarget(b, in)) {
			known[ref] = true
			found = append(found, t)
		}
	}
	all := func(in string) {
		for _, t := range a.from.templates {
			if t.binding == (override.Ref{}) || t.fault != nil {
				continue
			}
			kind := t.object.GroupVersionKind()
			is, asked := custom[kind]
			if !asked {
				name := a.Registry.Name(kind, interpreter.ReviseReplica)
				is = name != "" && name != "native"
				custom[kind] = is
			}
			if is {
				add(t.ref, in)
			}
		}
	}
	set := a.from.overrides.Set
	for _, c := range e.overrides {
		before, _ := set.Get(c.ref)
		after, _ := a.overrides.Set.Get(c.ref)
		for _, affected := range a.from.index.get(a.from).Affected(set, before, after) {
			add(affected.Object, "")
		}
		if set = set.Without(c.ref); after != nil {
			set = set.With(after)
		}
	}
	if len(e.overrides) > 0 {
		all("")
	}
	for _, c := range e.clusters {
		before, after := c.before.Facts(), c.after.Facts()
		for _, affected := range a.from.index.get(a.from).AffectedByCluster(set, &before, &after) {
			add(affected.Object, c.after.Name)
		}
		all(c.after.Name)
	}
	return found
}

// isTarget reports whether a cluster gets the object of a binding.
func isTarget(b api.Binding, cluster string) bool {
	for _, t := range work.Targets(b.BindingSpec()) {
		if t.Name == cluster {
			return true
		}
	}
	return false
}

// show makes the Works of templates again that are not planned again.
func (a *again) show(templates []*template) {
	for _, t := range templates {
		if a.was[t.ref] != nil {
			continue
		}
		at, _ := place(a.from.templates, templateRef, t.ref)
		fresh, row := *t, a.from.plan.Rows[at]
		row.Err, row.Warnings, row.Divergences = t.made.err, row.Warnings[:t.made.warnings:t.made.warnings], nil
		fresh.row, fresh.made = &row, made{}
		a.was[t.ref], a.shown[t.binding] = t, &fresh
		a.replace(&fresh)
	}
}
