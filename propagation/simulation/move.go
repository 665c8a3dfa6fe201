package simulation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// Move is a template whose clusters have changed.
type Move struct {
	Template      override.Ref
	Before, After []api.TargetCluster
	Reason        string // in words for a person
}

// targets returns the clusters of each template.
func (w *World) targets() map[override.Ref][]api.TargetCluster {
	all := map[override.Ref][]api.TargetCluster{}
	for _, b := range w.bindings {
		all[content.ResourceOf(b)] = work.Targets(b.BindingSpec())
	}
	return all
}

func (w *World) moves(before map[override.Ref][]api.TargetCluster, rows []propagation.Row) (moves []Move) {
	after := w.targets()
	of := map[override.Ref]propagation.Row{}
	for _, row := range rows {
		of[row.Template] = row
	}
	known := map[override.Ref]bool{}
	for _, all := range []map[override.Ref][]api.TargetCluster{before, after} {
		for ref := range all {
			if !known[ref] && !slices.EqualFunc(before[ref], after[ref], sameTarget) {
				move := Move{Template: ref, Before: before[ref], After: after[ref]}
				move.Reason = w.reason(move, of[ref])
				moves = append(moves, move)
			}
			known[ref] = true
		}
	}
	slices.SortFunc(moves, func(a, b Move) int { return compare(a.Template, b.Template) })
	return moves
}

func sameTarget(a, b api.TargetCluster) bool { return a.Name == b.Name && a.Replicas == b.Replicas }

// reason returns why a template has moved. The row is zero if the template does not exist.
//
//  1. A template that had no clusters moves because something claims or requires it.
//  2. Otherwise the clusters that it has lost have left, or the policy does not choose them any more.
//  3. If it has the same clusters as before, its replicas have changed, or are divided in another way.
func (w *World) reason(m Move, row propagation.Row) string {
	gained, lost := without(m.After, m.Before), without(m.Before, m.After)
	left := slices.DeleteFunc(slices.Clone(lost), func(name string) bool { return w.clusters[name] != nil && w.clusters[name].DeletionTimestamp == nil })
	var parts []string
	if len(left) > 0 {
		parts = append(parts, strings.Join(left, " and ")+" left")
	}
	switch dropped := len(lost) > len(left); {
	case row.Template == override.Ref{}:
		return "the object was deleted"
	case len(m.Before) == 0, row.Policy == override.Ref{} && (dropped || len(gained) > 0):
		parts = append(parts, row.Reason)
	case dropped && len(gained) > 0:
		parts = append(parts, fmt.Sprintf("%s chooses other clusters now", row.Policy))
	case dropped:
		parts = append(parts, fmt.Sprintf("%s chooses fewer clusters now", row.Policy))
	case len(gained) > 0:
		parts = append(parts, fmt.Sprintf("%s chooses more clusters now", row.Policy))
	case len(left) == 0 && sum(m.Before) != sum(m.After):
		parts = append(parts, fmt.Sprintf("the object has %d replicas now", row.Replicas))
	case len(left) == 0:
		parts = append(parts, "the replicas are divided in another way")
	}
	return strings.Join(parts, "; ")
}

// without returns the names of the targets that are not in another list.
func without(all, others []api.TargetCluster) (names []string) {
	known := make(map[string]bool, len(others))
	for _, t := range others {
		known[t.Name] = true
	}
	for _, t := range all {
		if !known[t.Name] {
			names = append(names, t.Name)
		}
	}
	return names
}

func sum(all []api.TargetCluster) (total int64) {
	for _, t := range all {
		total += int64(t.Replicas)
	}
	return total
}
