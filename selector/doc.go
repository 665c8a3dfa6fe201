/*
Package selector answers the two questions that a policy asks before it does anything: is this object
mine, and is this cluster mine? And because a policy that does nothing is seldom meant to, it also says
why the answer was no.

# Which objects

An [Object] is what a selector can see of a manifest: apiVersion, kind, namespace, name and labels.
[Objects] is a list of selectors, and an object belongs to it when any one of them takes it. The answer is
not yes or no but a [Rank], because two policies that take the same object must be put in order, and the
one that was more specific about it should have the last word:

	RankNone     no selector takes it
	RankAll      taken by apiVersion and kind alone (and perhaps the namespace)
	RankLabels   taken by a label selector
	RankName     taken by name

Some things surprise people. Versions are not converted: a selector for apps/v1 does not see an
apps/v1beta2 Deployment. A selector with a name does not look at its label selector, even at a broken one.
An empty label selector takes as much as an absent one, but it ranks higher.

# Which clusters

A [Cluster] is a plain struct: a name, labels, provider, region, zones. [Clusters] holds conditions on
these, and a cluster must meet all of them: the excluded names, the wanted names, a label selector, and
requirements on the three fields. A cluster without a provider or a region has no such value, so NotIn is
met and In is not. Zones are a list: In means that one of them is listed, NotIn that none is.

# Why not

Match never explains and Why never decides: Why is empty exactly when Match takes the object or the
cluster. Its sentences name what was found before what was wanted, and long lists are cut short. They are
for people, so their wording may change; nothing should parse them.

# Compiled once

[NewObjects] and [NewClusters] validate, copy what they need and sort it. Matching after that parses
nothing that a policy said, allocates nothing and writes nothing, so compiled values can be copied, shared
and used by any number of goroutines. Their zero values select everything, as an empty policy does.

A selector that is invalid matches nothing; it never turns into an error while matching. The constructor
returns the error once, with the field that is wrong, next to a compiled value that may be used all the
same. This keeps one bad selector from taking the others down with it.

# What it does not do

It does not fetch, watch or index anything, it knows no patterns, and it has no opinion about what a policy
does with the objects and clusters it selects. It does not sort policies: it gives the rank to sort by.

# Where the rules come from

The rules are those of ResourceSelector and ClusterAffinity in Karmada's policy.karmada.io/v1alpha1. What
a valid label selector is, and what it means, is metav1.LabelSelectorAsSelector's to say; the tests hold
the two against each other.
*/
package selector
