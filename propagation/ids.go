package propagation

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"

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

// withIDs returns the policies. Those without an id are copied and get that of a template or a binding that they have claimed, or a new one.
func (p *planner) withIDs(policies []api.PropagationSource, templates []*template) []api.PropagationSource {
	known := map[override.Ref]string{}
	for _, t := range templates {
		if t.fault != nil || !t.marked {
			continue
		}
		if had, claimed := claim.ClaimOf(content.Labels(t.given), content.Annotations(t.given)); claimed && known[had.Policy] == "" {
			known[had.Policy] = had.ID
		}
	}
	for _, ref := range slices.SortedFunc(maps.Keys(p.given), content.CompareRefs) {
		b := p.given[ref]
		if had, claimed := claimOf(b); claimed && known[had.Policy] == "" {
			known[had.Policy] = had.ID
		}
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
