package controller

import (
	"context"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/shard"
	"github.com/overridekit/overridekit/propagation/work"
)

// addOrphans enqueues the binding of a Work if no template is bound by it, as far as this process knows.
func (h *Hub) addOrphans(w *api.Work) {
	if binding, named := work.BindingOf(w); named && w.DeletionTimestamp == nil && h.ownsKey(shard.OfWork(w)) {
		if _, found := h.Index.TemplateOf(binding); !found {
			h.orphans.add(binding)
		}
	}
}

// findOrphans looks at all Works: a binding may have gone while no process ran, or while another replica owned it.
func (h *Hub) findOrphans(ctx context.Context) error {
	works, err := h.works(ctx, "", false)
	for _, w := range works {
		h.addOrphans(w)
	}
	return err
}

// reconcileOrphans deletes the Works that name a binding, if that does not exist, or is not that of its template. So what was sent to a member is removed even if
// somebody has forced the deletion of its binding. Karmada finds the Works of a binding only while the binding exists. The API server is asked: what
// follows deletes.
func (h *Hub) reconcileOrphans(ctx context.Context, ref override.Ref) (reconcile.Result, error) {
	if !h.ownsKey(api.NamespacedKey(ref.Namespace, ref.Name)) {
		return reconcile.Result{}, nil
	}
	ctx, release := h.fence(ctx)
	defer release()
	b := newBinding(ref.Namespace)
	err := h.live.Get(ctx, nameOf(ref), b)
	if client.IgnoreNotFound(err) != nil || err == nil && isOwn(b) {
		return reconcile.Result{}, err
	}
	works, err := h.works(ctx, ref.String(), true)
	if err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{}, h.deleteWorks(ctx, works)
}
