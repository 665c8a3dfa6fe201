// Package propagation plans what goes where, as Karmada does (Karmada f8fdd02df, 1.19): which policy claims an object, which clusters get
// it, with how many replicas, and exactly what each receives.
//
// # The model
//
// A template is an object as its users wrote it into the control plane. A policy claims it: the claim is written on the template, and kept.
// A binding, made of both, says what is to be scheduled and how; the scheduler writes the clusters into it. A Work is what one cluster
// gets of the template. What a template needs beside itself, a ConfigMap for example, has a binding that names those that require it, and
// goes where they go.
//
// # The flow
//
//	template ──ResourceFilter.Eligible──> considered?
//	    │
//	    │  Decide            which policy claims it: a claim it has, or the best that selects it
//	    v
//	claimed template
//	    │  Bind, Merge       how many replicas it has and what each needs (package interpreter)
//	    v
//	binding
//	    │  schedule.Schedule which clusters, with how many replicas
//	    v
//	binding with clusters ──Distribute──> bindings of what it needs, which follow it
//	    │
//	    │  work.Render       revise replicas, override (package override), finish; work.Orphans: what is no longer wanted
//	    v
//	Works, one for each cluster
//
// Each stage is a plain function of what comes in, to be called by a controller of its own; what it must look up, the clock and
// ids, comes in as well. [NewPlan] goes the whole way for all templates at once, and tells for each why it is where it is. package diff tells
// what moves from one plan to another.
//
// When things change there is more to ask: [claim.Changed] who changed a template, [claim.Preempt] what a new policy takes from others, [claim.PoliciesToRequeue]
// who may take now, and [claim.Policies.Release] what a policy gives back.
//
// # The guarantees
//
//   - Inputs are never written, and results share nothing with them.
//   - Every decision says why.
//   - The order of lists that come in does not matter; what comes out is sorted. Planning with what a plan gave gives it again.
//   - An error of one template, or of one cluster, does not hold up the others.
//
// The package plans Karmada's way, also where that is odd: a claim is sticky, names of bindings leave out the group of a kind, an
// object whose kind nobody interprets goes everywhere whole. Where Karmada crashes, wraps an integer around or loses something,
// there is an error.
package propagation
