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
//	read    the template, its binding and the bindings of its namespace
//	place   Place(ctx, control, input)
//	write   Placed.Released, then Row.ClaimEdit. If there is a ClaimEdit, read and place again: the binding has the resource version of the template
//	        Placed.Binding, then Placed.Attached. If the binding loses a finalizer, the other way round
//	render  Render(ctx, control, input) with what is stored now, and Row.Left
//	write   delete Rendered.Delete, store Rendered.Works. If the binding is being deleted, it then gets Rendered.Finalizers
//	again   the templates of Placed.Attached, and this one at Placed.Again
//
// Nothing else is kept between two calls but Placed.Memory, and losing that is what a restart of Karmada loses. So the loop may stop at any place: the next
// call starts from what is stored. If a write meets a conflict, read and place again. Placing what is stored changes nothing.
//
// Which templates an event concerns is the answer of package affected.
//
// # Many templates
//
// A caller with many templates may go through the stages itself, see [Placing]. What one template may change for another is data: the bindings of
// dependencies ([Input].Bindings), the claims that a policy with preemption takes ([Control].Policies), and the clusters of peers ([Control].Peers).
package template
