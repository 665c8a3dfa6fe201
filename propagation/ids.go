package propagation

import (
	"crypto/sha256"
	"encoding/hex"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/selector"
)

// id returns the permanent id for an object without one: that of NewID, or 128 bits of a hash of its kind, namespace and name, so that no
// two objects get the same id.
func (p *planner) id(of override.Ref) string {
	if p.Options.NewID != nil {
		return p.Options.NewID(of)
	}
	sum := sha256.Sum256([]byte(of.Kind + "\x00" + of.Namespace + "\x00" + of.Name))
	return hex.EncodeToString(sum[:16])
}

// withIDs returns the policies. Those without an id are copied and get one:
//
//  1. The least id in the claims of templates and stored bindings that name the policy. The claims of templates that are planned get it, see unify, so the
//     next plan finds the same one.
//  2. Without a claim, a new one.
func (p *planner) withIDs(policies []api.PropagationSource, templates []*template) []api.PropagationSource {
	known := map[override.Ref]string{}
	add := func(had claim.Claim, claimed bool) {
		if id := known[had.Policy]; claimed && (id == "" || had.ID < id) {
			known[had.Policy] = had.ID
		}
	}
	for _, t := range templates {
		if t.fault == nil && t.marked {
			add(claim.ClaimOf(content.Labels(t.given), content.Annotations(t.given)))
		}
	}
	for _, b := range p.given {
		add(claimOf(b))
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
				id = p.id(policy.Ref())
			}
			c.SetLabels(content.MergeMap(c.GetLabels(), map[string]string{key: id}))
			p.assumed[policy.Ref()] = id
			policy = c
		}
		all = append(all, policy)
	}
	return all
}

// unify gives the claim of a template the id of its policy if that has none of its own: any claim that names the policy is its claim.
func (p *planner) unify(t *template) {
	if len(p.assumed) == 0 || t.fault != nil {
		return
	}
	had, claimed := claim.ClaimOf(content.Labels(t.object), content.Annotations(t.object))
	if id := p.assumed[had.Policy]; claimed && id != "" && id != had.ID {
		t.edit(claim.Edit{SetLabels: map[string]string{claim.IDLabel(had.Policy): id}})
	}
}

// mayBeClaimed reports whether an object has the label of a claim. It does not copy the labels.
func mayBeClaimed(object *unstructured.Unstructured) bool {
	labels := selector.ObjectOf(object.Object).Labels
	return labels[api.PropagationPolicyIDLabel] != nil || labels[api.ClusterPropagationPolicyIDLabel] != nil
}

// setID sets the permanent id of a binding if it has none.
func (p *planner) setID(b api.Binding) {
	key := api.BindingIDLabel
	if _, cluster := b.(*api.ClusterResourceBinding); cluster {
		key = api.ClusterBindingIDLabel
	}
	if b.GetLabels()[key] == "" {
		b.SetLabels(content.MergeMap(b.GetLabels(), map[string]string{key: p.id(b.Ref())}))
	}
}
