// Package template decides about one template of a control plane: which policy claims it, what its binding has, which clusters get it, and as what. It is what
// propagation.NewPlan does for all templates, as a function that a controller calls for the one that an event concerns.
//
// # The model
//
//   - A [Control] is what all templates of a control plane share: policies, clusters, interpreters, options and the time.
//   - An [Input] is a template with what is stored about it: its binding, the bindings of what it needs, and what was remembered.
//   - [Place] returns a [Placed]: what should be stored instead, and a [Row] with the reasons.
//   - [Render] returns a [Rendered] for a [RenderInput]: the Works of the binding, and the stored ones that must be deleted. [RenderNamespace] does for a
//     Namespace, which every cluster gets.
//
// # The loop of a controller
//
//	read    the template, its binding, and an index of the bindings that are stored
//	place   Place(ctx, control, input)
//	write   Placed.Released, then Row.ClaimEdit. If there is a ClaimEdit, read and place again: the binding has the resource version of the template
//	        Placed.Bindings(), in this order
//	render  Render(ctx, control, input) with Placed.Binding and the stored Works: write Rendered.Works, then delete Rendered.Delete
//	again   the templates of Placed.Attached, and this one at Placed.Again, or later if Placed.Scheduled says Retry
//
// Nothing else is kept between two calls but Placed.Memory, and losing that is what a restart of Karmada loses. So the loop may stop at any place: the next
// call starts from what is stored. If a write meets a conflict, read and place again. Placing what is stored changes nothing. A controller with the status of
// bindings writes the condition of Placed.Scheduled after the binding, with the observed generation.
//
// Which templates an event concerns is the answer of package affected. With several workers, call its Index.Expect before a binding is written.
//
// # When a template goes
//
// Delete its binding, as the garbage collector of an API server does by its owner reference. While a binding with finalizers is being deleted, [Place] with a nil
// template detaches it from its dependencies, and [Render] returns its Works in Delete. When they are gone, write Rendered.Finalizers to the binding.
//
// # Namespaces
//
// A Namespace goes to all clusters. It needs no policy and has no binding: see [RenderNamespace].
//
// # Many templates
//
// [PlaceAll] places many templates, as propagation.NewPlan does. What one template may change for another is data: the bindings of
// dependencies ([Input].Bindings), the claims that a policy with preemption takes ([Control].Policies), and the clusters of peers ([Control].Peers).
package template
