/*
Package schedule decides into which clusters an object goes, and how many of its replicas into each, as Karmada's scheduler does (commit
f8fdd02df). It is arithmetic: it reads what it is given, asks nobody, keeps nothing and writes nothing. The same input gives the same result.

# The flow

A binding has an object's replicas, what each of them needs, a placement, and the clusters that the object has now. [ShouldSchedule] says whether the
binding is to be scheduled at all, and [PlacementChanged] is the most frequent reason. [Schedule] then goes through these stages:

	affinities   with clusterAffinities, one run of the rest for each term, until one works
	filter       clusters that lack the kind, are tainted, do not match, lack a field to spread by, or are being left
	order        by overflow tier; those that have the object; those with more room; by name
	spread       the regions and the number of clusters that the spread constraints ask for
	assign       the strategy: duplicated, by static weights, by room, or in as few clusters as possible
	divide       seat by seat, see [Divide] and [Webster]

How much room a cluster has, [Estimate] reads from its status; [Options] takes another [CapacityFunc]. [Allocatable] is what the stages make
of it. [Matches] is the rule by which an affinity takes a cluster. [StatusAfter] says what the binding is left with, whether there is a result or an error.

# Why not

A [Result] has a [Rejection] for every cluster that was not chosen. Karmada gives one reason for each, and which one that is may change
from one start of the scheduler to the next; here all are given, in one order. A [FitError] has the rejections, too, and Karmada's line as
its text. Things in a placement that do not do what they seem to are [Result].Warnings; [Warnings] has them for an error, too.

# What surprises people

All of this is as in Karmada. Where there is a better way, a field of [Options] has it, which is named here. Those marked with an asterisk
leave a warning behind.

  - Terms of clusterAffinities are never gone back to*: once a later one was met, an earlier one is only tried when a reschedule is asked for.
    PreferredAffinityFirst.
  - A spread constraint without a maximum takes no cluster at all*. UnboundedGroups.
  - One by zone or provider does not spread*. GroupByAnyField.
  - One by a label does not count at all*.
  - One by region does not look at room*, and may exceed the maximum by cluster*. GroupsWithCapacity.
  - Static weights look neither at room nor at spread constraints*, and the greatest weight of a cluster counts, not the first.
  - A workload without replicas, of which no requirements are known, is no workload: it goes to every cluster*.
  - Aggregated replicas are divided in proportion among the fewest clusters that hold them; clusters are not filled one after the other.
  - Replicas that are added never move those that are there; [Request].Fresh does. Those that are taken away do not care about room.
  - Clusters that are not healthy are not left out. Taints do that.

# Where it differs

Karmada counts replicas in 32 bits. Where that makes it fail it says that there is no room; here it is an [OverflowError]. Numbers of groups
below zero crash it; here they are an error. It tries all combinations of regions, which does not end for many; here the same
combination is computed, and where even that would be too much the result says that it may not be the best.
Where it appends clusters in random order, they are sorted.

# What it does not do

Nothing is known of several components with replicas of their own: such an object goes to every cluster chosen, undivided. Quotas,
priorities and preemption are not looked at. It does not watch clusters: who calls it decides when.
*/
package schedule
