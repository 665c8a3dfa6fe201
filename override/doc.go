// Package override computes what a Kubernetes object looks like in each of many clusters.
//
// # The model
//
// A [Policy] selects objects and contains rules. A [Rule] selects clusters and contains steps. A [Step] is one [Overrider]: it
// reads the object and proposes edits. The engine applies the edits and records which step made them. [Set.Select] looks up the
// policies of a [Set] for an object, and [Selection.Apply] applies them for a cluster. The [Result] has the object, every change
// with its origin, and every skipped edit with the reason.
//
// # The order
//
//  1. Tiers: all cluster-wide policies, then all namespaced ones. A tier selects its policies by the object that the previous
//     tier produced: a cluster-wide policy may add the label by which a namespaced one selects the object.
//  2. Within a tier, policies with a less precise selector come first (every object, a label selector, a name), then those with
//     the smaller name, byte by byte. So the most precise policy, and among equals the last by name, wins.
//  3. Within a policy, the rules that cover the cluster, in the order written; within a rule, its stages.
//  4. The lanes of a [Stage] do not see each other: each reads the object as it was before the stage. The steps of a [Lane] see
//     each other.
//
// # The guarantees
//
//   - Inputs are never written: not the object, not the policies, not the cluster. The object is not copied before
//     [Result.Object], so do not write it while a Selection or a Result is in use.
//   - An error comes without a result. It is an [*Error] that names the policy, the field path, the object, the cluster and, if
//     there is one, the pointer in the object.
//   - One writer: only the engine changes an object, so the changes of a result are complete. Applied in order, they turn the
//     input object into the output object.
//   - Nothing is silent: a step that changes nothing has a reason ([Result.Skips]), and a skipped policy has one, too
//     ([Selection.Explain]).
//   - Messages do not show the values of Secrets: errors, explanations, and changes as a string or as JSON have "***" instead, see
//     [Set.Hiding]. The object, the values of the changes and the patch have the values.
//   - Policies, Sets, Selections and Results are read-only and safe for concurrent use.
//   - The same input gives the same output, in the same order. The package does not log, and does not read the clock, the
//     environment or the network.
//
// # Tenants
//
// A policy may change every place of an object, its kind and its namespace included. The controller that writes the results to a member cluster has wide
// rights there. So without a [Guard], whoever may write policies in one namespace owns the clusters: a policy of that namespace makes a ClusterRoleBinding of
// a ConfigMap, or replaces an object of kube-system. Karmada and KubeAdmiral allow it, and so does this package by default, because its results are theirs; the
// change is a warning of the result ([Warning].Identity).
//
// A program that sends results to clusters, and in which not every author of policies is an administrator, calls [Set.Guarding]:
//
//	set := override.NewSet(policies...).Guarding(policy.Guard(override.GuardAll))
//
// The guard compares objects when they are rendered, so it also holds for policies that were stored before, or without admission. [Policy.GuardFaults] is
// for admission: it reports what a policy alone shows. What a guard protects is listed at [Guard]. Not protected are, in particular:
//
//  1. The contents of the object: whoever may write policies that cover the Roles, RoleBindings or Deployments of a namespace can take their
//     rights. A policy is a right to write every kind that it can cover, in its namespace.
//  2. Fields of the metadata that a cluster ignores or package propagation/work removes: resourceVersion, deletionTimestamp, managedFields, finalizers. A
//     program that sends results without that package should remove them: a finalizer keeps an object in a cluster.
//  3. Labels and annotations of others: those of Domains are protected. A caller whose clusters act on others, such as kubernetes.io, adds the domain.
//
// # Cost
//
// The cost depends on the edits, not on the number of policies. A [Set] has an index by kind, namespace, name and labels of the
// object, and by the clusters that rules name. The object is read in place; only the edited parts are copied, until [Result.Object]
// copies the rest ([Result.SharedContent] does not). The cost of many clusters is that of their distinct outcomes
// ([Selection.Variants], [Selection.Each], and [Set.Inventory] for many objects; with a few outcomes also [Selection.Apply] for one
// cluster after the other). A set with one more policy ([Set.With]) shares everything else with the original.
//
// A caller that only sends the result needs no object: [Result.AppendJSON] writes the same bytes as json.Marshal of the object, in a
// tenth of its time or less. What no policy changed is copied from the encoding of the input object, which is made once for a
// Selection. Clusters with the same outcome share its text. [Result.AppendJSONPatch] writes the changes.
//
// A run takes memory in proportion to the object, the policies and the changes, and time in proportion to them times a logarithm.
// A long list or a large map is indexed once for all steps. A step for many places multiplies: an entry for all containers reads
// each of them, and n values for n containers are n² elements. List elements with the same name also count as many places. After a
// step adds elements in the middle of a long list, or replaces the list, the next lookup indexes the list again.
//
// A document is at most [jsontree.MaxDepth] deep and [jsontree.MaxSize] large. An object may exceed these limits only in parts that
// no step touches. Changing or writing such a part is an error, and so is copying the object.
//
// # Explanations
//
// A run leaves a trace that answers three questions on demand: what did every policy do, and why ([Selection.Explain]); which change
// decided a value ([Result.Blame], and [Result.AnnotatedYAML] for the whole object); which steps wrote different values to one place
// ([Result.Conflicts]).
//
// # Sources of policies
//
// This package does not know the policies of any system. Dialects compile them, such as package policy/karmada. A program may also
// build policies from the overriders of package override/overrider, or from its own.
package override
