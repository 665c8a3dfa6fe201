// Package impact computes the effects of a change of policies, clusters or objects before you make it.
//
// # The model
//
// A [Change] has two states, each a set of policies and a list of clusters, and objects before and after. A pair is an object and a cluster.
// [Change.Rows] compares both results of each pair, as package override computes them, and returns the differences object by object.
// [Change.Impact] groups them: pairs with the same patch are one [Group]. [GroupRows] does so for a caller that also reads the rows.
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
// [Impact.Rollout] plans a change of policies in waves, from groups of clusters ([ByName], [ByLabel], [Impact.ByPercent], [Impact.OneOfEachRegion]).
// Each [Wave] says which policies a cluster uses. It stores nothing: after applying a wave, store the names of the clusters that use the new policies,
// not the number of the wave, and plan the next wave from these, see [Impact.RolloutFrom]. To roll back, plan [Change.Reversed] from the clusters that
// were not reached: see [Impact.RolloutFrom].
//
// # The guarantees
//
//   - Inputs are never written. Values in patches are copies; results are those of package override.
//   - A change is empty if and only if all results are equal as JSON, and all errors equal. Two errors are equal if their policies, the places in these
//     and their messages are equal. Hidden values and the codes of divergences do not count.
//   - Affected names every object whose results can change, and marks it undecided if its name and labels do not decide.
//   - An error in one pair does not affect the others.
//   - The guards of both sets count, see [override.Set.Guarding]. They should be equal: only differences of policies are looked for.
//   - Strings and JSON do not show values of Secrets, see [override.Set.Hiding]. [Patch.JSONPatch] has the values. The sets should hide the
//     same places: what either hides is hidden.
//   - The output is sorted, and the same for the same input.
//   - All functions are safe for concurrent use.
//
// [override.Result.Missing], skips, warnings and divergences are not compared. They are in the results of a [Difference].
package impact
