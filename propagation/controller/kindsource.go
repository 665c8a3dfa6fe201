package controller

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	ctrlcontroller "sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
)

// startKind starts the informer, the queue and the workers of a kind. It fails if the API server cannot list the kind.
func (h *Hub) startKind(ctx context.Context, kind schema.GroupVersionKind, q *kindQueue) (started bool, err error) {
	if watched, reason := h.filter.WatchesAPI(kind); !watched {
		return true, errors.New(reason) // never
	}
	if err := h.listable(ctx, kind); err != nil {
		return false, err
	}
	informer, err := h.mgr.GetCache().GetInformer(ctx, newObject(kind), cache.BlockUntilSynced(false))
	if err != nil {
		return false, err
	}
	skip := true // the name is unique in a hub, but a process may have several
	c, err := ctrlcontroller.NewTypedUnmanaged(controllerName(kind), ctrlcontroller.TypedOptions[override.Ref]{
		Reconciler: h.reconciler(kind, q), MaxConcurrentReconciles: h.workers(), SkipNameValidation: &skip, LogConstructor: h.logsOf(controllerName(kind)),
		CacheSyncTimeout: 24 * time.Hour, // wait as long as the API server needs
		RateLimiter:      workqueue.NewTypedItemExponentialFailureRateLimiter[override.Ref](20*time.Millisecond, 5*time.Minute),
	})
	if err != nil {
		return false, err
	}
	if err := c.Watch(&kindSource{hub: h, informer: informer, q: q}); err != nil {
		return false, err
	}
	h.kinds.workers.Go(func() {
		if err := c.Start(ctx); err != nil {
			log.FromContext(ctx).Error(err, "the workers have stopped", "kind", kind.String())
		}
	})
	return true, nil
}

// listable returns an error if the API server cannot list a kind, for example because this process may not. An informer
// of such a kind is never synced, and the controllers of a manager do not start before all informers of its cache are.
func (h *Hub) listable(ctx context.Context, kind schema.GroupVersionKind) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var list unstructured.UnstructuredList
	list.SetGroupVersionKind(kind.GroupVersion().WithKind(kind.Kind + "List"))
	return h.live.List(ctx, &list, client.Limit(1))
}

func controllerName(kind schema.GroupVersionKind) string {
	return strings.TrimSuffix(strings.ToLower("hub-"+kind.Kind+"-"+kind.Group), "-")
}

// reconciler returns the reconciler of the objects of a kind.
func (h *Hub) reconciler(kind schema.GroupVersionKind, q *kindQueue) reconcile.TypedReconciler[override.Ref] {
	run := h.reconcileTemplate
	if kind == namespaceKind {
		run = h.reconcileNamespace
	}
	return reconcile.TypedFunc[override.Ref](func(ctx context.Context, ref override.Ref) (reconcile.Result, error) {
		if !h.owns(ref) {
			return reconcile.Result{}, nil
		}
		if h.Reconciled != nil {
			defer h.Reconciled(ref)
		}
		fenced, release := h.fence(ctx)
		defer release()
		result, err := run(fenced, ref)
		if ctx.Err() != nil { // the operator stops
			return result, nil
		}
		return q.addDelay(ref, result, err)
	})
}

// kindSource feeds a queue with the events of the templates of a kind. Workers wait until the hub is synced and the first list is handled.
type kindSource struct {
	hub          *Hub
	informer     cache.Informer
	q            *kindQueue
	registration toolscache.ResourceEventHandlerRegistration
}

// Start implements source.TypedSource.
func (s *kindSource) Start(_ context.Context, queue workqueue.TypedRateLimitingInterface[override.Ref]) (err error) {
	s.q.open(queue)
	s.registration, err = s.informer.AddEventHandler(s.hub.templateEvents())
	return err
}

// WaitForSync implements source.TypedSyncingSource.
func (s *kindSource) WaitForSync(ctx context.Context) error {
	select {
	case <-s.hub.synced:
	case <-ctx.Done():
		return ctx.Err()
	}
	if !toolscache.WaitForCacheSync(ctx.Done(), s.registration.HasSynced) {
		return fmt.Errorf("the first list of templates was not read: %w", context.Cause(ctx))
	}
	close(s.q.synced)
	return nil
}
