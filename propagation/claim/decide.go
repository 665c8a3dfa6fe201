package claim

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// DecideInput is the input of [Decide].
type DecideInput struct {
	Object   *unstructured.Unstructured // the template
	Policies *Policies
	// OverrideExists reports whether an OverridePolicy exists, or a ClusterOverridePolicy if the namespace is empty. Nil: none exists.
	OverrideExists func(namespace, name string) bool
	// ChangedByKarmada is true if no user has changed the template: its lazy policy has changed, or [Changed] did not return
	// [ChangeByUser].
	ChangedByKarmada bool
}

// DecisionKind is what must be done about the claim of an object.
type DecisionKind string

// The decisions. [Decide] returns all but preempt, which [Policies.Preempt] returns, [Policies.ShouldRelease] cleanup and none.
const (
	DecisionApply   DecisionKind = "apply"   // write the claim, then create or update the binding
	DecisionLazy    DecisionKind = "lazy"    // write the claim, but do not touch the binding until a user changes the object
	DecisionPreempt DecisionKind = "preempt" // write the claim in place of another policy's
	DecisionCleanup DecisionKind = "cleanup" // remove the claim from the binding, then from the object
	DecisionWait    DecisionKind = "wait"    // no policy selects the object yet
	DecisionSkip    DecisionKind = "skip"    // the object belongs to something other than policies
	DecisionNone    DecisionKind = "none"    // do nothing
)

// Decision is what must be done about the claim of one object, and why.
type Decision struct {
	Kind   DecisionKind `json:"kind"`
	Policy override.Ref `json:"policy,omitzero"` // the policy that claims the object or has claimed it, if the decision is about one
	ID     string       `json:"id,omitempty"`    // for apply, lazy and preempt, that of the policy; for cleanup, that of the claim
	Edit   Edit         `json:"edit,omitzero"`   // of the object; empty if nothing must be written
	Reason string       `json:"reason"`
}

// RemoveClaim returns the edit of the binding for a cleanup; labels are those of the binding. For other decisions it is empty.
func (d Decision) RemoveClaim(labels map[string]string) Edit {
	if d.Kind != DecisionCleanup {
		return Edit{}
	}
	return Claim{d.Policy, d.ID}.Remove(labels)
}

// DeletingError means that the policy of a claim is being deleted. Try again: it will be gone soon.
type DeletingError struct {
	Object, Policy override.Ref
}

// Error returns, for example: Deployment shop/web: PropagationPolicy shop/p is being deleted, expected it to exist or to be gone.
func (e *DeletingError) Error() string {
	return fmt.Sprintf("%s: %s is being deleted, expected it to exist or to be gone", content.ClipRef(e.Object), content.ClipRef(e.Policy))
}

// MissingOverridesError means that a policy waits for override policies. Try again when they exist. In Karmada nothing wakes the object then: it is tried
// again after 5 ms, and after each failure in twice the time, up to 1,000 s.
type MissingOverridesError struct {
	Object, Policy override.Ref
	Missing        []string // OverridePolicies of the namespace of the policy, or ClusterOverridePolicies
}

// Error returns, for example: Deployment shop/web: PropagationPolicy shop/p waits for dependent overrides, found no OverridePolicy a, b.
func (e *MissingOverridesError) Error() string {
	kind := "OverridePolicy"
	if IsClusterWide(e.Policy) {
		kind = "ClusterOverridePolicy"
	}
	return fmt.Sprintf("%s: %s waits for dependent overrides, found no %s %s", content.ClipRef(e.Object), content.ClipRef(e.Policy), kind, content.ClipList(e.Missing))
}

// Decide decides what happens to a template, even if it is being deleted.
//  1. If the label resourcetemplate.karmada.io/claimed-by is not empty: skip.
//  2. Without a claim, see [ClaimOf], the policy is the best one that selects the template. Without one: wait.
//  3. With a claim, the policy is the one it names, whatever its id and namespace. If that does not exist: cleanup. If it is being deleted,
//     the error is a [*DeletingError]. If it does not select the template: none; the controller that changed the policy cleans up.
//  4. All overrides that the policy depends on must exist. Otherwise the error is a [*MissingOverridesError], and nothing is written.
//  5. The claim is written unless it is there. A policy that was deleted and created again writes its new id.
//  6. If the policy is lazy and no user changed the template: lazy. Otherwise: apply.
//
// Among the policies that select a template, one is the best:
//  1. A policy that is being deleted or has no selectors selects nothing.
//  2. A PropagationPolicy selects objects of its own namespace. If one selects the object, ClusterPropagationPolicies do not count, whatever
//     their priority.
//  3. The highest priority wins. Without one it is 0.
//  4. Among equal priorities, the most precise selector wins: by name, by labels (even an empty selector), by kind. A selector with a name ignores
//     labels. See [selector.NewObjects].
//  5. Otherwise the first name wins.
//
// If a label is not a string, the template is read as if it had no labels.
func Decide(in DecideInput) (Decision, error) {
	if in.Object == nil {
		return Decision{}, errors.New("found no object, expected a template")
	}
	labels := content.Labels(in.Object)
	if owner := labels[api.ClaimedByLabel]; owner != "" {
		return Decision{Kind: DecisionSkip, Reason: fmt.Sprintf("its label %s is %s", api.ClaimedByLabel, content.Clip(owner))}, nil
	}
	var c *candidate
	var reason string
	if claim, claimed := ClaimOf(labels, content.Annotations(in.Object)); claimed {
		c = in.Policies.candidate(claim.Policy)
		if c == nil {
			return Decision{DecisionCleanup, claim.Policy, claim.ID, claim.Remove(labels), content.ClipRef(claim.Policy).String() + " claimed the object and no longer exists"}, nil
		}
		if c.deleting {
			return Decision{}, &DeletingError{override.RefOf(in.Object), c.ref}
		}
		if why := c.why(in.Object); why != "" {
			return Decision{Kind: DecisionNone, Policy: c.ref, Reason: fmt.Sprintf("%s claimed the object and no longer selects it: %s", content.ClipRef(c.ref), why)}, nil
		}
		reason = content.ClipRef(c.ref).String() + " claimed the object"
	} else {
		found, rank := in.Policies.match(in.Object)
		if found == nil {
			return Decision{Kind: DecisionWait, Reason: whyNoPolicy(override.RefOf(in.Object).Namespace)}, nil
		}
		c, reason = found, found.selected(rank)
	}
	if missing := c.missing(in.OverrideExists); len(missing) > 0 {
		return Decision{}, &MissingOverridesError{override.RefOf(in.Object), c.ref, missing}
	}
	decision := Decision{DecisionApply, c.ref, c.id, c.claim(labels), reason}
	if in.ChangedByKarmada && c.lazy() {
		decision.Kind, decision.Reason = DecisionLazy, reason+"; the policy is lazy, and no user has changed the object since"
	}
	return decision, nil
}

// Lazy reports whether the policy that claims an object is lazy. Only then does it matter who changed the object.
func (p *Policies) Lazy(object *unstructured.Unstructured) bool {
	claim, claimed := ClaimOf(content.Labels(object), content.Annotations(object))
	if !claimed {
		return false
	}
	c := p.candidate(claim.Policy)
	return c != nil && c.lazy()
}

// missing returns the overrides that the policy depends on and that do not exist, in its order. One that is being deleted exists.
func (c *candidate) missing(exists func(namespace, name string) bool) []string {
	var missing []string
	for _, name := range c.spec.DependentOverrides {
		if exists == nil || !exists(c.ref.Namespace, name) {
			missing = append(missing, name)
		}
	}
	return missing
}

func whyNoPolicy(namespace string) string {
	if namespace == "" {
		return "no ClusterPropagationPolicy selects the object"
	}
	return "no PropagationPolicy of the namespace " + content.Clip(namespace) + " and no ClusterPropagationPolicy selects the object"
}
