// Package claim decides which propagation policy an object belongs to, as Karmada f8fdd02df (1.19) does.
//
// # The model
//
// A claim is a label and annotations on the object that name the policy, see [Claim]. It is sticky: an object keeps it until the policy is
// gone, until the policy no longer selects the object, or until a policy that may preempt takes the object over.
//
//  1. A [ResourceFilter] says which objects are considered at all.
//  2. [Decide] says what becomes of one object: which of the [Policies] claims it, what to write on it, or why nothing happens.
//  3. [Changed] says who changed an object, and whether that calls for a new decision.
//  4. [Preempt] says what a policy takes from others, and [PoliciesToRequeue] who may take what a policy gives up.
//
// Everything is a function of what comes in. Inputs are never written, results share nothing with them, and all of it is safe for
// concurrent use.
package claim
