package impact

import (
	"github.com/overridekit/overridekit/override"
)

// Kind is what happens to the object in a cluster. The strings are stable.
type Kind string

// The kinds of differences.
const (
	Added   Kind = "added"   // the object or the cluster is new
	Changed Kind = "changed" // the result or the error differs
	Removed Kind = "removed" // the object or the cluster is gone
)

// Difference is what a change does to an object in some clusters. Before and After are the outcomes of the engine, which all of the clusters
// share: [override.Result.Cluster] is one of the clusters with that outcome, and errors name the first of Clusters.
type Difference struct {
	Object   override.Ref
	Clusters []string // sorted
	Kind     Kind

	// Patch turns the object in the cluster from before to after. If there was no result before (added, or an error), it turns the input
	// object into the result: it is what the policies do. Without a result after, it is empty.
	Patch Patch

	// Before and After are the two outcomes. Removed pairs are not computed and have neither; added ones have no Before.
	Before, After Outcome

	// Err is the reason why a result has no Patch: a document that is not JSON, or beyond the limits of package
	// jsontree. Such a pair counts as changed.
	Err error
}

// Outcome is a result of [override.Selection.Apply], or its error, or neither.
type Outcome struct {
	Result *override.Result
	Err    error
}

// Origins returns the steps that decided the values of the Patch: before the change, and after it. Each is sorted and has no duplicates. The
// policy of an error is an origin, too.
func (d *Difference) Origins() (before, after []override.Origin) {
	before, after = errorOrigin(d.Before.Err), errorOrigin(d.After.Err)
	for _, o := range d.Patch {
		before, after = append(before, o.Before), append(after, o.After)
	}
	return sortedOrigins(before), sortedOrigins(after)
}

// Row is the impact of a change on one object. It has no JSON format, because it has results of the engine.
type Row struct {
	Object      override.Ref
	Differences []Difference // by their first cluster; those of removed pairs last
	Counts      Counts
}

// Counts counts pairs of an object and a cluster that exist before or after a change:
// Pairs = Skipped + Unchanged + Changed + Added + Removed.
type Counts struct {
	Objects   int `json:"objects"` // all objects, including those without pairs
	Pairs     int `json:"pairs"`
	Skipped   int `json:"skipped"`   // equal, which was known without computing them
	Unchanged int `json:"unchanged"` // computed, and equal
	Changed   int `json:"changed"`
	Added     int `json:"added"`
	Removed   int `json:"removed"`
	Failing   int `json:"failing"` // the changed and added pairs that have an error after the change
}

// plus returns the sums.
func (c Counts) plus(d Counts) Counts {
	return Counts{
		c.Objects + d.Objects, c.Pairs + d.Pairs, c.Skipped + d.Skipped, c.Unchanged + d.Unchanged,
		c.Changed + d.Changed, c.Added + d.Added, c.Removed + d.Removed, c.Failing + d.Failing,
	}
}

// Empty reports whether nothing changes.
func (c Counts) Empty() bool { return c.Changed+c.Added+c.Removed == 0 }
