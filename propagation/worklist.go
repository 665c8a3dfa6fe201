package propagation

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/parallel"
	"github.com/overridekit/overridekit/propagation/work"
)

// workList is the Works of a plan by their clusters. As long as it is sorted, each Work is in it once.
type workList struct {
	clusters map[string][]entry
}

// entry is a Work and who makes it.
type entry struct {
	name string
	work work.Prepared
	by   int // index of the binding in the plan, or after all bindings that of the template of a namespace
}

// add adds the Works that one binding or namespace makes.
func (l *workList) add(works []work.Prepared, by int) {
	for _, w := range works {
		cluster := w.Cluster()
		l.clusters[cluster] = append(l.clusters[cluster], entry{w.Name(), w, by})
	}
}

// sort sorts the Works by name. Among Works with the same name, it keeps the first, and passes each of the others to again, with the kept
// one. These are sorted by cluster and name.
func (l *workList) sort(ctx context.Context, workers int, again func(other, kept entry)) error {
	names := slices.Sorted(maps.Keys(l.clusters))
	lists, others := make([][]entry, len(names)), make([][][2]entry, len(names))
	err := parallel.Each(ctx, workers, len(names), func(_, i int) {
		list := l.clusters[names[i]]
		slices.SortFunc(list, func(a, b entry) int { return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.by, b.by)) })
		kept := list[:0]
		for _, e := range list {
			if last := len(kept) - 1; last >= 0 && kept[last].name == e.name {
				others[i] = append(others[i], [2]entry{e, kept[last]})
				continue
			}
			kept = append(kept, e)
		}
		lists[i] = slices.Clip(kept)
	})
	if err != nil {
		return err
	}
	for i, name := range names {
		l.clusters[name] = lists[i]
		for _, pair := range others[i] {
			again(pair[0], pair[1])
		}
	}
	return nil
}

// find returns the Work of a cluster with a name. The list is sorted.
func (l *workList) find(cluster, name string) (entry, bool) {
	list := l.clusters[cluster]
	at, found := slices.BinarySearchFunc(list, name, func(e entry, name string) int { return strings.Compare(e.name, name) })
	if !found {
		return entry{}, false
	}
	return list[at], true
}

// all returns the Works by cluster and name, which is the order of their references. The list is sorted.
func (l *workList) all() []work.Prepared {
	n := 0
	for _, list := range l.clusters {
		n += len(list)
	}
	works := make([]work.Prepared, 0, n)
	for _, cluster := range slices.Sorted(maps.Keys(l.clusters)) {
		for _, e := range l.clusters[cluster] {
			works = append(works, e.work)
		}
	}
	return works
}

// has reports whether the list has a Work with the name of a stored one. The list is sorted.
func (l *workList) has(stored *api.Work) bool {
	cluster, err := api.ClusterOfNamespace(stored.Namespace)
	if err != nil {
		return false
	}
	_, found := l.find(cluster, stored.Name)
	return found
}
