package propagation

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// preempt lets policies take templates from others, see [claim.Preempt]. Each policy acts once, the highest priority first. A selector of a
// PropagationPolicy without a namespace means that of the policy, which Karmada's admission sets.
func (p *planner) preempt(ctx context.Context, templates []*template) error {
	if !p.Options.FeatureGates.Enabled(api.GatePropagationPolicyPreemption) {
		p.warnPreemption()
		return nil
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
		if err := ctx.Err(); err != nil {
			return err
		}
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
				t.reasons = append(t.reasons, fmt.Sprintf("%s has taken it from %s: %s", content.ClipRef(d.Policy), content.ClipRef(d.From), d.Reason))
			}
		}
	}
	return nil
}

// warnPreemption warns of policies whose preemption has no effect.
func (p *planner) warnPreemption() {
	for _, policy := range p.sources {
		if policy.PropagationSpec().Preemption == api.PreemptAlways {
			p.warn("%s: spec.preemption has no effect: the feature gate PropagationPolicyPreemption is off", policy.Ref())
		}
	}
}

func priorityOf(policy api.PropagationSource) int32 {
	if p := policy.PropagationSpec().Priority; p != nil {
		return *p
	}
	return 0
}
