package impact

import (
	"cmp"
	"crypto/sha256"
	"hash/maphash"
	"iter"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
)

// Impact is what a change does to all objects in all clusters. It does not refer to the policies and the objects. Its JSON is for
// output: it cannot be decoded, and repeats the clusters of each member. The zero value and nil are the impact of no change.
type Impact struct {
	Counts   Counts    `json:"counts"`
	Groups   []Group   `json:"groups"`   // the distinct differences, those with the most pairs first
	Clusters []Cluster `json:"clusters"` // those with differences, by name
	Omitted  int       `json:"omitted"`  // pairs whose difference is in no group, see Limits
}

// Group is one distinct difference: pairs of the same kind, with the same patch and the same errors.
type Group struct {
	Kind Kind `json:"kind"`
	// Patch is that of the first difference. All pairs have its operations and new values. The old values may vary, see [Operation.OldVaries], and
	// so may the origins.
	Patch  Patch  `json:"patch"`
	Before string `json:"before"` // the error before, without object and cluster
	After  string `json:"after"`  // the error after; or why it has no patch
	// Policies has the policies that decided the values or failed, of all pairs, sorted.
	Policies Policies `json:"policies"`
	Pairs    int      `json:"pairs"`   // also of members that are not listed
	Members  []Member `json:"members"` // by object
	Omitted  int      `json:"omitted"` // members that are not listed, see Limits

	// ID is the same for two groups, also of several impacts, if and only if they have the same kind, patch and errors. It is computed from all new
	// values, even hidden ones. Anyone who knows the rest of a patch can guess a short hidden value from it: do not publish it.
	ID [sha256.Size]byte `json:"-"`

	// Shown is computed from the same data without hidden values, as JSON shows it: Impact orders groups with the same number of pairs by it,
	// and by their first members.
	Shown [sha256.Size]byte `json:"-"`
}

// Policies are the policies responsible for a difference.
type Policies struct {
	Before []override.Ref `json:"before"` // for the values before
	After  []override.Ref `json:"after"`  // for the values after
}

// Member is an object with the clusters where it has the difference.
type Member struct {
	Object   override.Ref `json:"object"`
	Clusters []string     `json:"clusters"` // sorted; shared with other members: do not write it
}

// Cluster is the number of pairs of a cluster that differ.
type Cluster struct {
	Name    string `json:"name"`
	Pairs   int    `json:"pairs"`
	Removed int    `json:"removed"` // of these, the removed pairs
	Failing int    `json:"failing"` // of these, the pairs that have an error after the change
}

// Limits bound the memory of an Impact, which is in proportion to the patches of its groups plus the members that it lists. Members with the
// same clusters share one list. The counts are complete in any case. Zero fields are the defaults.
type Limits struct {
	Groups  int // 10,000: the pairs of later groups are only counted, in Impact.Omitted and Impact.Counts
	Members int // 100,000, of all groups together: later members are only counted, in Group.Omitted and Group.Pairs
}

// Impact computes the rows of the change and groups their differences. The result does not refer to the objects of the change. To handle
// more differences than the limits allow, use [Change.Rows].
func (c Change) Impact(limits Limits) *Impact { return GroupRows(c.Rows(), limits) }

// GroupRows groups the differences of rows, as [Change.Impact] does. It is for callers that also process the rows: wrap [Change.Rows] and
// pass the sequence. It reads the rows once, and keeps none. The nil rows have no differences.
func GroupRows(rows iter.Seq[Row], limits Limits) *Impact {
	limits.Groups, limits.Members = cmp.Or(max(0, limits.Groups), 10_000), cmp.Or(max(0, limits.Members), 100_000)
	g := &grouper{limits: limits, groups: map[digest]*group{}, perCluster: map[string]*Cluster{}, lists: map[uint64][][]string{}, seed: maphash.MakeSeed()}
	if rows != nil {
		for row := range rows {
			g.add(&row)
		}
	}
	i := &Impact{Counts: g.counts, Omitted: g.omitted}
	for _, name := range slices.Sorted(maps.Keys(g.perCluster)) {
		c := *g.perCluster[name]
		c.Name = name
		i.Clusters = append(i.Clusters, c)
	}
	for _, group := range slices.SortedFunc(maps.Values(g.groups), (*group).compare) {
		i.Groups = append(i.Groups, group.finish())
	}
	return i
}

// All returns the members of all groups.
func (i *Impact) All() iter.Seq2[*Group, Member] {
	return func(yield func(*Group, Member) bool) {
		for g := range i.Groups {
			for _, m := range i.Groups[g].Members {
				if !yield(&i.Groups[g], m) {
					return
				}
			}
		}
	}
}
