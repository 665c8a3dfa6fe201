package propagation

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
)

// row takes a template from its claim to its clusters.
func (p *planner) row(ctx context.Context, t *template, row *Row) {
	if t.fault != nil {
		row.Reason, row.Err = "it cannot be read", t.fault
		return
	}
	if verdict := p.watch.Eligible(t.object); !verdict.Eligible() {
		row.Reason = verdict.Reason
		return
	}
	decision, err := claim.Decide(claim.ClaimInput{Object: t.object, Policies: p.policies, OverrideExists: func(namespace, name string) bool {
		return p.exists[types.NamespacedName{Namespace: namespace, Name: name}]
	}})
	row.Policy, row.Reason = decision.Policy, decision.Reason
	if err != nil || decision.Kind != claim.DecisionApply {
		row.Err = err
		return
	}
	object := t.object.DeepCopy()
	object.SetLabels(decision.Edit.Labels(object.GetLabels()))
	object.SetAnnotations(decision.Edit.Annotations(object.GetAnnotations()))
	t.object = object
	policy, _ := p.policies.Get(decision.Policy) // which Decide has just found
	binding, err := bind.Bind(ctx, bind.Input{Template: object, Policy: policy, Registry: p.Registry, Options: p.Options.Bind})
	if err == nil && p.bindings[binding.Ref()] == nil {
		binding, err = p.merged(binding)
	}
	if err != nil {
		row.Err = err
		return
	}
	row.Binding, row.Replicas = binding.Ref(), binding.BindingSpec().Replicas
	if other := p.bindings[row.Binding]; other != nil {
		row.Err = bind.AlreadyBinds(other)
		return
	}
	t.binding = row.Binding
	p.bindings[t.binding] = binding
	p.schedule(binding, row)
	row.Clusters = slices.Clone(binding.BindingSpec().Clusters)
}

// merged is a binding merged into the stored one, with an id.
func (p *planner) merged(desired api.Binding) (api.Binding, error) {
	ref := desired.Ref()
	if err := p.faulty[ref]; err != nil {
		return nil, err
	}
	if stored := p.stored[ref]; stored != nil {
		var err error
		if desired, _, err = bind.Merge(stored, desired); err != nil {
			return nil, err
		}
	}
	p.identify(desired)
	return desired, nil
}

// identify gives a binding its permanent id.
func (p *planner) identify(b api.Binding) {
	key := api.BindingIDLabel
	if _, cluster := b.(*api.ClusterResourceBinding); cluster {
		key = api.ClusterBindingIDLabel
	}
	if b.GetLabels()[key] == "" {
		b.SetLabels(with(b.GetLabels(), key, p.id(b.Ref())))
	}
}

// with is a map with one key more, which it writes if there is one.
func with(to map[string]string, key, value string) map[string]string {
	if to == nil {
		to = map[string]string{}
	}
	to[key] = value
	return to
}
