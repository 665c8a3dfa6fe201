package propagation

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
)

// Release tells whether a policy that was changed or is being deleted gives an object back, and why. The claim then is to be taken off the
// binding of the object and off the object itself, see [Claim.Release]. The binding stays, and so do the objects in the member clusters,
// until the object is deleted.
//  1. A policy without an id, or whose id the object does not carry, has nothing to give back.
//  2. A policy that is being deleted gives back what it has.
//  3. Any other policy gives back what it does not select any more.
func (p *Policies) Release(policy override.Ref, object *unstructured.Unstructured) (claim Claim, reason string, release bool) {
	c := p.candidate(policy)
	if c == nil || object == nil || c.id == "" || object.GetLabels()[idLabel(c.ref)] != c.id {
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
