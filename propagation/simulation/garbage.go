package simulation

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// collectGarbage deletes the bindings and Works whose owners are all gone, as the garbage collector of the control plane does. An object without
// owners stays. It reports whether there were any.
func (w *World) collectGarbage() (changed bool) {
	exists := make(map[types.UID]bool, len(w.templates))
	for _, o := range w.templates {
		exists[o.GetUID()] = true
	}
	for _, b := range w.bindings {
		if b.GetDeletionTimestamp() == nil && orphaned(b.GetOwnerReferences(), exists) {
			b.SetDeletionTimestamp(w.metaNow())
			changed = true
		}
	}
	for ref, stored := range w.works {
		if orphaned(stored.OwnerReferences, exists) {
			changed = w.deleteWork(ref) || changed
		}
	}
	return changed
}

// orphaned reports whether an object has owners, but none of them exists.
func orphaned(owners []metav1.OwnerReference, exists map[types.UID]bool) bool {
	for _, owner := range owners {
		if exists[owner.UID] {
			return false
		}
	}
	return len(owners) > 0
}

// removeBindings removes the deleted bindings whose Works are gone, and reports whether there were any.
func (w *World) removeBindings() (changed bool) {
	works := w.worksByBinding()
	for ref, b := range w.bindings {
		if b.GetDeletionTimestamp() == nil {
			continue
		}
		if owned, _ := work.Owned(b, works[content.BindingID(b)]); len(owned) == 0 {
			delete(w.bindings, ref)
			changed = true
		}
	}
	return changed
}
