// Package controller has the parts of an operator that runs override and propagation policies on a hub, with controller-runtime v0.25.
// Every decision is a call of package propagation and its stages, or of package override. This package adds what a client needs around them:
// informers, queues, writes, Events and conditions.
//
// # The parts
//
//   - [affected.Index], of the root module, has what the hub stores. It returns the templates that an event concerns. [CompileOverride] compiles the override
//     policies for it. Render nothing before it has the first lists: a set without some policies would undo their overrides in every cluster.
//   - [Hub] runs the stages from a template to its Works: claim, bind, evict, distribute, schedule, render. An operator with a loop of its own may use the
//     other parts without it.
//
// # The loop
//
// Each kind that a propagation policy selects, that a dependency needs or that has a binding gets an informer, a queue and workers of its own, so
// an interpreter that hangs holds up only its kind. The key is the template. One call reconciles it from its claim to its Works, so that no Work is
// rendered from half of a change:
//
//	event                                what is enqueued
//	any                                  the templates that package affected returns, with Options.ByMatch: see its table
//	a write of the Hub itself            of these, not the template that was written
//	a taint of a cluster has changed     the templates whose placement matches the cluster, and those in it
//	a Work names no template             its binding, in a queue of its own
//
// Namespaces have a queue too, see package namespace of the root module.
//
// # Tenants
//
// A hub has users who may only write some kinds in one namespace. The Hub writes to the members for them, so it must not be misled:
//
//   - Override policies must not change the identity of an object, see [override.Guard] and Options.Guard. If you use the index without a Hub, set its Guard: without
//     it, whoever may write an override policy in one namespace can make a ClusterRoleBinding of a ConfigMap.
//   - A Work counts only for the binding that it names, and only in the namespace of a cluster, see [work.BindingOf]. [work.Owned] and
//     [work.Orphans], which are as in Karmada, get no others. A Work of another owner with the name of one that is to be written is an error, which
//     the condition Rendered has.
//   - A binding counts only if it has the name of its template's, and if a policy claims the template, or the Hub or Karmada has handled the binding before.
//     The Event UnknownBinding reports others. Its conditions are the evidence, so nobody else may write the status of bindings.
//   - Works whose binding does not exist are deleted.
//
// Where policies may change the identity, a Work with an earlier identity is deleted when the new one is written. If both have the same name, the
// earlier one is deleted first.
//
// # What is as in Karmada, and what differs
//
//   - The finalizers of policies, bindings and Works are Karmada's. A policy without a permanent id gets one.
//   - A cluster that joins, or that reports other APIs, is considered at once. Karmada waits until something else touches the binding.
//   - A binding that no policy has made is ignored. In Karmada it is scheduled and rendered.
//   - The Hub deletes the binding of a template that is gone, after it has asked the API server. It does not wait for the garbage collector.
//   - A KubeAdmiral policy that an object names and that does not exist holds up the Works of the object, as in KubeAdmiral. Existing Works stay.
//   - A template is evicted, scheduled and assessed in one call, until nothing changes, see [template.Place]. It is not evicted twice from the same cluster
//     within ten seconds, so the loops that package eviction describes are slow.
//   - A binding that no policy claims is only scheduled if it loses a cluster. It is evicted like the others.
//   - Followers (bind.Follow) and policies for Namespaces are not part of the loop.
package controller
