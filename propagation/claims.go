package propagation

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// decide decides about the claim of a template, as often as Karmada does, and writes the claim into the template.
//
//  1. A policy that is being deleted, or that no longer selects the template, releases it. So does one that does not exist. Then the template
//     and its stored binding lose the claim.
//  2. A policy that was never edited does not release it, see [claim.Policies.ReleaseClaimed].
//  3. A released template is matched again at once: the change of its labels is an update of the template.
//  4. If a lazy policy has claimed the template before, and the template has not changed since, the decision is [claim.DecisionLazy].
func (p *planner) decide(t *template) (decision claim.Decision, err error) {
	in := claim.DecideInput{
		Policies: p.policies, ChangedByKarmada: p.isUnchanged(t),
		OverrideExists: p.overrideExists,
	}
	for {
		if decision, err = p.decideOnce(t, in); err != nil || decision.Kind != claim.DecisionCleanup {
			break
		}
		p.release(t, decision)
		t.reasons, in.ChangedByKarmada = append(t.reasons, decision.Reason), false
	}
	if err == nil {
		t.edit(decision.Edit)
	}
	return decision, err
}

// overrideExists reports whether there is an override policy. Without a namespace, it may be a ClusterOverridePolicy.
func (p *planner) overrideExists(namespace, name string) bool {
	at := override.Ref{APIVersion: api.PolicyGroupVersion.String(), Kind: "OverridePolicy", Namespace: namespace, Name: name}
	if p.exists[at] {
		return true
	}
	at.Kind = "ClusterOverridePolicy"
	return p.exists[at]
}

// decideOnce returns the next decision. A policy that was edited or is being deleted may release the template first.
func (p *planner) decideOnce(t *template, in claim.DecideInput) (claim.Decision, error) {
	if d := p.policies.ReleaseClaimed(t.object); d.Kind == claim.DecisionCleanup {
		d.Reason = content.ClipRef(d.Policy).String() + " has released it: " + d.Reason
		return d, nil
	}
	in.Object = t.object
	return claim.Decide(in)
}

// adopt completes a template before its claim is decided.
func (p *planner) adopt(t *template) {
	p.adoptStored(t)
	p.unify(t)
}

// adoptStored completes a template without a uid, which was not read from a control plane: it takes the uid of its stored binding, and the claim
// unless it has one.
func (p *planner) adoptStored(t *template) {
	if t.fault != nil || t.object.GetUID() != "" {
		return
	}
	stored := p.storedOf(t)
	if stored == nil {
		return
	}
	if _, claimed := claim.ClaimOf(content.Labels(t.object), content.Annotations(t.object)); !claimed {
		if had, found := claimOf(stored); found {
			t.edit(claim.Edit{SetLabels: map[string]string{claim.IDLabel(had.Policy): had.ID}, SetAnnotations: claim.Annotations(had.Policy)})
		}
	}
	if uid := stored.BindingSpec().Resource.UID; uid != "" {
		t.change(func(object *unstructured.Unstructured) { object.SetUID(uid) })
	}
}

// claimOf returns the claim of a binding. A ClusterPropagationPolicy that takes a binding does not remove an older claim of a PropagationPolicy.
// A PropagationPolicy removes that of a ClusterPropagationPolicy. So of two claims, that of the ClusterPropagationPolicy is newer.
func claimOf(b api.Binding) (claim.Claim, bool) {
	labels := b.GetLabels()
	if labels[api.ClusterPropagationPolicyIDLabel] != "" {
		labels = maps.Clone(labels)
		delete(labels, api.PropagationPolicyIDLabel)
	}
	return claim.ClaimOf(labels, b.GetAnnotations())
}

// release removes a claim from a template and its stored binding.
func (p *planner) release(t *template, decision claim.Decision) {
	if stored := p.storedOf(t); stored != nil {
		if edit := decision.RemoveClaim(stored.GetLabels()); !edit.Empty() {
			released, _ := stored.DeepCopyObject().(api.Binding)
			released.SetLabels(edit.Labels(released.GetLabels()))
			released.SetAnnotations(edit.Annotations(released.GetAnnotations()))
			content.RereadQuantities(released)
			p.stored[released.Ref()] = released
		}
	}
	t.edit(decision.Edit)
}

// claimEdit returns what the plan has changed in the labels and annotations of a template.
func (t *template) claimEdit() (e claim.Edit) {
	e.SetLabels, e.RemoveLabels = difference(content.Labels(t.given), content.Labels(t.object))
	e.SetAnnotations, e.RemoveAnnotations = difference(content.Annotations(t.given), content.Annotations(t.object))
	return e
}

// difference returns what must be set and what must be removed, sorted, to get from one map to another.
func difference(from, to map[string]string) (set map[string]string, remove []string) {
	for key, value := range to {
		if had, found := from[key]; !found || had != value {
			set = content.MergeMap(set, map[string]string{key: value})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(from)) {
		if _, found := to[key]; !found {
			remove = append(remove, key)
		}
	}
	return set, remove
}

// isUnchanged reports whether no user has changed a template since it was bound, see [PlanOptions].Changed.
func (p *planner) isUnchanged(t *template) bool {
	if p.Options.Changed != nil {
		return !p.Options.Changed(t.ref)
	}
	stored, version := p.storedOf(t), t.object.GetResourceVersion()
	return stored != nil && stored.BindingSpec().Placement != nil && version != "" && stored.BindingSpec().Resource.ResourceVersion == version
}
