package propagation

import (
	"context"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// row claims, binds and schedules a template and reports whether it is done. A binding with workload affinity groups is not scheduled yet: all
// peers must be bound first. It writes p.stored and p.bindings only for the binding of the template.
func (p *planner) row(ctx context.Context, t *template) (done bool) {
	binding := p.bind(ctx, t)
	if binding == nil {
		p.moveUnclaimed(t)
		return true
	}
	p.failOver(t, binding)
	p.bindings[t.binding], t.warnings = binding, t.row.Warnings
	switch {
	case t.untouched: // its row is completed after all peers are scheduled
	case p.isMember(binding):
		return false
	default:
		p.schedule(binding, t, p.scheduleOne)
	}
	return true
}

// bind returns the binding of a template, or nil with the reason in the row.
func (p *planner) bind(ctx context.Context, t *template) api.Binding {
	row := t.row
	if t.fault != nil {
		row.Reason, row.Err = "it is invalid", t.fault
		return nil
	}
	if eligible, why := p.filter.Eligible(t.object); !eligible {
		row.Reason = why
		return nil
	}
	decision, err := p.decide(t)
	t.unclaimed = decision.Kind == claim.DecisionWait && t.reasons == nil
	if decision.Reason != "" { // with an error, it is empty
		t.reasons = append(t.reasons, decision.Reason)
	}
	row.Policy, row.Reason, row.ClaimEdit = decision.Policy, strings.Join(t.reasons, "; "), t.claimEdit()
	var binding api.Binding
	switch {
	case err != nil:
	case decision.Kind == claim.DecisionApply:
		binding, err = p.bindTo(ctx, t, decision.Policy)
		if p.policies.Lazy(t.object) && p.Options.Changed == nil && t.object.GetResourceVersion() == "" && p.storedOf(t) != nil {
			row.Reason += "; the policy is lazy, and the template counts as changed because it has no resource version"
		}
	case decision.Kind == claim.DecisionLazy:
		binding = p.keptByLazy(t, decision)
	}
	if row.Err = err; binding == nil {
		return nil
	}
	row.Binding, row.Replicas, row.Interpreters = binding.Ref(), binding.BindingSpec().Replicas, p.interpreters(t)
	if err != nil {
		return nil
	}
	t.binding = row.Binding
	row.Warnings = append(row.Warnings, p.bindingWarnings(t, binding)...)
	return binding
}

// interpreters returns the names of the interpreters that the stages call for a template, by operation.
func (p *planner) interpreters(t *template) map[interpreter.Operation]string {
	kind, names := content.Kind(t.object), map[interpreter.Operation]string{}
	replicas := interpreter.InterpretReplica
	if p.Options.FeatureGates.Enabled(api.GateMultiplePodTemplatesScheduling) && p.Registry.Enabled(kind, interpreter.InterpretComponent) {
		replicas = interpreter.InterpretComponent
	}
	for _, op := range []interpreter.Operation{replicas, interpreter.InterpretDependency, interpreter.ReviseReplica} {
		if name := p.Registry.Name(kind, op); name != "" {
			names[op] = name
		}
	}
	return names
}

// bindingWarnings returns the warnings about the binding of a template.
func (p *planner) bindingWarnings(t *template, b api.Binding) (warnings []string) {
	placement := b.BindingSpec().Placement
	if placement != nil && placement.WorkloadAffinity != nil && !p.Options.FeatureGates.Enabled(api.GateWorkloadAffinity) {
		warnings = append(warnings, "spec.placement.workloadAffinity has no effect: the feature gate WorkloadAffinity is off")
	}
	if b.BindingSpec().Replicas == 0 && lacksReplicas(t.object) {
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
func (p *planner) bindTo(ctx context.Context, t *template, by override.Ref) (api.Binding, error) {
	policy := p.sources[by] // Decide has found it
	binding, err := bind.Bind(ctx, bind.Input{Template: t.object, Policy: policy, Registry: p.Registry, PriorityClass: p.Options.PriorityClass, FeatureGates: p.Options.FeatureGates})
	if err != nil {
		return nil, err
	}
	if other := p.bindings[binding.Ref()]; other != nil {
		return binding, bind.AlreadyBinds(other)
	}
	return p.mergeStored(t, binding)
}

// keptByLazy returns a copy of the stored binding that a lazy policy leaves unchanged, or nil if the policy has no binding yet.
func (p *planner) keptByLazy(t *template, decision claim.Decision) api.Binding {
	stored := p.storedOf(t)
	if stored == nil || p.bindings[stored.Ref()] != nil || stored.GetLabels()[claim.IDLabel(decision.Policy)] != decision.ID {
		return nil
	}
	kept, _ := stored.DeepCopyObject().(api.Binding)
	t.untouched = p.isUntouched(t, stored)
	return kept
}

// mergeStored merges a binding into the stored one.
func (p *planner) mergeStored(t *template, desired api.Binding) (api.Binding, error) {
	ref := desired.Ref()
	if err := p.faulty[ref]; err != nil {
		return nil, err
	}
	setDefaults(desired)
	if stored := p.stored[ref]; stored == nil {
		content.RereadQuantities(desired) // as admission does
	} else {
		merged, changed, err := bind.Merge(stored, desired)
		if err != nil {
			return nil, err
		}
		t.untouched = len(changed) == 0 && p.isUntouched(t, stored)
		if given := p.given[ref]; given != stored && len(bind.ChangedFields(given, merged)) == 0 { // it gets the claim again that it has lost
			merged, _ = given.DeepCopyObject().(api.Binding)
		}
		desired = merged
	}
	return desired, nil
}

// isUntouched reports whether the scheduler does not look at a stored binding that has not changed, see [PlanOptions].Touched. It does if it has not
// seen the last change of the binding, or if one of its clusters is gone or being deleted.
func (p *planner) isUntouched(t *template, stored api.Binding) bool {
	observed, generation := stored.BindingStatus().SchedulerObservedGeneration, stored.GetGeneration()
	if p.Options.Touched == nil || observed != 0 && generation != 0 && observed != generation {
		return false
	}
	return p.losesCluster(stored) == "" && !p.Options.Touched(t.ref)
}

// losesCluster returns the name of the first cluster of a binding that is gone or being deleted, or "".
func (p *planner) losesCluster(b api.Binding) string {
	for _, target := range b.BindingSpec().Clusters {
		if c := p.clusters[target.Name]; c == nil || c.DeletionTimestamp != nil {
			return target.Name
		}
	}
	return ""
}

// setDefaults sets the defaults of the schema of bindings.
func setDefaults(b api.Binding) {
	if spec := b.BindingSpec(); spec.ConflictResolution == "" {
		spec.ConflictResolution = api.ConflictAbort
	}
}

// storedOf returns the stored binding of a template, or nil.
func (p *planner) storedOf(t *template) api.Binding {
	if stored := p.stored[bindingRef(t.ref)]; stored != nil && isOf(stored, t.ref) {
		return stored
	}
	return nil
}

// isOf reports whether a binding is that of an object, which may have another version of its API now.
func isOf(b api.Binding, object override.Ref) bool {
	was := content.ResourceOf(b)
	group, _, _ := strings.Cut(was.APIVersion, "/")
	now, _, versioned := strings.Cut(object.APIVersion, "/")
	if !versioned || !strings.Contains(was.APIVersion, "/") {
		group, now = was.APIVersion, object.APIVersion
	}
	was.APIVersion, object.APIVersion = group, now
	return was == object
}

// bindingRef returns the reference of the binding of an object.
func bindingRef(object override.Ref) override.Ref {
	ref := override.Ref{APIVersion: api.BindingGroupVersion.String(), Kind: "ResourceBinding", Namespace: object.Namespace, Name: api.BindingName(object.Kind, object.Name)}
	if ref.Namespace == "" {
		ref.Kind = "ClusterResourceBinding"
	}
	return ref
}

// sortedBindings returns the bindings sorted by their references.
func sortedBindings(all map[override.Ref]api.Binding) []api.Binding {
	return valuesOf(all, slices.SortedFunc(maps.Keys(all), content.CompareRefs))
}

// valuesOf returns the values of keys.
func valuesOf[K comparable, V any](all map[K]V, keys []K) []V {
	values := make([]V, 0, len(keys))
	for _, key := range keys {
		values = append(values, all[key])
	}
	return values
}
