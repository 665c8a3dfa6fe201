package controller

import (
	"context"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/propagation/work"
)

var namespaceKind = schema.GroupVersionKind{Version: "v1", Kind: "Namespace"}

// reconcileNamespace brings the Works of a namespace up to date. A namespace that is gone or is being deleted loses them.
func (h *Hub) reconcileNamespace(ctx context.Context, ref override.Ref) (result reconcile.Result, err error) {
	object, err := h.template(ctx, ref)
	if err != nil {
		return result, err
	}
	gone := object == nil
	stored, err := h.works(ctx, client.MatchingFields{indexName: api.WorkName(ref.Kind, "", ref.Name)}, gone)
	if err != nil {
		return result, err
	}
	stored = slices.DeleteFunc(stored, func(w *api.Work) bool { // not one of a binding, or of a user
		_, err := api.ClusterOfNamespace(w.Namespace)
		_, named := work.BindingOf(w)
		return err != nil || named
	})
	if gone {
		object = newObject(namespaceKind)
		object.SetName(ref.Name)
	}
	for _, orphan := range namespace.Orphans(object, gone, stored) {
		if err := h.deleteWork(ctx, stored, orphan.Work); err != nil {
			return result, err
		}
	}
	if gone {
		return result, nil
	}
	overrides, synced := h.Policies.Overrides()
	if !synced {
		return reconcile.Result{RequeueAfter: retryDelay}, nil
	}
	found := findings{}
	clusters := slices.Collect(maps.Values(h.Index.Fleet().Present()))
	works, renderErr := namespace.Render(namespace.Input{
		Namespace: object, Clusters: clusters, Overrides: overrides, Stored: stored, Skipped: h.filter.SkippedNamespaces(), NewID: h.newID,
		Overridden: found.add,
	})
	changed, err := h.storeWorks(ctx, stored, works)
	if err != nil {
		return result, err
	}
	if renderErr != nil {
		h.event(object, corev1.EventTypeWarning, "RenderFailed", "Render", renderErr.Error())
	} else if text := found.lines(found.applied, func(cluster string) bool { return changed[cluster] }); text != "" {
		h.event(object, corev1.EventTypeNormal, "Overridden", "Render", text)
	}
	return result, renderErr
}
