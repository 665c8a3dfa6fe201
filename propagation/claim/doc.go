// Package claim decides which propagation policy an object belongs to, as Karmada f8fdd02df (1.19) does.
//
// # The model
//
// A claim is a label and annotations on an object that name its policy, see [Claim]. It is sticky: the object keeps it until the policy is
// deleted, no longer selects the object, or loses it to a policy that preempts.
//
//  1. A [ResourceFilter] reports which objects are considered at all.
//  2. [Decide] chooses the policy of one object among the [Policies], and what to write to the object, or explains why it chooses none.
//  3. [Changed] reports who changed an object, and whether that needs a new decision.
//  4. [Policies.ShouldRelease] decides whether a policy that was changed or is being deleted loses an object.
//  5. [Policies.Preempt] decides which policies take an object from others.
//
// All results depend only on the arguments. Inputs are never written, results share no memory with them, and everything is safe for
// concurrent use.
package claim
