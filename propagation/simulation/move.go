package simulation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/propagation/work"
)

// Move is a template whose clusters have changed.
type Move struct {
	Template      override.Ref
	Before, After []api.TargetCluster
	Reason        string // for people; the wording may change
}

// fate is why a template had its clusters when the world settled.
type fate struct {
	targets  []api.TargetCluster
	policy   override.Ref // that claims it, if any
	required bool         // another binding required it
}

// fates returns the fate of each template with a binding.
func (w *World) fates() map[override.Ref]fate {
	all := map[override.Ref]fate{}
	for _, b := range w.bindings {
		had, _ := template.ClaimOf(b)
		all[content.ResourceOf(b)] = fate{work.Targets(b.BindingSpec()), had.Policy, len(b.BindingSpec().RequiredBy) > 0}
	}
	return all
}

// moves returns the templates whose clusters have changed since the world last settled.
func (w *World) moves(before map[override.Ref]fate, step *Step) (moves []Move) {
	after := w.fates()
	of := map[override.Ref]*propagation.Row{}
	for _, row := range step.Rows {
		of[row.Template] = row
	}
	evicted := map[override.Ref][]string{}
	for _, e := range step.Evictions {
		if e.Decision.Kind == eviction.Evicted {
			evicted[e.Template] = append(evicted[e.Template], e.Decision.Cluster)
		}
	}
	known := map[override.Ref]bool{}
	for _, all := range []map[override.Ref]fate{before, after} {
		for ref := range all {
			if was, is := before[ref], after[ref]; !known[ref] && !slices.EqualFunc(was.targets, is.targets, sameTarget) {
				moves = append(moves, Move{ref, was.targets, is.targets, w.reason(was, is, of[ref], evicted[ref])})
			}
			known[ref] = true
		}
	}
	slices.SortFunc(moves, func(a, b Move) int { return compare(a.Template, b.Template) })
	return moves
}

func sameTarget(a, b api.TargetCluster) bool { return a.Name == b.Name && a.Replicas == b.Replicas }

// reason returns why a template has moved. The row is nil if the template does not exist.
//
//  1. A template that no longer exists was deleted.
//  2. Clusters that left, evicted the template or joined since the world last settled come first, with semicolons between all reasons.
//  3. What whyElse returns comes last. If another policy has the template, or none, that is the only reason.
func (w *World) reason(was, is fate, row *propagation.Row, evicted []string) string {
	if row == nil {
		return "the object was deleted"
	}
	lost, gained := without(was.targets, is.targets), without(is.targets, was.targets)
	left, stayed := divide(lost, func(name string) bool { return w.clusters[name] == nil || w.clusters[name].DeletionTimestamp != nil })
	gone, dropped := divide(stayed, func(name string) bool { return slices.Contains(evicted, name) })
	joined, _ := divide(gained, func(name string) bool { return len(w.settled) > 0 && !w.settled[name] })
	chosen := ""
	switch {
	case len(gained) > 0 && len(lost) > 0:
		chosen = "other"
	case len(gained) > 0:
		chosen = "more"
	case len(dropped) > 0:
		chosen = "fewer"
	}
	why, alone := whyElse(was, is, row, chosen)
	if alone {
		return why
	}
	if chosen == "" && len(lost) > 0 && !is.freed(was) { // what left or evicted the template needs no further reason
		why = ""
	}
	var parts []string
	for _, part := range []string{listed("", left, " left"), listed("", joined, " joined"), listed("it was evicted from ", gone, ""), why} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
}

// freed reports whether nothing requires a template any more, which no policy claims.
func (f fate) freed(was fate) bool { return was.required && !f.required && f.policy == override.Ref{} }

// whyElse returns why a template has moved although no cluster has. It chooses other, fewer or more clusters, or none of these.
//
//  1. Nothing requires it any more, and no policy claims it.
//  2. It follows the clusters of what requires it.
//  3. Another policy claims it, or none does: the reason is that of its row, alone.
//  4. Its policy chooses.
//  5. With the same clusters, it has another number of replicas, or they are divided in another way.
func whyElse(was, is fate, row *propagation.Row, chosen string) (why string, alone bool) {
	none := override.Ref{}
	switch {
	case is.freed(was):
		return "nothing requires the object, and no policy claims it", false
	case was.required && is.required && was.policy == none && is.policy == none && !row.Left && chosen != "":
		return row.Reason + ", whose clusters have changed", false
	case was.policy != is.policy || row.Policy == none && chosen != "":
		return row.Reason, true
	case chosen != "":
		return fmt.Sprintf("%s chooses %s clusters now", row.Policy, chosen), false
	case sum(was.targets) != sum(is.targets):
		return fmt.Sprintf("the object has %d replicas now", row.Replicas), false
	}
	return "the replicas are divided in another way", false
}

// divide returns the names for which is returns true, and the others.
func divide(names []string, is func(string) bool) (yes, no []string) {
	for _, name := range names {
		if is(name) {
			yes = append(yes, name)
		} else {
			no = append(no, name)
		}
	}
	return yes, no
}

// listed returns names in a sentence, or "" for no name.
func listed(before string, names []string, after string) string {
	if len(names) == 0 {
		return ""
	}
	return before + strings.Join(names, " and ") + after
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
