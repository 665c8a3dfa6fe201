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
	policy   string // names the policy that claimed it, if any
	required bool   // another binding required it
}

// fates returns the fate of each template with a binding.
func (w *World) fates() map[override.Ref]fate {
	all := map[override.Ref]fate{}
	for _, b := range w.bindings {
		labels, notes, policy := b.GetLabels(), b.GetAnnotations(), ""
		switch {
		case labels[api.PropagationPolicyIDLabel] != "":
			policy = "PropagationPolicy " + notes[api.PropagationPolicyNamespaceAnnotation] + "/" + notes[api.PropagationPolicyNameAnnotation]
		case labels[api.ClusterPropagationPolicyIDLabel] != "":
			policy = "ClusterPropagationPolicy " + notes[api.ClusterPropagationPolicyNameAnnotation]
		}
		all[content.ResourceOf(b)] = fate{work.Targets(b.BindingSpec()), policy, len(b.BindingSpec().RequiredBy) > 0}
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
//  3. Nothing requires it any more, and no policy claims it.
//  4. It follows the clusters of what requires it.
//  5. Another policy claims it, or none does: the reason is that of its row, alone.
//  6. Its policy chooses other, fewer or more clusters. A cluster that left or evicted the template needs no further reason.
//  7. With the same clusters, it has another number of replicas, or they are divided in another way.
func (w *World) reason(was, is fate, row *propagation.Row, evicted []string) string {
	if row == nil {
		return "the object was deleted"
	}
	gained, lost := without(is.targets, was.targets), without(was.targets, is.targets)
	left := slices.DeleteFunc(slices.Clone(lost), func(name string) bool { return w.clusters[name] != nil && w.clusters[name].DeletionTimestamp == nil })
	joined := slices.DeleteFunc(slices.Clone(gained), func(name string) bool { return w.settled[name] })
	var parts []string
	if len(left) > 0 {
		parts = append(parts, strings.Join(left, " and ")+" left")
	}
	if len(joined) > 0 && len(w.settled) > 0 {
		parts = append(parts, strings.Join(joined, " and ")+" joined")
	}
	gone := slices.DeleteFunc(slices.Clone(lost), func(name string) bool { return slices.Contains(left, name) || !slices.Contains(evicted, name) })
	if len(gone) > 0 {
		parts = append(parts, "it was evicted from "+strings.Join(gone, " and "))
	}
	switch dropped := len(lost) > len(left)+len(gone); {
	case was.required && !is.required && is.policy == "":
		parts = append(parts, "nothing requires the object, and no policy claims it")
	case was.required && is.required && is.policy == "" && was.policy == "" && !row.Left && (dropped || len(gained) > 0):
		parts = append(parts, row.Reason+", whose clusters have changed")
	case was.policy != is.policy, row.Policy == override.Ref{} && (dropped || len(gained) > 0):
		return row.Reason
	case len(lost) > 0 && len(gained) > 0:
		parts = append(parts, fmt.Sprintf("%s chooses other clusters now", row.Policy))
	case dropped:
		parts = append(parts, fmt.Sprintf("%s chooses fewer clusters now", row.Policy))
	case len(gained) > 0:
		parts = append(parts, fmt.Sprintf("%s chooses more clusters now", row.Policy))
	case len(left)+len(gone) == 0 && sum(was.targets) != sum(is.targets):
		parts = append(parts, fmt.Sprintf("the object has %d replicas now", row.Replicas))
	case len(left)+len(gone) == 0:
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
