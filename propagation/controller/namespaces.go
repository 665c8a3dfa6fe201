package controller

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/template"
)

var namespaceKind = schema.GroupVersionKind{Version: "v1", Kind: "Namespace"}

// reconcileNamespace brings the Works of a namespace up to date. A namespace that is gone or is being deleted loses them.
func (h *Hub) reconcileNamespace(ctx context.Context, ref override.Ref) (result reconcile.Result, err error) {
	object, err := h.template(ctx, ref)
	if err != nil {
		return result, err
	}
	gone := object == nil
	stored, err := h.works(ctx, api.WorkName(ref.Kind, "", ref.Name), gone)
	if err != nil {
		return result, err
	}
	if gone {
		object = newObject(namespaceKind)
		object.SetName(ref.Name)
	}
	found := findings{}
	made := template.RenderNamespace(h.control(), template.NamespaceInput{Namespace: object, Gone: gone, Works: stored, Overridden: found.add})
	for _, orphan := range made.Delete {
		if err := h.deleteWork(ctx, stored, orphan.Work); err != nil {
			return result, err
		}
	}
	changed, err := h.storeWorks(ctx, stored, worksIn(made.Works))
	if err != nil || gone {
		return result, err
	}
	if made.Err != nil {
		h.event(object, corev1.EventTypeWarning, "RenderFailed", "Render", made.Err.Error())
	} else if text := found.lines(found.applied, func(cluster string) bool { return changed[cluster] }); text != "" {
		h.event(object, corev1.EventTypeNormal, "Overridden", "Render", text)
	}
	return result, made.Err
}
