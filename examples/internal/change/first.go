package change

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/selector"
)

// Firsts computes for each group the difference of its first member in the first of its clusters, and calls use with the index of the group and
// this difference, which stands for all pairs of the group in output. The calls are in the order of the objects. Groups that list no member are
// left out.
func (c *Change) Firsts(groups []impact.Group, use func(n int, d *impact.Difference)) {
	wanted, clusters := map[override.Ref][]int{}, map[string]bool{}
	for n, g := range groups {
		if len(g.Members) > 0 {
			member := g.Members[0]
			wanted[member.Object] = append(wanted[member.Object], n)
			clusters[member.Clusters[0]] = true
		}
	}
	if len(wanted) == 0 {
		return
	}
	some := c.Change // the differences of these objects in these clusters have the same first cluster as those of the groups
	some.Before.Clusters, some.After.Clusters = only(some.Before.Clusters, clusters), only(some.After.Clusters, clusters)
	some.Objects = func(yield func(impact.Object) bool) {
		for _, ref := range slices.SortedFunc(maps.Keys(wanted), CompareRefs) {
			if !yield(c.byRef[ref]) {
				return
			}
		}
	}
	for row := range some.Rows() {
		for _, n := range wanted[row.Object] {
			first := groups[n].Members[0].Clusters[0]
			at := slices.IndexFunc(row.Differences, func(d impact.Difference) bool { return slices.Contains(d.Clusters, first) })
			if at >= 0 {
				use(n, &row.Differences[at])
			}
		}
	}
}

// only returns the clusters with these names.
func only(clusters []selector.Cluster, names map[string]bool) []selector.Cluster {
	return slices.DeleteFunc(slices.Clone(clusters), func(c selector.Cluster) bool { return !names[c.Name] })
}

// CompareRefs is the order of objects in which Firsts calls.
func CompareRefs(a, b override.Ref) int {
	return strings.Compare(fmt.Sprintf("%q", a), fmt.Sprintf("%q", b))
}
