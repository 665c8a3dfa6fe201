package impact

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"hash/maphash"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// grouper collects the differences of rows.
type grouper struct {
	limits     Limits
	counts     Counts
	groups     map[digest]*group
	perCluster map[string]*Cluster
	lists      map[uint64][][]string // one list for each set of clusters, by its hash
	seed       maphash.Seed
	members    int
	omitted    int
}

type digest = [sha256.Size]byte

// group is a Group in progress.
type group struct {
	Group
	number        int // in the order of the rows
	before, after map[override.Ref]bool
}

// add adds the differences of an object. Those of the same group are one member.
func (g *grouper) add(row *Row) {
	g.counts = g.counts.plus(row.Counts)
	clusters := map[digest][]string{}
	var order []digest
	for i := range row.Differences {
		d := &row.Differences[i]
		g.count(d)
		of := d.digest()
		if clusters[of] == nil {
			order = append(order, of)
		}
		clusters[of] = append(clusters[of], d.Clusters...)
		if into := g.group(of, d); into != nil {
			into.attribute(d)
		}
	}
	for _, of := range order {
		into, names := g.groups[of], clusters[of]
		switch {
		case into == nil:
			g.omitted += len(names)
			continue
		case g.members == g.limits.Members:
			into.Omitted++
		default:
			g.members++
			slices.Sort(names)
			into.Members = append(into.Members, Member{row.Object, g.list(names)})
		}
		into.Pairs += len(names)
	}
}

// count counts the pairs of a difference, cluster by cluster.
func (g *grouper) count(d *Difference) {
	for _, name := range d.Clusters {
		c := g.perCluster[name]
		if c == nil {
			c = &Cluster{}
			g.perCluster[name] = c
		}
		c.Pairs++
		if d.Kind == Removed {
			c.Removed++
		}
		if d.After.Err != nil {
			c.Failing++
		}
	}
}

// group returns the group of a difference, or nil if there are too many.
func (g *grouper) group(of digest, d *Difference) *group {
	if into := g.groups[of]; into != nil {
		for i := range into.Patch {
			o := &into.Patch[i]
			o.OldVaries = o.OldVaries || !jsontree.Equal(o.Old, d.Patch[i].Old)
		}
		return into
	}
	if len(g.groups) == g.limits.Groups {
		return nil
	}
	into := &group{number: len(g.groups), before: map[override.Ref]bool{}, after: map[override.Ref]bool{}}
	into.ID, into.Shown = of, d.shown()
	into.Kind, into.Patch = d.Kind, slices.Clone(d.Patch)
	if d.Before.Err != nil {
		into.Before = reason(d.Before.Err)
	}
	if err := cmp.Or(d.After.Err, d.Err); err != nil {
		into.After = reason(err)
	}
	g.groups[of] = into
	return into
}

// attribute adds the policies that are responsible for a difference.
func (g *group) attribute(d *Difference) {
	before, after := d.Origins()
	for _, o := range before {
		g.before[o.Policy] = true
	}
	for _, o := range after {
		g.after[o.Policy] = true
	}
}

// list returns the names, as the list that all members with the same clusters share.
func (g *grouper) list(names []string) []string {
	var hash maphash.Hash
	hash.SetSeed(g.seed)
	for _, name := range names {
		maphash.WriteComparable(&hash, name)
	}
	sum := hash.Sum64()
	for _, list := range g.lists[sum] {
		if slices.Equal(list, names) {
			return list
		}
	}
	g.lists[sum] = append(g.lists[sum], slices.Clip(names))
	return names
}

// compare orders groups.
func (g *group) compare(other *group) int {
	return cmp.Or(cmp.Compare(other.Pairs, g.Pairs), bytes.Compare(g.Shown[:], other.Shown[:]), cmp.Compare(g.number, other.number))
}

func (g *group) finish() Group {
	g.Policies = Policies{slices.SortedFunc(maps.Keys(g.before), compareRefs), slices.SortedFunc(maps.Keys(g.after), compareRefs)}
	slices.SortStableFunc(g.Members, func(a, b Member) int { return compareRefs(a.Object, b.Object) })
	return g.Group
}
