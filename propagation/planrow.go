package propagation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/propagation/names"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// row takes a template from its claim to its clusters.
func (p *planner) row(ctx context.Context, t *template, row *Row) {
	if verdict := p.watch.Eligible(t.object); !verdict.Eligible() {
		row.Reason = verdict.Reason
		return
	}
	decision, err := Decide(ClaimInput{Object: t.object, Policies: p.policies, OverrideExists: func(namespace, name string) bool {
		return p.exists[types.NamespacedName{Namespace: namespace, Name: name}]
	}})
	row.Policy, row.Reason = decision.Policy, decision.Reason
	if err != nil || decision.Kind != DecisionApply {
		row.Err = err
		return
	}
	object := t.object.DeepCopy()
	object.SetLabels(decision.Edit.Labels(object.GetLabels()))
	object.SetAnnotations(decision.Edit.Annotations(object.GetAnnotations()))
	t.object = object
	binding, err := p.bind(ctx, object, p.policies.candidate(decision.Policy).source) // which Decide has just found
	if err != nil {
		row.Err = err
		return
	}
	t.binding = binding.Ref()
	row.Binding, row.Replicas = t.binding, binding.BindingSpec().Replicas
	if other := p.bindings[t.binding]; other != nil {
		row.Err = fmt.Errorf("%s is the binding of %s already: names of bindings leave out the group of the kind", t.binding, other.BindingSpec().Resource.APIVersion)
		return
	}
	p.bindings[t.binding] = binding
	p.schedule(binding, row)
	row.Clusters = slices.Clone(binding.BindingSpec().Clusters)
}

func (p *planner) bind(ctx context.Context, object *unstructured.Unstructured, policy karmada.PropagationSource) (karmada.Binding, error) {
	desired, err := Bind(ctx, object, policy, p.Registry, p.Options.Bind)
	if err != nil {
		return nil, err
	}
	if stored := p.stored[desired.Ref()]; stored != nil {
		if desired, _, err = Merge(stored, desired); err != nil {
			return nil, err
		}
	}
	p.identify(desired)
	return desired, nil
}

// identify gives a binding its permanent id.
func (p *planner) identify(b karmada.Binding) {
	key := names.BindingID
	if _, cluster := b.(*karmada.ClusterResourceBinding); cluster {
		key = names.ClusterBindingID
	}
	if b.GetLabels()[key] == "" {
		b.SetLabels(added(b.GetLabels(), map[string]string{key: p.id(b.Ref())}))
	}
}

// schedule chooses the clusters of a binding and writes them into it.
func (p *planner) schedule(b karmada.Binding, row *Row) {
	in := schedule.Input{Spec: b.BindingSpec(), Status: b.BindingStatus(), Clusters: p.Clusters, Options: p.Options.Schedule}
	if accepted, why := schedule.Accepted(in, b); !accepted {
		row.Warnings = append(row.Warnings, why)
		return
	}
	needed, _ := schedule.Need(in, b)
	if !needed && !p.Options.Reasons {
		return
	}
	result, err := schedule.Schedule(in)
	row.Warnings = append(row.Warnings, schedule.Warnings(result, err)...)
	if result != nil && p.Options.Reasons {
		row.Rejected = result.Rejected
	}
	var misfit *schedule.FitError
	if errors.As(err, &misfit) && p.Options.Reasons {
		row.Rejected = misfit.Rejected
	}
	if !needed {
		return
	}
	row.Err = err
	after := schedule.After(in, result, err)
	b.BindingSpec().Clusters, b.BindingStatus().SchedulerObservedAffinityName = after.Clusters, after.AffinityName
	if after.Applied {
		if text, err := json.Marshal(b.BindingSpec().Placement); err == nil {
			b.SetAnnotations(added(b.GetAnnotations(), map[string]string{names.AppliedPlacement: string(text)}))
		}
	}
}
