package propagation

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// row claims, binds and schedules a template and reports whether it is done. A binding with workload affinity groups is not scheduled yet: all
// peers must be bound first.
func (p *planner) row(ctx context.Context, t *template, row *Row) (done bool) {
	binding := p.bind(ctx, t, row)
	if binding == nil {
		return true
	}
	p.bindings[t.binding] = binding
	if p.addMember(binding, row) {
		return false
	}
	p.schedule(binding, row)
	row.Clusters = slices.Clone(binding.BindingSpec().Clusters)
	return true
}

// bind returns the binding of a template, or nil with the reason in the row.
func (p *planner) bind(ctx context.Context, t *template, row *Row) api.Binding {
	if t.fault != nil {
		row.Reason, row.Err = "it is invalid", t.fault
		return nil
	}
	if eligible, why := p.filter.Eligible(t.object); !eligible {
		row.Reason = why
		return nil
	}
	decision, err := claim.Decide(claim.DecideInput{Object: t.object, Policies: p.policies, OverrideExists: func(namespace, name string) bool {
		return p.exists[types.NamespacedName{Namespace: namespace, Name: name}]
	}})
	row.Policy, row.Reason = decision.Policy, decision.Reason
	if err != nil || decision.Kind != claim.DecisionApply {
		row.Err = err
		return nil
	}
	object := t.object.DeepCopy()
	object.SetLabels(decision.Edit.Labels(object.GetLabels()))
	object.SetAnnotations(decision.Edit.Annotations(object.GetAnnotations()))
	t.object = object
	policy, _ := p.policies.Get(decision.Policy) // Decide has found it
	binding, err := bind.Bind(ctx, bind.Input{Template: object, Policy: policy, Registry: p.Registry, PriorityClass: p.Options.PriorityClass, FeatureGates: p.Options.FeatureGates})
	if err == nil && p.bindings[binding.Ref()] == nil {
		binding, err = p.mergeStored(binding)
	}
	if err != nil {
		row.Err = err
		return nil
	}
	row.Binding, row.Replicas = binding.Ref(), binding.BindingSpec().Replicas
	if other := p.bindings[row.Binding]; other != nil {
		row.Err = bind.AlreadyBinds(other)
		return nil
	}
	t.binding = row.Binding
	if spec := policy.PropagationSpec(); spec.Placement.WorkloadAffinity != nil && !p.Options.FeatureGates.Enabled(api.GateWorkloadAffinity) {
		row.Warnings = append(row.Warnings, "spec.placement.workloadAffinity has no effect: the feature gate WorkloadAffinity is off")
	}
	return binding
}

// mergeStored merges a binding into the stored one and sets its id.
func (p *planner) mergeStored(desired api.Binding) (api.Binding, error) {
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
	p.setID(desired)
	return desired, nil
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
