package bind

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// resolveConflicts implements rule 3 of attach after everything is attached and detached. The bindings that require b come first, because
// their own fields may follow from others. Bindings that require each other in a cycle get their fields from the bindings outside of it.
func (s *Batch) resolveConflicts(b *entry) error {
	(&resolver{batch: s}).visit(b)
	return b.fault
}

// resolver finds the cycles of requiredBy (Tarjan's algorithm).
type resolver struct {
	batch *Batch
	last  int
	stack []*entry // not resolved yet
}

func (r *resolver) visit(b *entry) {
	if !b.prepared || b.resolved || b.checkReferrers() != nil {
		return
	}
	n := -1
	own := b.writable()
	own.Spec.RequiredBy = slices.DeleteFunc(own.Spec.RequiredBy, func(api.BindingSnapshot) bool { n++; return b.removed[n] })
	clear(b.removed)
	if own.Spec.Placement != nil {
		b.resolved = true
		return
	}
	r.last++
	b.number, b.lowest = r.last, r.last
	r.stack = append(r.stack, b)
	for _, snapshot := range own.Spec.RequiredBy {
		referrer := r.batch.get(snapshotName(snapshot))
		switch {
		case referrer == nil || referrer.resolved:
		case referrer.number > 0:
			b.lowest = min(b.lowest, referrer.number)
		default:
			if r.visit(referrer); referrer.number > 0 {
				b.lowest = min(b.lowest, referrer.lowest)
			}
		}
	}
	if b.lowest == b.number {
		first := len(r.stack) - 1
		for r.stack[first] != b {
			first--
		}
		r.resolve(r.stack[first:])
		r.stack = r.stack[:first]
	}
}

// resolve sets the fields of bindings that require each other, or of one binding. The fields of all others that require them are already
// set.
func (r *resolver) resolve(cycle []*entry) {
	var overwrite, preserve bool
	for _, b := range cycle {
		for _, snapshot := range b.binding.Spec.RequiredBy {
			by := snapshotName(snapshot)
			if other := r.batch.get(by); other != nil && other.number >= cycle[0].number && !other.resolved {
				continue
			}
			referrer := r.batch.find(by)
			if referrer == nil {
				b.fault = missingReferrer(b.binding, by)
				continue
			}
			overwrite, preserve = overwrite || overwrites(referrer), preserve || preserves(referrer)
		}
	}
	for _, b := range cycle {
		spec, preserves := &b.writable().Spec, preserve
		spec.ConflictResolution, spec.PreserveResourcesOnDeletion = "", nil
		if len(spec.RequiredBy) == 0 {
			b.addReason("no binding requires it")
			continue
		}
		spec.ConflictResolution, spec.PreserveResourcesOnDeletion = api.ConflictAbort, &preserves
		if overwrite {
			spec.ConflictResolution = api.ConflictOverwrite
		}
	}
	for _, b := range cycle {
		b.resolved, b.conflict = true, r.conflictOf(b)
	}
}

// conflictOf lists the fields in which the bindings that require b differ.
func (r *resolver) conflictOf(b *entry) string {
	var overwrite, abort, preserve, remove bool
	for _, snapshot := range b.binding.Spec.RequiredBy {
		if referrer := r.batch.find(snapshotName(snapshot)); referrer != nil {
			overwrite, abort = overwrite || overwrites(referrer), abort || !overwrites(referrer)
			preserve, remove = preserve || preserves(referrer), remove || !preserves(referrer)
		}
	}
	var conflicts []string
	if overwrite && abort {
		conflicts = append(conflicts, "it overwrites conflicting objects, though not all bindings that require it do")
	}
	if preserve && remove {
		conflicts = append(conflicts, "it preserves objects on deletion, though not all bindings that require it do")
	}
	return strings.Join(conflicts, "; ")
}

func overwrites(b *api.ResourceBinding) bool {
	return b.Spec.ConflictResolution == api.ConflictOverwrite
}

func preserves(b *api.ResourceBinding) bool {
	return b.Spec.PreserveResourcesOnDeletion != nil && *b.Spec.PreserveResourcesOnDeletion
}

// snapshotName returns the name of the binding of an entry in requiredBy.
func snapshotName(s api.BindingSnapshot) types.NamespacedName {
	return types.NamespacedName{Namespace: s.Namespace, Name: s.Name}
}
