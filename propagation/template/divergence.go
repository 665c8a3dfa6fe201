package template

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
)

// divergences collects those of one template.
type divergences map[string]*Divergence // by the string of the divergence

func (all divergences) add(clusters []string, found ...override.Divergence) {
	for _, d := range found {
		key := d.String()
		if all[key] == nil {
			all[key] = &Divergence{Divergence: d}
		}
		all[key].Clusters = append(all[key].Clusters, clusters...)
	}
}

// addResult adds the divergences of some clusters.
func (all divergences) addResult(clusters []string, result *override.Result) {
	all.add(clusters, result.Divergences()...)
}

// addErrors adds the divergences of clusters where overriding fails here but not in Karmada.
func (all divergences) addErrors(err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			all.addErrors(e)
		}
		return
	}
	if failed := (*override.Error)(nil); errors.As(err, &failed) && failed.Divergence != nil {
		all.add([]string{failed.Cluster}, *failed.Divergence)
	}
}

// joined returns the divergences of two lists, sorted.
func joined(a, b []Divergence) []Divergence {
	if len(a) == 0 {
		return b
	}
	all := divergences{}
	for _, d := range slices.Concat(a, b) {
		all.add(d.Clusters, d.Divergence)
	}
	return all.sorted()
}

// sorted returns them by policy, place and code.
func (all divergences) sorted() []Divergence {
	list := make([]Divergence, 0, len(all))
	for _, key := range slices.Sorted(maps.Keys(all)) {
		d := *all[key]
		slices.Sort(d.Clusters)
		d.Clusters = slices.Compact(d.Clusters)
		list = append(list, d)
	}
	slices.SortStableFunc(list, func(a, b Divergence) int { return cmp.Compare(a.Origin.String(), b.Origin.String()) })
	return list
}
