package template

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

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
func (p *Placing) decide() (decision claim.Decision, err error) {
	in := claim.DecideInput{
		Policies: p.control.Policies, ChangedByKarmada: p.isUnchanged(),
		OverrideExists: p.control.OverrideExists,
	}
	for {
		if decision, err = p.decideOnce(in); err != nil || decision.Kind != claim.DecisionCleanup {
			break
		}
		p.release(decision)
		p.reasons, in.ChangedByKarmada = append(p.reasons, decision.Reason), false
	}
	if err == nil {
		p.edit(decision.Edit)
	}
	return decision, err
}

// decideOnce returns the next decision. A policy that was edited or is being deleted may release the template first.
func (p *Placing) decideOnce(in claim.DecideInput) (claim.Decision, error) {
	if d := p.control.Policies.ReleaseClaimed(p.Object); d.Kind == claim.DecisionCleanup {
		d.Reason = content.ClipRef(d.Policy).String() + " has released it: " + d.Reason
		return d, nil
	}
	in.Object = p.Object
	return claim.Decide(in)
}

// preempt lets policies take the template from others, see [claim.Policies.Preempt].
func (p *Placing) preempt() {
	for _, d := range p.control.Policies.Preempt(p.Object, p.control.FeatureGates) {
		p.edit(d.Edit)
		p.reasons = append(p.reasons, fmt.Sprintf("%s has taken it from %s: %s", content.ClipRef(d.Policy), content.ClipRef(d.From), d.Reason))
	}
}

// unify gives the claim of a template the id of its policy if that has none of its own: any claim that names the policy is its claim.
func (p *Placing) unify() {
	if len(p.control.AssumedIDs) == 0 || p.Fault != nil {
		return
	}
	had, claimed := claim.ClaimOf(content.Labels(p.Object), content.Annotations(p.Object))
	if id := p.control.AssumedIDs[had.Policy]; claimed && id != "" && id != had.ID {
		p.edit(claim.Edit{SetLabels: map[string]string{claim.IDLabel(had.Policy): id}})
	}
}

// adoptStored completes a template without a uid, which was not read from a control plane: it takes the uid of its stored binding, and the claim
// unless it has one.
func (p *Placing) adoptStored() {
	if p.Fault != nil || p.Object.GetUID() != "" {
		return
	}
	stored := p.storedOwn()
	if stored == nil {
		return
	}
	if _, claimed := claim.ClaimOf(content.Labels(p.Object), content.Annotations(p.Object)); !claimed {
		if had, found := ClaimOf(stored); found {
			p.edit(claim.Edit{SetLabels: map[string]string{claim.IDLabel(had.Policy): had.ID}, SetAnnotations: claim.Annotations(had.Policy)})
		}
	}
	if uid := stored.BindingSpec().Resource.UID; uid != "" {
		p.setUID(uid)
	}
}

// ClaimOf returns the claim of a binding. A ClusterPropagationPolicy that takes a binding does not remove an older claim of a PropagationPolicy.
// A PropagationPolicy removes that of a ClusterPropagationPolicy. So of two claims, that of the ClusterPropagationPolicy is newer.
func ClaimOf(b api.Binding) (claim.Claim, bool) {
	labels := b.GetLabels()
	if labels[api.ClusterPropagationPolicyIDLabel] != "" {
		labels = maps.Clone(labels)
		delete(labels, api.PropagationPolicyIDLabel)
	}
	return claim.ClaimOf(labels, b.GetAnnotations())
}

// release removes a claim from a template and its stored binding.
func (p *Placing) release(decision claim.Decision) {
	if stored := p.storedOwn(); stored != nil {
		if edit := decision.RemoveClaim(stored.GetLabels()); !edit.Empty() {
			p.stored, _ = stored.DeepCopyObject().(api.Binding)
			p.stored.SetLabels(edit.Labels(p.stored.GetLabels()))
			p.stored.SetAnnotations(edit.Annotations(p.stored.GetAnnotations()))
			content.RereadQuantities(p.stored)
			p.released = p.stored
		}
	}
	p.edit(decision.Edit)
}

// edit changes the labels and annotations of the template.
func (p *Placing) edit(e claim.Edit) { p.Object = e.Apply(p.Object) }

// setUID sets the uid of the template, which was not read from a control plane.
func (p *Placing) setUID(uid types.UID) {
	content := maps.Clone(p.Object.Object)
	metadata, _ := content["metadata"].(map[string]any)
	metadata = maps.Clone(metadata)
	metadata["uid"] = string(uid)
	content["metadata"] = metadata
	p.Object = &unstructured.Unstructured{Object: content}
}

// claimEdit returns what the stages have changed in the labels and annotations of a template.
func (p *Placing) claimEdit() (e claim.Edit) {
	e.SetLabels, e.RemoveLabels = difference(content.Labels(p.original), content.Labels(p.Object))
	e.SetAnnotations, e.RemoveAnnotations = difference(content.Annotations(p.original), content.Annotations(p.Object))
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

// isUnchanged reports whether no user has changed a template since it was bound, see [Control].Changed. Without a placement it was only required by others.
func (p *Placing) isUnchanged() bool {
	stored, version := p.storedOwn(), p.Object.GetResourceVersion()
	if stored == nil || stored.BindingSpec().Placement == nil {
		return false
	}
	if p.control.Changed != nil {
		return !p.control.Changed(p.Ref)
	}
	return version != "" && stored.BindingSpec().Resource.ResourceVersion == version
}
