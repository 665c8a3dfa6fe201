// Package interpreter defines the hooks that a control plane uses to interpret resources: how many replicas an object has, how to
// change them, what a member cluster may keep, how the members' statuses are aggregated, whether an object is healthy, and which
// other objects it needs.
//
// # The model
//
// An [Interpreter] lists the kinds that it supports, and implements any of the hooks, each an interface with one method:
// [ReplicaInterpreter], [ComponentInterpreter], [ReplicaReviser], [Retainer], [StatusAggregator], [StatusInterpreter],
// [HealthInterpreter], [DependencyInterpreter]. A [Registry] has a method for each hook. It returns the first registered interpreter
// that supports the kind and implements the hook. If that interpreter returns an error, no other interpreter is called. An interpreter
// that reports statuses can also be a [StatusEncoder].
//
// Package interpreter/native interprets the kinds of Kubernetes as Karmada does, interpreter/thirdparty those of other projects that Karmada
// has scripts for, interpreter/declared interprets kinds that a few JSON pointers describe, and interpreter/webhook calls a server.
// Package interpreter/lua runs the Lua scripts of Karmada's customizations. The order is lua, declared, webhook, thirdparty,
// native, as in Karmada, which has no declarations. Register your own interpreters first. [Registry.Name] reports which one answers.
//
// # The guarantees
//
//   - No hook writes its arguments. The result belongs to the caller and shares nothing with the arguments.
//   - The hooks of native, thirdparty and declared are safe for concurrent use, return the same output for the same input, and read no clock:
//     the caller passes one. The hooks of webhook are safe for concurrent use; their output depends on the server.
//   - Dependencies are sorted, see [Dependency.Compare].
//   - An error comes without a result. It is an [Error] that has the object and, where it is known, the place in it.
//
// The hooks are those of Karmada's ResourceInterpreter, config.karmada.io/v1alpha1 (Karmada f8fdd02df, 1.19).
package interpreter
