package bind

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// resolveConflicts implements rule 3 of [Attach] after everything is attached and detached. The bindings that require b come first, because
// their own fields may follow from others. In a cycle, the first one that is reached sees the fields as they were.
func (s *Batch) resolveConflicts(b *entry) error {
	if !b.prepared || b.checkReferrers() != nil || b.resolving {
		return nil
	}
	b.resolving = true
	defer func() { b.resolving = false }()
	for i, snapshot := range b.binding.Spec.RequiredBy {
		if referrer := s.all[types.NamespacedName{Namespace: snapshot.Namespace, Name: snapshot.Name}]; referrer != nil && referrer != b && !b.removed[i] && !referrer.resolved {
			if err := s.resolveConflicts(referrer); err != nil {
				return err
			}
		}
	}
	b.resolved = true
	own, n := b.writable(), -1
	own.Spec.RequiredBy = slices.DeleteFunc(own.Spec.RequiredBy, func(api.BindingSnapshot) bool { n++; return b.removed[n] })
	clear(b.removed)
	if own.Spec.Placement != nil {
		return nil
	}
	own.Spec.ConflictResolution, own.Spec.PreserveResourcesOnDeletion = "", nil
	if len(own.Spec.RequiredBy) == 0 {
		b.addReason("no binding requires it")
		return nil
	}
	var overwrite, abort, preserve, remove bool
	for _, snapshot := range own.Spec.RequiredBy {
		by := types.NamespacedName{Namespace: snapshot.Namespace, Name: snapshot.Name}
		referrer := s.find(by)
		if referrer == nil {
			return missingReferrer(own, by)
		}
		overwrites := referrer.Spec.ConflictResolution == api.ConflictOverwrite
		preserves := referrer.Spec.PreserveResourcesOnDeletion != nil && *referrer.Spec.PreserveResourcesOnDeletion
		overwrite, abort = overwrite || overwrites, abort || !overwrites
		preserve, remove = preserve || preserves, remove || !preserves
	}
	own.Spec.ConflictResolution, own.Spec.PreserveResourcesOnDeletion = api.ConflictAbort, &preserve
	if overwrite {
		own.Spec.ConflictResolution = api.ConflictOverwrite
	}
	var conflicts []string
	if overwrite && abort {
		conflicts = append(conflicts, "it overwrites conflicting objects, though not all bindings that require it do")
	}
	if preserve && remove {
		conflicts = append(conflicts, "it preserves objects on deletion, though not all bindings that require it do")
	}
	b.conflict = strings.Join(conflicts, "; ")
	return nil
}
