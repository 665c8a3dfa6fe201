// Package affected finds the templates that an event of a control plane concerns: those that must be placed or rendered again.
//
// An [Index] has what the control plane stores. Each Put and Delete returns the references of the templates that the change concerns, sorted and
// each once, or nothing if the change does not matter:
//
//	event                                templates
//	a template was changed               itself, and those whose binding has the same name
//	a template has appeared, is gone,    also those that need it, by its name or by its labels
//	or has other labels
//	a PriorityClass                      those of the policies that name it
//	a CustomResourceDefinition           those of its kind
//	a propagation policy                 those that it has claimed; those without a claim that it selects or has selected; those that it may take
//	an override policy                   those with a binding whose overrides may differ, Namespaces, and those whose policy waits for it
//	the labels or spec of a cluster      those whose placement matches it, before or after; those in it whose overrides may differ
//	a cluster has joined                 those that it may help: without clusters, or not scheduled; all Namespaces
//	a cluster leaves or is gone          those that have it, and those whose placement matches it
//	the capacity of a cluster            none
//	a binding                            its template; those that it shares a workload affinity group with; those that require it
//	a Work                               the template of the binding that it names, or its Namespace
//
// The rules are those of the methods. They follow the steps of a controller: placing a template may write other bindings, such as those of its
// dependencies, and the Put of each of these returns the templates that come next. A controller that puts what it has written gets this answer
// at once, and the event of its own write is no change any longer:
//
//	for each event:  queue.Add(index.Put…(object)...)
//	for each template in the queue:
//	    place it, with what the index has
//	    for each object to write:  write it, queue.Add(index.Put…(written)...)
//
// A conflict leaves the template in the queue: the event of the other writer brings the version that counts. After a restart the first lists fill the index
// ([Index.Fill]), and all templates are placed once: [Index.Templates], [Index.Bound].
//
// # What an index does not know
//
//   - The clock: when an eviction or a toleration ends.
//   - The interpreters: what a template needs is what its stored binding lists (bind.Recorded), so a template whose binding is not stored yet needs
//     nothing.
//   - The id of a policy that is stored without one. A control plane stores each policy with an id.
//   - Followers, see bind.Followers, and the policies for services of several clusters, see package mcs.
package affected
