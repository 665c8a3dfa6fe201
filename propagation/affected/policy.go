package affected

import (
	"cmp"

	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/selector"
)

// PutPolicy adds or replaces a propagation policy. It concerns:
//
//  1. Nothing if its spec, its id, its deletion, and whether it was ever edited stay as they are.
//  2. The templates whose annotations, or those of whose binding, name it: it has claimed them, or may get the claim when another policy loses it.
//  3. The templates without a claim that it selects, before or after.
//  4. With the gate PropagationPolicyPreemption, the templates that it names if it preempts, see [claim.Policies.Preempt]. If its priority is
//     lowered, others may take templates that it has claimed, see 2.
func (x *Index) PutPolicy(policy api.PropagationSource) []override.Ref {
	if claim.PolicySpec(policy) == nil {
		return nil
	}
	defer x.lock()()
	return x.replacePolicy(policy.Ref(), policy)
}

// DeletePolicy removes a policy that is gone. It concerns the templates of rules 2 and 3 of [Index.PutPolicy].
func (x *Index) DeletePolicy(ref override.Ref) []override.Ref {
	defer x.lock()()
	return x.replacePolicy(ref, nil)
}

func (x *Index) replacePolicy(ref override.Ref, after api.PropagationSource) []override.Ref {
	before := x.sources[ref]
	if before == nil && after == nil {
		return nil
	}
	if put(x.sources, ref, after); before != nil && after != nil && samePolicy(before, after) {
		return nil
	}
	x.policies = nil
	x.waiting.set(ref, awaited(before), awaited(after))
	x.classes.set(ref, classesOf(before), classesOf(after))
	if x.filling {
		return nil
	}
	found := answer{}
	x.addClaimed(found, ref)
	for _, version := range []api.PropagationSource{before, after} {
		x.addSelected(found, version)
	}
	x.addPreempted(found, after)
	return found.sorted()
}

func samePolicy(a, b api.PropagationSource) bool {
	label := claim.IDLabel(a.Ref())
	return a.GetLabels()[label] == b.GetLabels()[label] && (a.GetDeletionTimestamp() == nil) == (b.GetDeletionTimestamp() == nil) &&
		(a.GetGeneration() == 1) == (b.GetGeneration() == 1) && equality.Semantic.DeepEqual(claim.PolicySpec(a), claim.PolicySpec(b))
}

// awaited returns the override policies for which a policy waits.
func awaited(policy api.PropagationSource) (refs []override.Ref) {
	spec := claim.PolicySpec(policy)
	if spec == nil {
		return nil
	}
	for _, name := range spec.DependentOverrides {
		refs = append(refs, overrideRef(policy.GetNamespace(), name))
	}
	return refs
}

// classesOf returns the PriorityClass that a policy names, if any.
func classesOf(policy api.PropagationSource) []string {
	if spec := claim.PolicySpec(policy); spec != nil && spec.SchedulePriority != nil {
		return []string{spec.SchedulePriority.PriorityClassName}
	}
	return nil
}

// addClaimed implements rule 2 of [Index.PutPolicy].
func (x *Index) addClaimed(found answer, policy override.Ref) {
	found.add(x.claimed[policy])
	for ref := range x.bySource[policy] {
		x.addTemplatesOf(found, x.bindings.all[ref])
	}
}

// addSelected implements rule 3.
func (x *Index) addSelected(found answer, policy api.PropagationSource) {
	spec := claim.PolicySpec(policy)
	if spec == nil || policy.GetDeletionTimestamp() != nil || len(spec.ResourceSelectors) == 0 {
		return
	}
	objects, _ := selector.NewObjects(api.ObjectSelectors(spec.ResourceSelectors)...) // an invalid one selects nothing
	for _, ref := range x.indexed().Selected(objects, policy.GetNamespace()) {
		o := x.templates[ref]
		if _, claimed := claim.ClaimOf(content.Labels(o), content.Annotations(o)); !claimed {
			found[ref] = true
		}
	}
}

// addPreempted implements rule 4. A selector of a PropagationPolicy without a namespace means that of the policy.
func (x *Index) addPreempted(found answer, policy api.PropagationSource) {
	spec := claim.PolicySpec(policy)
	if spec == nil || spec.Preemption != api.PreemptAlways || policy.GetDeletionTimestamp() != nil || !x.Options.FeatureGates.Enabled(api.GatePropagationPolicyPreemption) {
		return
	}
	for _, s := range spec.ResourceSelectors {
		ref := override.Ref{APIVersion: s.APIVersion, Kind: s.Kind, Namespace: cmp.Or(s.Namespace, policy.GetNamespace()), Name: s.Name}
		if x.templates[ref] != nil && (policy.GetNamespace() == "" || ref.Namespace == policy.GetNamespace()) {
			found[ref] = true
		}
	}
}
