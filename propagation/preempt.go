package propagation

import (
	"cmp"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// preempt gives templates to the policies that take them from others, see [claim.Preempt]. The policies act once each, in the order of their
// priority, the highest first. A PropagationPolicy only takes templates of its namespace, which is that of selectors without one, as Karmada's
// admission sets it.
func (p *planner) preempt(templates []*template) {
	if !p.Options.FeatureGates.Enabled(api.GatePropagationPolicyPreemption) {
		return
	}
	of := map[override.Ref]*template{}
	for _, t := range templates {
		if t.fault != nil {
			continue
		}
		if eligible, _ := p.filter.Eligible(t.object); eligible {
			of[t.ref] = t
		}
	}
	policies := slices.SortedFunc(maps.Values(p.sources), func(a, b api.PropagationSource) int {
		return cmp.Or(cmp.Compare(priorityOf(b), priorityOf(a)), content.CompareRefs(a.Ref(), b.Ref()))
	})
	for _, policy := range policies {
		if policy.GetDeletionTimestamp() != nil {
			continue
		}
		find := func(ref override.Ref) *template {
			if ref.Namespace = cmp.Or(ref.Namespace, policy.GetNamespace()); policy.GetNamespace() == "" || ref.Namespace == policy.GetNamespace() {
				return of[ref]
			}
			return nil
		}
		object := func(ref override.Ref) (*unstructured.Unstructured, error) {
			if t := find(ref); t != nil {
				return t.object, nil
			}
			return nil, nil
		}
		// The only error is a claim of a policy that does not exist. Then the template is released and matched again.
		taken, _ := claim.Preempt(claim.PreemptInput{Policy: policy, Policies: p.policies, Object: object, FeatureGates: p.Options.FeatureGates})
		for _, d := range taken {
			if d.Kind == claim.DecisionPreempt {
				t := find(d.Object)
				t.edit(d.Edit)
				t.preempted = d.Reason
			}
		}
	}
}

func priorityOf(policy api.PropagationSource) int32 {
	if p := policy.PropagationSpec().Priority; p != nil {
		return *p
	}
	return 0
}
