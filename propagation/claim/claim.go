package claim

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Claim names the policy of an object or a binding. It is sticky: a later policy takes the object only by preemption.
type Claim struct {
	Policy override.Ref `json:"policy"`
	ID     string       `json:"id"` // of the policy when it claimed the object
}

// ClaimOf reads a claim.
//  1. The claim of a PropagationPolicy has a namespace, a name and an id, none of them empty.
//  2. Without it, the claim of a ClusterPropagationPolicy has a name and an id.
//  3. Anything less is not a claim.
func ClaimOf(labels, annotations map[string]string) (Claim, bool) {
	policy, id := namespacedIn(annotations), labels[api.PropagationPolicyIDLabel]
	if policy.Namespace != "" && policy.Name != "" && id != "" {
		return Claim{policy, id}, true
	}
	policy, id = clusterIn(annotations), labels[api.ClusterPropagationPolicyIDLabel]
	if policy.Name != "" && id != "" {
		return Claim{policy, id}, true
	}
	return Claim{}, false
}

// Annotations returns the annotations that name a policy on its objects and their bindings.
func Annotations(policy override.Ref) map[string]string {
	if IsClusterWide(policy) {
		return map[string]string{api.ClusterPropagationPolicyNameAnnotation: policy.Name}
	}
	return map[string]string{api.PropagationPolicyNamespaceAnnotation: policy.Namespace, api.PropagationPolicyNameAnnotation: policy.Name}
}

// Named returns the policies that the annotations of an object or a binding name, whatever its labels are: a PropagationPolicy, a
// ClusterPropagationPolicy, or both. Only one of them has the claim, see [ClaimOf]. The other may get it, or lose the object by preemption.
func Named(annotations map[string]string) (policies []override.Ref) {
	if policy := namespacedIn(annotations); policy.Namespace != "" && policy.Name != "" {
		policies = append(policies, policy)
	}
	if policy := clusterIn(annotations); policy.Name != "" {
		policies = append(policies, policy)
	}
	return policies
}

// namespacedIn returns the PropagationPolicy that annotations name. Its namespace and name may be empty.
func namespacedIn(annotations map[string]string) override.Ref {
	policy := (&api.PropagationPolicy{}).Ref()
	policy.Namespace, policy.Name = annotations[api.PropagationPolicyNamespaceAnnotation], annotations[api.PropagationPolicyNameAnnotation]
	return policy
}

// clusterIn returns the ClusterPropagationPolicy that annotations name. Its name may be empty.
func clusterIn(annotations map[string]string) override.Ref {
	policy := (&api.ClusterPropagationPolicy{}).Ref()
	policy.Name = annotations[api.ClusterPropagationPolicyNameAnnotation]
	return policy
}

// Remove returns the edit that removes the claim from an object with these labels: from the binding first, then from the template. It is
// empty if the labels do not have the id of the claim, or if the claim has no id.
func (c Claim) Remove(labels map[string]string) Edit {
	label := IDLabel(c.Policy)
	if c.ID == "" || labels[label] != c.ID {
		return Edit{}
	}
	if IsClusterWide(c.Policy) {
		return Edit{RemoveLabels: []string{label}, RemoveAnnotations: []string{api.ClusterPropagationPolicyNameAnnotation}}
	}
	return Edit{RemoveLabels: []string{label}, RemoveAnnotations: []string{api.PropagationPolicyNameAnnotation, api.PropagationPolicyNamespaceAnnotation}}
}

// ShouldRelease decides whether a policy that was changed or is being deleted releases an object: cleanup or none. The binding and the
// objects in the member clusters are not deleted until the object is.
//  1. A policy without an id, or whose id is not on the object, has not claimed it.
//  2. A policy that is being deleted releases the object.
//  3. Any other policy releases the object if it no longer selects it.
func (p *Policies) ShouldRelease(policy override.Ref, object *unstructured.Unstructured) Decision {
	c := p.candidate(policy)
	if c == nil || object == nil || c.id == "" || content.Labels(object)[IDLabel(c.ref)] != c.id {
		return Decision{Kind: DecisionNone, Reason: "the policy did not claim the object"}
	}
	cleanup := Decision{DecisionCleanup, c.ref, c.id, Claim{c.ref, c.id}.Remove(content.Labels(object)), "the policy is being deleted"}
	if c.deleting {
		return cleanup
	}
	if why := c.why(object); why != "" {
		cleanup.Reason = "the policy no longer selects the object: " + why
		return cleanup
	}
	return Decision{Kind: DecisionNone, Policy: c.ref, Reason: "the policy selects the object"}
}

// ReleaseClaimed decides whether the policy that claims a template releases it, for a caller that looks at the template and has no change of the
// policy at hand: cleanup or none.
//  1. Without a claim, see [ClaimOf], nothing is released.
//  2. A policy of generation 1 that is not being deleted was never edited, so it is the template that has changed. That policy does not release
//     it: Karmada only looks for templates to release when a policy changes.
//  3. Any other policy releases the template as [Policies.ShouldRelease] says.
func (p *Policies) ReleaseClaimed(object *unstructured.Unstructured) Decision {
	if object == nil {
		return Decision{Kind: DecisionNone, Reason: "no object was given"}
	}
	claim, claimed := ClaimOf(content.Labels(object), content.Annotations(object))
	if !claimed {
		return Decision{Kind: DecisionNone, Reason: "no policy has claimed the object"}
	}
	if c := p.candidate(claim.Policy); c != nil && !c.deleting && c.source.GetGeneration() == 1 {
		return Decision{Kind: DecisionNone, Policy: c.ref, Reason: "the policy was never edited"}
	}
	return p.ShouldRelease(claim.Policy, object)
}

// claim returns the edit of a template. It is empty if the label already has the id of the policy, whatever the annotations are.
//  1. A PropagationPolicy writes if there are no labels, an id of a ClusterPropagationPolicy, or not its own id. It removes the claim of a
//     ClusterPropagationPolicy if that has its label. An annotation alone is not removed.
//  2. A ClusterPropagationPolicy writes if its own id is not there. The claim of a PropagationPolicy is not removed.
//  3. The id of a policy without one is empty, as that of an absent label.
func (c *candidate) claim(labels map[string]string) Edit {
	label := IDLabel(c.ref)
	edit := Edit{SetLabels: map[string]string{label: c.id}, SetAnnotations: Annotations(c.ref)}
	if c.isCluster() {
		if labels[label] == c.id {
			return Edit{}
		}
		return edit
	}
	_, other := labels[api.ClusterPropagationPolicyIDLabel]
	if len(labels) > 0 && !other && labels[label] == c.id {
		return Edit{}
	}
	if other {
		edit.RemoveLabels, edit.RemoveAnnotations = []string{api.ClusterPropagationPolicyIDLabel}, []string{api.ClusterPropagationPolicyNameAnnotation}
	}
	return edit
}
