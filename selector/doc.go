/*
Package selector answers the first two questions of a policy: does it select this object, and does it
select this cluster? It also explains why the answer is no, because a policy that does nothing is usually
a mistake.

# Which objects

An [Object] is the part of a manifest that a selector can see: apiVersion, kind, namespace, name and
labels. [Objects] is a list of selectors, and an object matches when any one of them matches. The answer
is a [Rank] and not a bool, because two policies that select the same object must be ordered, and the more
specific one should win:

	RankNone     no selector matches
	RankAll      matched by apiVersion and kind alone (and perhaps the namespace)
	RankLabels   matched by a label selector
	RankName     matched by name

Three rules surprise people. Versions are not converted: a selector for apps/v1 does not match an
apps/v1beta2 Deployment. A selector with a name ignores its label selector, even an invalid one. An empty
label selector matches as much as an absent one, but it ranks higher.

# Which clusters

A [Cluster] is a plain struct: a name, labels, provider, region, zones. [Clusters] holds conditions on
these, and a cluster must meet all of them: the excluded names, the wanted names, a label selector, and
requirements on the three fields. A cluster without a provider or a region does not have that value: NotIn
is met and In is not. Zones are a list: In means that at least one zone is listed, NotIn that no zone is.

# Why not

Match never explains and Why never decides: Why is empty exactly when Match selects the object or the
cluster. Its sentences name what was found before what was wanted, and shorten long lists. They are
written for people and may change; do not parse them.

# Compiled once

[NewObjects] and [NewClusters] validate, copy and sort what they need. Matching parses nothing of a
policy, allocates nothing and writes nothing, so compiled values can be copied, shared and used by any
number of goroutines. Their zero values select everything, as an empty policy does.

An invalid selector matches nothing; matching never returns an error for it. The constructor returns the
error once, with the field that is wrong, and a compiled value that can still be used. One bad selector
therefore does not disable the others.

# Non-goals

The package does not fetch or watch anything, it knows no patterns, and it does not decide what a policy
does with the objects and clusters it selects. It does not sort policies: it returns the rank to sort by.

# Where the rules come from

The rules are those of ResourceSelector and ClusterAffinity in Karmada's policy.karmada.io/v1alpha1.
metav1.LabelSelectorAsSelector defines which label selectors are valid and what they mean; the tests
compare this package with it.
*/
package selector
