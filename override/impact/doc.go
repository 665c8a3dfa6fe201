// Package impact computes what a change of policies, clusters or objects does, before it is done.
//
// # The model
//
// A [Change] has two states, each a set of policies and a list of clusters, and objects before and after. A pair is an object and a cluster.
// [Change.Rows] compares both results of each pair, as package override computes them, and returns the differences object by object.
// [Change.Impact] groups them: pairs with the same patch are one [Group]. [GroupRows] does so for a caller that reads the rows as well.
//
// Only pairs that can differ are computed. The selectors and conditions of the policies that differ decide which these are, and so does the
// scope of the cluster-wide policies: see [override.Scope].
//
// # Which objects to look at
//
// A controller does not hold all objects. It keeps an [Index] of their names and labels, and asks it for the objects that an event
// concerns:
//
//	event                                what to ask
//	a policy was made, edited, deleted   Index.Affected
//	the facts of a cluster have changed  Index.AffectedByCluster
//	a cluster has joined or left         Index.AffectedByCluster: all objects
//	an object has changed                the object itself
//
// # Rollouts
//
// [Impact.Rollout] plans a change of policies in waves, from groups of clusters ([ByName], [ByLabel], [Impact.ByPercent], [Impact.OneOfEachRegion]). Each
// [Wave] says which policies a cluster uses. It stores nothing: whoever applies a wave stores the names of the clusters that use the
// new policies, not the number of the wave, and plans the next wave from these, see [Impact.RolloutFrom]. To roll back, plan
// [Change.Reversed] from the clusters that were not reached: see [Impact.RolloutFrom].
//
// # The guarantees
//
//   - Inputs are never written. Values in patches are copies; results are those of package override.
//   - A change is empty if and only if all results are equal as JSON, and all errors equal. Two errors are equal if the policies, the places in
//     these and the messages are: values that are hidden, and the codes of divergences, do not count.
//   - Affected names every object that can have another result, and marks it undecided if name and labels are not enough to tell.
//   - An error in one pair does not affect the others.
//   - Strings and JSON do not show values of Secrets, see [override.Set.Hiding]. [Patch.JSONPatch] has the values. The sets should hide the
//     same places: what either hides is hidden.
//   - The output is sorted, and the same for the same input.
//   - All functions are safe for concurrent use.
//
// [override.Result.Missing], skips, warnings and divergences are not compared. They are in the results of a [Difference].
package impact
