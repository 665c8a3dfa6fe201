// Package override computes what a Kubernetes object looks like in each of many clusters.
//
// # The model
//
// A [Policy] says which objects it covers, and holds rules. A [Rule] says which clusters it is for, and holds steps. A
// [Step] is one [Overrider]: it reads the object and proposes edits. The engine carries the edits out and remembers who
// asked. A [Set] of policies meets an object in [Set.Select], and the [Selection] meets a cluster in [Selection.Apply];
// out comes a [Result]: the object, every change with its origin, and everything that was not done, with the reason.
//
// # The order
//
//  1. Tiers: all cluster-wide policies, then all namespaced ones. A tier chooses its policies by the object that the tier
//     before it left: a namespaced policy may cover an object only because a cluster-wide one labelled it.
//  2. Within a tier, the policy with the less precise selector comes first (every object, a label selector, a name), then
//     the one whose name is smaller, byte by byte. So the most precise, and the last by name, has the last word.
//  3. Within a policy, the rules that cover the cluster, in the order written; within a rule, its stages.
//  4. The lanes of a [Stage] do not see each other: each reads the object from before the stage. The steps of a [Lane] see
//     each other.
//
// # The guarantees
//
//   - Inputs are never written: not the object, not the policies, not the cluster. The object is not copied either until
//     [Result.Object] asks for it, so nobody may write it while a Selection or a Result is in use.
//   - An error gives no result. It is an [*Error] that names the policy, the place in it, the object, the cluster and, where
//     there is one, the place in the object.
//   - One writer: only the engine changes an object, so the changes of a result are complete; carried out in order, they
//     turn the object that came in into the one that comes out.
//   - Nothing is silent: a step that changes nothing says why, see [Result.Skips], and so does a policy that was
//     skipped, see [Selection.Explain].
//   - Texts do not show the values of Secrets: an error, an explanation and the text or JSON of a change have "***" in their place,
//     see [Set.Hiding]. The object, the values of the changes and the patch have them.
//   - Policies, Sets, Selections and Results are read-only and safe for concurrent use.
//   - The same input gives the same output, in the same order. Nothing is logged, and no clock, environment or network is
//     asked.
//
// # How much
//
// Cost follows the edits, not what exists. A [Set] finds the policies of an object by its kind, namespace, name and labels, and those
// that name their clusters by the cluster. An object is looked at in place; only what an edit touches is copied, until
// [Result.Object] copies the rest ([Result.SharedContent] does not). Many clusters cost what their distinct outcomes cost
// ([Selection.Variants], [Selection.Each], and [Set.Inventory] for many objects), and a set with one policy more
// ([Set.With]) shares all that is not about it.
//
// The memory of a run is in proportion to the object, the policies and the changes, and so is its time, but for a logarithm. What
// one step finds out about a long list or a large map, those after it need not find out again. The product of two sizes is what
// is asked for where a step is about many places: an entry for all containers reads each of them, and n values for n containers are
// n² elements. Elements of a list that are called alike are many places, too. A step that adds elements in the middle of a long
// list, or replaces the list, has the next step that looks an element up go through it again.
//
// A document is at most [jsontree.MaxDepth] deep and [jsontree.MaxSize] large. A part of the object beyond that may stand where nobody
// touches it. It is an error to change it, to write it, and to ask for a copy of the object.
//
// # Why
//
// A run leaves a trace, and three questions are answered from it, whenever somebody asks: what did every policy do, and why
// ([Selection.Explain]); who decided what is at this place ([Result.Blame], and [Result.AnnotatedYAML] for the whole object);
// which steps wanted different things at one place ([Result.Conflicts]).
//
// # Who makes policies
//
// The package knows no system's policies. Dialects translate them: policy/karmada for one. A program may also
// build policies by hand, from the overriders here ([Image], [Labels], [Annotations], [Patch]) or its own.
package override
