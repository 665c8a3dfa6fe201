// Package interpreter is how a control plane understands objects whose kind it does not know: how many replicas one has, how
// to change them, what a member cluster may keep, how the members' statuses add up, whether an object is healthy, and what it
// needs beside itself.
//
// # The model
//
// An [Interpreter] names the kinds that it understands, and implements the hooks that it can, each an interface of one
// method: [ReplicaInterpreter], [ComponentInterpreter], [ReplicaReviser], [Retainer], [StatusAggregator],
// [StatusInterpreter], [HealthInterpreter], [DependencyInterpreter]. A [Registry] finds the hook for a kind: the first
// interpreter that was registered for it and has the hook. An error of that one is final; nobody else is asked.
//
// Package interpreter/native understands the kinds of Kubernetes itself as Karmada does, interpreter/declared those that a
// few JSON pointers describe, and interpreter/webhook asks a server. In Karmada's order, what is declared comes before
// webhooks, and these before what is native; register your own before all.
//
// # The guarantees
//
//   - No hook writes its arguments. What it returns is the caller's; it shares nothing with them.
//   - The hooks of native and declared are safe for concurrent use, give the same output for the same input, and look at no
//     clock: a time that an answer needs comes in. Those of webhook are as safe, and as constant as the server that they ask.
//   - Dependencies are sorted, see [Dependency.Compare].
//   - An error comes with no answer. It is an [Error], which tells the object and, where it is known, the place in it.
//
// The hooks are those of Karmada's ResourceInterpreter, config.karmada.io/v1alpha1 (Karmada f8fdd02df, 1.19).
package interpreter
