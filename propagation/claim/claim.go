package claim

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Claim is what an object or a binding says of the policy that has it. A claim is kept: no policy that comes later takes the object,
// except by preemption.
type Claim struct {
	Policy override.Ref `json:"policy"`
	ID     string       `json:"id"` // of the policy when it claimed the object
}

// ClaimOf reads a claim.
//  1. That of a PropagationPolicy has a namespace, a name and an id, none of them empty.
//  2. Otherwise that of a ClusterPropagationPolicy has a name and an id.
//  3. Anything less is no claim.
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

// Annotations name a policy on what it claims.
func Annotations(policy override.Ref) map[string]string {
	if IsClusterWide(policy) {
		return map[string]string{api.ClusterPropagationPolicyNameAnnotation: policy.Name}
	}
	return map[string]string{api.PropagationPolicyNamespaceAnnotation: policy.Namespace, api.PropagationPolicyNameAnnotation: policy.Name}
}

// namespacedIn is the PropagationPolicy that annotations name; it may lack a namespace and a name.
func namespacedIn(annotations map[string]string) override.Ref {
	policy := (&api.PropagationPolicy{}).Ref()
	policy.Namespace, policy.Name = annotations[api.PropagationPolicyNamespaceAnnotation], annotations[api.PropagationPolicyNameAnnotation]
	return policy
}

// clusterIn is the ClusterPropagationPolicy that annotations name; it may lack a name.
func clusterIn(annotations map[string]string) override.Ref {
	policy := (&api.ClusterPropagationPolicy{}).Ref()
	policy.Name = annotations[api.ClusterPropagationPolicyNameAnnotation]
	return policy
}

// Release takes the claim off something that carries labels: a template or its binding, the binding first. If they do not have the id of
// the claim, or it has none, the edit is empty.
func (c Claim) Release(labels map[string]string) Edit {
	label := IDLabel(c.Policy)
	if c.ID == "" || labels[label] != c.ID {
		return Edit{}
	}
	if IsClusterWide(c.Policy) {
		return Edit{RemoveLabels: []string{label}, RemoveAnnotations: []string{api.ClusterPropagationPolicyNameAnnotation}}
	}
	return Edit{RemoveLabels: []string{label}, RemoveAnnotations: []string{api.PropagationPolicyNameAnnotation, api.PropagationPolicyNamespaceAnnotation}}
}

// Release tells whether a policy that was changed or is being deleted gives an object back, and why. The claim then is to be taken off the
// binding of the object and off the object itself, see [Claim.Release]. The binding stays, and so do the objects in the member clusters,
// until the object is deleted.
//  1. A policy without an id, or whose id the object does not carry, has nothing to give back.
//  2. A policy that is being deleted gives back what it has.
//  3. Any other policy gives back what it does not select any more.
func (p *Policies) Release(policy override.Ref, object *unstructured.Unstructured) (claim Claim, reason string, release bool) {
	c := p.candidate(policy)
	if c == nil || object == nil || c.id == "" || content.Labels(object)[IDLabel(c.ref)] != c.id {
		return Claim{}, "the policy did not claim the object", false
	}
	claim = Claim{c.ref, c.id}
	if c.deleting {
		return claim, "the policy is being deleted", true
	}
	if why := c.why(object); why != "" {
		return claim, "the policy does not select the object any more: " + why, true
	}
	return Claim{}, "the policy selects the object", false
}

// claim is what to write to the template of a policy. Nothing, if the label with its id is there, whatever the annotations say.
//  1. A PropagationPolicy writes if there are no labels at all, if there is an id of a ClusterPropagationPolicy, or if there is not its own.
//     It takes the claim of the other kind off, but only if its label is there: an annotation alone stays.
//  2. A ClusterPropagationPolicy writes if there is not its own id. What a PropagationPolicy wrote stays.
//  3. A policy without an id has the empty one, which an absent label has as well.
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
