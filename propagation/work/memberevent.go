package work

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// MemberEvent is a change of an object in a member cluster.
type MemberEvent struct {
	Old *unstructured.Unstructured // nil if the object was created
	New *unstructured.Unstructured // nil if it was deleted

	// Written is the resourceVersion that the caller's last write of the object returned; empty if the caller has not written it, for example
	// since its restart. Karmada ignores updates until it has written the object once.
	Written string
}

// Work returns the Work that must be synced again because of an event, with [SyncInput].Edited. It may no longer exist.
//
//  1. The old object must have the label karmada.io/managed: true and annotations that name the Work. A created object needs no sync.
//  2. If the object was deleted, its Work must be synced.
//  3. If it was updated, Written must not be the resourceVersion of the new object: that is the caller's own write.
//  4. The objects must differ. What [Prune] removes does not count.
//
// If Old has values that are not JSON, there is no Work. If only New has, its Work must be synced.
func (e MemberEvent) Work() (work override.Ref, found bool) {
	if e.Old == nil || content.Check(e.Old.Object) != nil || !managed(e.Old) {
		return override.Ref{}, false
	}
	annotations := stringEntries(e.Old, "annotations")
	work = (&api.Work{}).Ref()
	work.Namespace, _ = annotations[api.WorkNamespaceAnnotation].(string)
	work.Name, _ = annotations[api.WorkNameAnnotation].(string)
	switch {
	case work.Namespace == "" || work.Name == "":
		return override.Ref{}, false
	case e.New == nil || content.Check(e.New.Object) != nil:
		return work, true
	case e.Written != "" && e.Written == e.New.GetResourceVersion():
		return override.Ref{}, false
	}
	if identical(prunedView(e.Old).Object, prunedView(e.New).Object) {
		return override.Ref{}, false
	}
	return work, true
}
