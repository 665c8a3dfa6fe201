package casetest

import (
	"cmp"
	"slices"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// StoredAfter returns all stored Works after some were written, sorted. Recordings do not have deletion timestamps.
func StoredAfter(before, written []*api.Work) []*api.Work {
	order := func(a, b *api.Work) int {
		return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
	}
	all := slices.Clone(written)
	for _, w := range before {
		if !slices.ContainsFunc(written, func(other *api.Work) bool { return order(w, other) == 0 }) {
			w = w.DeepCopy()
			w.DeletionTimestamp = nil
			all = append(all, w)
		}
	}
	slices.SortFunc(all, order)
	return all
}

// Overrides returns override policies of both kinds in one list.
func Overrides(clusterWide []api.ClusterOverridePolicy, namespaced []api.OverridePolicy) []api.OverrideSource {
	var all []api.OverrideSource
	for i := range clusterWide {
		all = append(all, &clusterWide[i])
	}
	for i := range namespaced {
		all = append(all, &namespaced[i])
	}
	return all
}
