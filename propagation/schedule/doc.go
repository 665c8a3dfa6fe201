/*
Package schedule chooses the clusters of an object and divides its replicas among them, as Karmada's scheduler does (commit f8fdd02df). Its
functions are pure: they depend only on their arguments, and never write to them.

# The flow

A binding has the replicas and the replica requirements of an object, a placement, and the current clusters. [Accepted] and [Triggered] report whether it
must be scheduled; the most frequent reason is [PlacementChanged]. [Schedule] then runs these stages:

	affinities   with clusterAffinities, one run of the other stages for each term, until one succeeds
	filter       reject clusters that lack the kind, are tainted, do not match, lack a field to spread by, or are ruled out by peers
	order        by overflow tier, having the object, capacity, name
	spread       choose regions and clusters by the spread constraints
	assign       the strategy: duplicated, by static weights, by capacity, or in as few clusters as possible
	divide       one seat at a time, see [Divide] and [Webster]

[Estimate] reads the capacity of a cluster from its status; [Options] may have another [CapacityFunc]. [Allocatable] is the number that the stages
use. [Matches] reports whether an affinity matches a cluster. [Peers] has the bindings for workload affinity. [StatusAfter] returns what the
binding gets from a result or an error.

# Why not

A [Result] has a [Rejection] for every cluster that was not chosen. Karmada reports only one reason for each cluster, a random one of several;
here all reasons are listed in a fixed order. [Rejected] returns the rejections for an error, too: of the filters, if a later stage fails.
[Result].Warnings lists the parts of a placement that do not do what they seem to; [Warnings] returns them for an error, too.

# Surprises

All of this is as in Karmada. If an option changes it, its name is at the end. An asterisk marks what adds a warning.

  - An earlier term of clusterAffinities is not tried again after a later one succeeded, until a reschedule is requested*.
    PreferredAffinityFirst.
  - A spread constraint without a maximum chooses no cluster at all*. UnboundedGroups.
  - A spread constraint by zone or provider does not spread*. GroupByAnyField.
  - A spread constraint by a label has no effect*.
  - A spread constraint by region ignores capacity*, and may exceed the maximum by cluster*. GroupsWithCapacity.
  - Static weights ignore capacity and spread constraints*, and the largest weight of a cluster counts, not the first.
  - A workload without replicas and replica requirements is not divided: every cluster gets it*. If it has components, these are the clusters
    of the affinity and of all its overflow affinities, otherwise only those of the affinity.
  - Aggregated replicas are divided in proportion among the fewest clusters that can take them; clusters are not filled one after the other.
  - Where replicas are divided by capacity, no more replicas fit into a cluster that reports no status.resourceSummary*. Options.Capacity.
  - Adding replicas never moves the existing ones, except with [Request].Fresh. Removing replicas ignores capacity.
  - Unhealthy clusters are not rejected. Taints do that.
  - Workload affinity only rules out clusters that a binding does not have yet.

# Differences from Karmada

Karmada counts replicas in 32 bits. Where it therefore fails with too little capacity, the error here is an [OverflowError]. Negative numbers of
groups make it panic; here they are an error. It tries all combinations of regions, which does not end for many regions; here the same combination
is computed. If even that would take too long, a warning reports that another combination may be better. Where it appends clusters in random order,
they are sorted here.

# Limits

Objects with several components are not divided: every chosen cluster gets them. Quotas, priorities and preemption are ignored, and so is the feature
gate SchedulingOvercommitProtection (alpha), which deducts from the capacity of a cluster what was placed but is not yet in its usage. The package
does not watch clusters: the caller decides when to schedule.
*/
package schedule
