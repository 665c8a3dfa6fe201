package propagation

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// bounded reports whether the templates that changes touch can be found. They cannot be found in these cases:
//
//  1. With the feature gates, templates that have nothing in common depend on each other. With a Now, the time has an effect on all of them.
//  2. Two objects have a Work with one name, or the plan warns of stored objects: one template may get what another has lost.
//  3. A stored binding or Work changes: any template may have, need or replace it. The same applies to a stored Work that does not name its
//     binding. A stored binding that is being deleted is detached even if no template has changed.
//  4. A changed policy has a warning (warnsOf), or a policy waits for a changed override policy (awaits).
//  5. A template needs an object outside of its namespace, see needsOutside.
//  6. A cluster changes in more than its labels: all placements depend on its capacity, taints and APIs.
//  7. An object that is given twice changes: its warning disappears.
//  8. A changed template concerns all others (concernsAll, changesAPIs).
func (s *snapshot) bounded(e *edits) bool {
	gates := s.Options.FeatureGates
	switch {
	case gates.Enabled(api.GateWorkloadAffinity), gates.Enabled(api.GatePropagationPolicyPreemption), !s.Options.Now.IsZero():
		return false
	case s.traits.contested || s.traits.warned:
		return false
	case len(e.bindings) > 0 || len(e.works) > 0 || s.stored().nameless || s.stored().detaches:
		return false
	case slices.ContainsFunc(e.policies, warnsOf) || s.needed().outside:
		return false
	case e.changesDuplicates(s.objects().superseded):
		return false
	case s.awaits(e.overrides) || slices.ContainsFunc(e.clusters, isMoved):
		return false
	}
	return !slices.ContainsFunc(e.templates, s.concernsAll) && !s.changesAPIs(e.templates)
}

// concernsAll reports whether a change of a template may matter to templates that have nothing to do with it. One of these conditions is enough:
//
//  1. It is a CustomResourceDefinition, which says whether objects have a namespace, or a PriorityClass, which has the priority of others, and
//     the option PriorityClass is nil.
//  2. It is the execution namespace of a cluster that is being deleted, see withoutSpace.
//  3. It is claimed by a policy without an id, which takes that of the first template that it has claimed.
func (s *snapshot) concernsAll(c change[*template]) bool {
	return c.ref.Kind == "CustomResourceDefinition" || c.ref.Kind == "Namespace" && s.isLeaving(c.ref.Name) || c.ref.Kind == "PriorityClass" && s.in.Options.PriorityClass == nil ||
		c.was && s.givesID(c.before) || c.is && s.givesID(c.after)
}

// isLeaving reports whether a namespace is the execution namespace of a cluster that is being deleted.
func (x *indexes) isLeaving(space string) bool {
	cluster, err := api.ClusterOfNamespace(space)
	c := x.clusters[cluster]
	return err == nil && c != nil && c.DeletionTimestamp != nil
}

// givesID reports whether a policy without an id may take that of a template.
func (s *snapshot) givesID(t *template) bool {
	had, claimed := claim.ClaimOf(content.Labels(t.given), content.Annotations(t.given))
	if !claimed {
		return false
	}
	at, found := search(s.objects().policies, api.PropagationSource.Ref, had.Policy)
	return found && s.objects().policies[at].GetLabels()[claim.IDLabel(had.Policy)] == ""
}

// changesAPIs reports whether a template is new or gone and the only one of its kind and version, while clusters that report no APIs are assumed to have
// those of all templates. It looks at each template at most once, whatever the number of changes.
func (s *snapshot) changesAPIs(e edit[*template]) bool {
	if !s.Options.AssumeAPIs || !slices.ContainsFunc(s.objects().clusters, func(c *api.Cluster) bool { return len(c.Status.APIEnablements) == 0 }) {
		return false
	}
	known := map[override.Ref]int{} // the number of templates, at most two, by API version and kind
	for _, c := range e {
		if c.was != c.is {
			known[apiOf(c.ref)] = 0
		}
	}
	few := len(known) // the kinds of which fewer than two are known
	for _, t := range s.templates {
		if few == 0 {
			return false
		}
		if n, changes := known[apiOf(t.ref)]; changes && n < 2 {
			known[apiOf(t.ref)] = n + 1
			if n == 1 {
				few--
			}
		}
	}
	return slices.ContainsFunc(e, func(c change[*template]) bool {
		return !c.was && c.is && known[apiOf(c.ref)] == 0 || c.was && !c.is && known[apiOf(c.ref)] == 1
	})
}

func apiOf(ref override.Ref) override.Ref {
	return override.Ref{APIVersion: ref.APIVersion, Kind: ref.Kind}
}

// warnsOf reports whether a plan warns of a policy, before or after: of its preemption, or of an invalid selector. It also reports whether the policy
// selects by the claims of templates, which the plan changes.
func warnsOf(c change[api.PropagationSource]) bool {
	for _, p := range []api.PropagationSource{c.before, c.after} {
		if p == nil {
			continue
		}
		if p.PropagationSpec().Preemption == api.PreemptAlways || claim.NewPolicies(p).Faults() != nil {
			return true
		}
		for _, selector := range p.PropagationSpec().ResourceSelectors {
			if selector.LabelSelector == nil {
				continue
			}
			for _, key := range []string{api.PropagationPolicyIDLabel, api.ClusterPropagationPolicyIDLabel} {
				if _, read := selector.LabelSelector.MatchLabels[key]; read || slices.ContainsFunc(selector.LabelSelector.MatchExpressions, func(r metav1.LabelSelectorRequirement) bool { return r.Key == key }) {
					return true
				}
			}
		}
	}
	return false
}

// awaits reports whether an override policy is new or gone and a propagation policy waits for one with its name.
func (s *snapshot) awaits(e edit[api.OverrideSource]) bool {
	names := map[string]bool{} // so that the policies are read once for all changes
	for _, c := range e {
		if c.was != c.is {
			names[c.ref.Name] = true
		}
	}
	return len(names) > 0 && slices.ContainsFunc(s.objects().policies, func(p api.PropagationSource) bool {
		return slices.ContainsFunc(p.PropagationSpec().DependentOverrides, func(name string) bool { return names[name] })
	})
}

// isMoved reports whether a cluster differs in more than its labels.
func isMoved(c change[*api.Cluster]) bool {
	if !c.was || !c.is {
		return true
	}
	before, after := *c.before, *c.after
	for _, v := range []*api.Cluster{&before, &after} {
		v.Labels, v.ResourceVersion, v.Generation, v.ManagedFields = nil, "", 0, nil
	}
	return !equality.Semantic.DeepEqual(before, after)
}
