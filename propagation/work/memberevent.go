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
//  1. The old object, or a created one, must have the label karmada.io/managed: true and annotations that name the Work, in an execution
//     namespace: one that begins with karmada-es-.
//  2. If the object was deleted, its Work must be synced.
//  3. If it was created or updated, Written must not be the resourceVersion of the new object: that is the caller's own write. A created object
//     without Written needs no sync, since it was created for a Work or the caller has just started.
//  4. The objects of an update must differ. What [Prune] removes does not count.
//
// If Old has values that are not JSON, there is no Work. If only New has, its Work must be synced; a created object has none then.
func (e MemberEvent) Work() (work override.Ref, found bool) {
	known := e.Old
	if known == nil {
		known = e.New
	}
	if known == nil || content.Check(known.Object) != nil || !managed(known) {
		return override.Ref{}, false
	}
	annotations := stringEntries(known, "annotations")
	work = (&api.Work{}).Ref()
	work.Namespace, _ = annotations[api.WorkNamespaceAnnotation].(string)
	work.Name, _ = annotations[api.WorkNameAnnotation].(string)
	if _, err := api.ClusterOfNamespace(work.Namespace); err != nil || work.Name == "" {
		return override.Ref{}, false
	}
	if !e.counts() {
		return override.Ref{}, false
	}
	return work, true
}

// counts implements the rules 2 to 4 of [MemberEvent.Work].
func (e MemberEvent) counts() bool {
	switch {
	case e.Old == nil:
		return e.Written != "" && e.Written != e.New.GetResourceVersion()
	case e.New == nil || content.Check(e.New.Object) != nil:
		return true
	case e.Written != "" && e.Written == e.New.GetResourceVersion():
		return false
	}
	return !identical(prunedView(e.Old).Object, prunedView(e.New).Object)
}
