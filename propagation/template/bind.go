package template

import (
	"context"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// bindStage runs the stages claim, bind and fail over. It sets Binding to the binding of the policy, or to nil, with the reason in the row.
//
// A binding without a claim that loses a cluster is scheduled at once.
func (p *Placing) bindStage(ctx context.Context) {
	p.adoptStored()
	p.unify()
	if p.Binding = p.bind(ctx); p.Binding == nil {
		p.moveUnclaimed()
		return
	}
	p.failOver(p.Binding)
	p.warnings = p.Row.Warnings
}

// bind returns the binding of a template, or nil with the reason in the row.
func (p *Placing) bind(ctx context.Context) api.Binding {
	row := p.Row
	if p.Fault != nil {
		row.Reason, row.Err, p.failed.Claim = "it is invalid", p.Fault, p.Fault
		return nil
	}
	if eligible, why := p.control.Filter.Eligible(p.Object); !eligible {
		row.Reason = why
		return nil
	}
	p.preempt()
	decision, err := p.decide()
	if err == nil && decision.Kind == claim.DecisionApply && decision.ID == "" {
		err = fmt.Errorf("%s: %s has no label %s, expected its permanent id", content.ClipRef(p.Ref), content.ClipRef(decision.Policy), claim.IDLabel(decision.Policy))
	}
	p.Unclaimed = decision.Kind == claim.DecisionWait && p.reasons == nil
	if decision.Reason != "" { // with an error, it is empty
		p.reasons = append(p.reasons, decision.Reason)
	}
	row.Policy, row.Reason, row.ClaimEdit = decision.Policy, strings.Join(p.reasons, "; "), p.claimEdit()
	var binding api.Binding
	switch {
	case err != nil:
		p.failed.Claim = err
	case decision.Kind == claim.DecisionApply:
		binding, err = p.bindTo(ctx, decision.Policy)
		p.failed.Bind = err
		if p.control.Policies.Lazy(p.Object) && p.control.Changed == nil && p.Object.GetResourceVersion() == "" && p.storedOwn() != nil {
			row.Reason += "; the policy is lazy, and the template counts as changed because it has no resource version"
		}
	case decision.Kind == claim.DecisionLazy:
		binding, p.lazy = p.keptByLazy(decision), true
	}
	if row.Err = err; binding == nil {
		return nil
	}
	row.Binding, row.Replicas, row.Interpreters = binding.Ref(), binding.BindingSpec().Replicas, p.interpreters()
	if err != nil {
		return nil
	}
	row.Warnings = append(row.Warnings, p.bindingWarnings(binding)...)
	return binding
}

// interpreters returns the names of the interpreters that the stages call for a template, by operation.
func (p *Placing) interpreters() map[interpreter.Operation]string {
	kind, names := content.Kind(p.Object), map[interpreter.Operation]string{}
	replicas := interpreter.InterpretReplica
	if p.control.FeatureGates.Enabled(api.GateMultiplePodTemplatesScheduling) && p.control.Registry.Enabled(kind, interpreter.InterpretComponent) {
		replicas = interpreter.InterpretComponent
	}
	for _, op := range []interpreter.Operation{replicas, interpreter.InterpretDependency, interpreter.ReviseReplica} {
		if name := p.control.Registry.Name(kind, op); name != "" {
			names[op] = name
		}
	}
	return names
}

// bindingWarnings returns the warnings about the binding of a template.
func (p *Placing) bindingWarnings(b api.Binding) (warnings []string) {
	placement := b.BindingSpec().Placement
	if placement != nil && placement.WorkloadAffinity != nil && !p.control.FeatureGates.Enabled(api.GateWorkloadAffinity) {
		warnings = append(warnings, "spec.placement.workloadAffinity has no effect: the feature gate WorkloadAffinity is off")
	}
	if b.BindingSpec().Replicas == 0 && lacksReplicas(p.Object) {
		warnings = append(warnings, "spec.replicas is absent and counts as 0; an API server sets 1")
	}
	if b.GetDeletionTimestamp() != nil {
		warnings = append(warnings, "its binding is being deleted: its Works are deleted")
	}
	return warnings
}

// lacksReplicas reports whether an API server would set the replicas of an object to 1.
func lacksReplicas(object *unstructured.Unstructured) bool {
	switch kind := content.Kind(object); kind.Kind {
	case "Deployment", "ReplicaSet", "StatefulSet":
		spec, _ := object.Object["spec"].(map[string]any)
		return kind.Group == "apps" && spec["replicas"] == nil
	}
	return false
}

// bindTo returns the binding of a template and its policy, merged into the stored one. If another object has the binding, there is an error with it.
func (p *Placing) bindTo(ctx context.Context, by override.Ref) (api.Binding, error) {
	policy := p.control.Policies.Source(by) // Decide has found it
	binding, err := bind.Bind(ctx, bind.Input{Template: p.Object, Policy: policy, Registry: p.control.Registry, PriorityClass: p.control.PriorityClass, FeatureGates: p.control.FeatureGates})
	if err != nil {
		return nil, err
	}
	if p.other != nil {
		return binding, bind.AlreadyBinds(p.other)
	}
	return p.mergeStored(binding)
}

// keptByLazy returns a copy of the stored binding that a lazy policy leaves unchanged, or nil if the policy has no binding yet.
func (p *Placing) keptByLazy(decision claim.Decision) api.Binding {
	stored := p.storedOwn()
	if stored == nil || p.other != nil || stored.GetLabels()[claim.IDLabel(decision.Policy)] != decision.ID {
		return nil
	}
	kept, _ := stored.DeepCopyObject().(api.Binding)
	p.untouched = p.isUntouched(stored)
	return kept
}

// mergeStored merges a binding into the stored one.
func (p *Placing) mergeStored(desired api.Binding) (api.Binding, error) {
	if p.unread != nil {
		return nil, p.unread
	}
	setDefaults(desired)
	if stored := p.stored; stored == nil {
		content.RereadQuantities(desired) // as admission does
	} else {
		merged, changed, err := bind.Merge(stored, desired)
		if err != nil {
			return nil, err
		}
		p.untouched = len(changed) == 0 && p.isUntouched(stored)
		if given := p.given; given != stored && len(bind.ChangedFields(given, merged)) == 0 { // it gets the claim again that it has lost
			merged, _ = given.DeepCopyObject().(api.Binding)
		}
		desired = merged
	}
	return desired, nil
}

// isUntouched reports whether the scheduler does not look at a stored binding that has not changed, see [Control].Touched. It does if it has not
// seen the last change of the binding, or if one of its clusters is gone or being deleted.
func (p *Placing) isUntouched(stored api.Binding) bool {
	observed, generation := stored.BindingStatus().SchedulerObservedGeneration, stored.GetGeneration()
	if p.control.Touched == nil || observed != 0 && generation != 0 && observed != generation {
		return false
	}
	return p.control.losesCluster(stored) == "" && !p.control.Touched(p.Ref)
}

// setDefaults sets the defaults of the schema of bindings.
func setDefaults(b api.Binding) {
	if spec := b.BindingSpec(); spec.ConflictResolution == "" {
		spec.ConflictResolution = api.ConflictAbort
	}
}

// storedOwn returns the stored binding of the template, or nil.
func (p *Placing) storedOwn() api.Binding {
	if p.stored != nil && IsOf(p.stored, p.Ref) {
		return p.stored
	}
	return nil
}

// IsOf reports whether a binding is that of an object, which may have another version of its API now.
func IsOf(b api.Binding, object override.Ref) bool {
	return content.SameObject(content.ResourceOf(b), object)
}
