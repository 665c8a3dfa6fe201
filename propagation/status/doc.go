// Package status reports the state of members: from an object in a member to its Work, its binding and its template.
//
// # The model
//
//	object in a member
//	    │  Reflect            the status of the object in its Work, as JSON text
//	Work  (one per cluster)
//	    │  AggregateBinding   an item per cluster, and the condition FullyApplied
//	binding
//	    │  AggregateTemplate  one status of all items
//	template
//
// Each step is a pure function of stored objects and returns what to write. [Reflect] and [AggregateTemplate] call the hooks of an
// [interpreter.Registry], which know the kinds. The caller watches the objects and writes the results. [WorkOf] and [work.BindingOf]
// return what comes next, and spec.resource of a binding is its template. [WorkChanged] and [BindingChanged] report when. [work.Owned] returns the Works of a
// binding.
//
// # The guarantees
//
//   - Inputs are never written, and results share no memory with them.
//   - The same input gives the same output, in any order of the Works. The time is an argument.
//   - A result of [Reflect] or [AggregateBinding] that is stored and computed again needs no write.
//   - Errors name the object and what is wrong with it. They do not show values of Secrets.
//
// # As in Karmada
//
// The results are those of Karmada f8fdd02df, even where that is surprising:
//
//   - A Work has the status of one object. A status replaces all others.
//   - If the object is gone from the member, its last status stays in the Work.
//   - An object whose kind has no InterpretHealth is Healthy: a failed Job, a volume that is not bound.
//   - A Deployment, ReplicaSet, DaemonSet or StatefulSet without the annotation of its template's generation is an error, and its status is
//     never reported. Templates whose generation is 0 do not have it.
//   - Karmada compares statuses as text, and an API server sorts the keys of a Work. So Karmada writes the statuses of the kinds that are Go
//     types again each time. [Reflection].NeedsUpdate has its decision; the action is None.
//   - A policy that renames the object of one cluster breaks the aggregation of the whole binding. [AggregateOverridden] follows it.
//   - A binding is not FullyApplied while it has an additional Work, for example in a cluster that its object has left.
//   - Two Works in one cluster can hide a missing Work in another.
//   - Without members, a PersistentVolumeClaim is Bound, and a Deployment has observed its newest generation.
//   - A StatefulSet never reports its observed generation, so its members never advance that of the template.
//   - One failed member freezes the status of an aggregated Job, while other members still run.
//   - Aggregated conditions of a Service, Pod or PodDisruptionBudget are lost: the status is replaced.
//
// Package interpreter/native has the rules of each kind.
//
// # Differences from Karmada
//
//   - Where Karmada panics, the result is an error: a condition Applied whose status is not True, False or Unknown.
//   - The error about a missing generation names the object and the annotation.
//   - Integers beyond 32 bits are errors, as in package interpreter/native. Karmada wraps them around.
//   - Two Works of one cluster are sorted by name. In Karmada their order depends on the cache.
//   - [AggregateTemplate] refuses a template other than that of the binding. It writes only the status.
//   - White space in a status, and whether <, > and & are escaped, does not matter.
//   - The status from a webhook is written with sorted keys. Karmada keeps its text.
package status
