package propagation

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/selector"
)

// withIDs returns the policies. Those without an id are copied and get one:
//
//  1. The least id in the claims of templates and stored bindings that name the policy. The claims of templates that are planned get it, so the
//     next plan finds the same one.
//  2. Without a claim, a new one.
func (p *planner) withIDs(policies []api.PropagationSource) []api.PropagationSource {
	known := map[override.Ref]string{}
	add := func(had claim.Claim, claimed bool) {
		if id := known[had.Policy]; claimed && (id == "" || had.ID < id) {
			known[had.Policy] = had.ID
		}
	}
	for _, t := range p.templates {
		if t.Fault == nil && mayBeClaimed(t.Object) {
			add(claim.ClaimOf(content.Labels(t.Object), content.Annotations(t.Object)))
		}
	}
	for _, b := range p.given {
		add(template.ClaimOf(b))
	}
	all := make([]api.PropagationSource, 0, len(policies))
	for _, policy := range policies {
		if claim.PolicySpec(policy) == nil {
			continue
		}
		key := api.PropagationPolicyIDLabel
		if policy.GetNamespace() == "" {
			key = api.ClusterPropagationPolicyIDLabel
		}
		if policy.GetLabels()[key] == "" {
			c, _ := policy.DeepCopyObject().(api.PropagationSource)
			id := known[policy.Ref()]
			if id == "" {
				id = p.control.ID(policy.Ref())
			}
			c.SetLabels(content.MergeMap(c.GetLabels(), map[string]string{key: id}))
			p.control.AssumedIDs[policy.Ref()] = id
			policy = c
		}
		all = append(all, policy)
	}
	return all
}

// mayBeClaimed reports whether an object has the label of a claim. It does not copy the labels.
func mayBeClaimed(object *unstructured.Unstructured) bool {
	labels := selector.ObjectOf(object.Object).Labels
	return labels[api.PropagationPolicyIDLabel] != nil || labels[api.ClusterPropagationPolicyIDLabel] != nil
}
