package controller

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	ctrlcontroller "sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
)

// kinds has the queues of templates, one for each kind. They start on demand, and stay.
type kinds struct {
	mu    sync.Mutex
	all   map[schema.GroupVersionKind]*kindQueue
	wake  chan struct{}
	start func(ctx context.Context, kind schema.GroupVersionKind, q *kindQueue) (started bool, err error)

	changed func(kind schema.GroupVersionKind) // is called when the fault of a kind changes
}

// kindQueue is the queue of a kind. What is added before it starts waits.
type kindQueue struct {
	mu      sync.Mutex
	queue   workqueue.TypedRateLimitingInterface[override.Ref]
	pending []override.Ref
	fault   string        // why the kind is not propagated, or ""
	started bool          // only read and written by run
	synced  chan struct{} // closed when the first list of templates is handled
}

func (q *kindQueue) add(ref override.Ref) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.queue != nil {
		q.queue.Add(ref)
	} else {
		q.pending = append(q.pending, ref)
	}
}

// setFault records why the kind is not propagated, or "", and reports whether that is new.
func (q *kindQueue) setFault(fault string) (changed bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	changed = q.fault != fault
	q.fault = fault
	return changed
}

// open starts the queue.
func (q *kindQueue) open(queue workqueue.TypedRateLimitingInterface[override.Ref]) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue = queue
	for _, ref := range q.pending {
		queue.Add(ref)
	}
	q.pending = nil
}

// of returns the queue of a kind, which is new if nothing has needed it before.
func (k *kinds) of(kind schema.GroupVersionKind) *kindQueue {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.init()
	q := k.all[kind]
	if q == nil {
		q = &kindQueue{synced: make(chan struct{})}
		k.all[kind] = q
		select {
		case k.wake <- struct{}{}:
		default:
		}
	}
	return q
}

func (k *kinds) init() {
	if k.all == nil {
		k.all, k.wake = map[schema.GroupVersionKind]*kindQueue{}, make(chan struct{}, 1)
	}
}

// want starts a kind.
func (k *kinds) want(kind schema.GroupVersionKind) { k.of(kind) }

func (k *kinds) add(ref override.Ref) { k.of(kindOf(ref)).add(ref) }

// faultOf returns why a kind is not propagated, or "" if it is or was not tried yet.
func (k *kinds) faultOf(kind schema.GroupVersionKind) string {
	k.mu.Lock()
	q := k.all[kind]
	k.mu.Unlock()
	if q == nil {
		return ""
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.fault
}

// run starts the kinds that are wanted. It tries those that could not be started again after a while.
func (k *kinds) run(ctx context.Context, retry time.Duration) {
	var workers sync.WaitGroup
	defer workers.Wait()
	ctx = context.WithValue(ctx, workersKey{}, &workers)
	tick := time.NewTicker(retry)
	defer tick.Stop()
	for {
		k.mu.Lock()
		k.init()
		waiting := map[schema.GroupVersionKind]*kindQueue{}
		for kind, q := range k.all {
			if !q.started {
				waiting[kind] = q
			}
		}
		wake := k.wake
		k.mu.Unlock()
		for kind, q := range waiting {
			started, err := k.start(ctx, kind, q)
			q.started = started
			if q.setFault(messageOf(err)) {
				logOf(ctx).Info("whether a kind is propagated has changed", "kind", kind.String(), "fault", messageOf(err))
				k.changed(kind)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-tick.C:
		}
	}
}

type workersKey struct{}

// startKind starts the informer, the queue and the workers of a kind. It fails if the API server does not have the kind, or cannot list it.
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
		Reconciler: h.reconciler(kind), MaxConcurrentReconciles: h.workers(), SkipNameValidation: &skip, LogConstructor: h.logsOf(controllerName(kind)),
		CacheSyncTimeout: 24 * time.Hour, // wait as long as the API server needs
		RateLimiter:      workqueue.NewTypedItemExponentialFailureRateLimiter[override.Ref](20*time.Millisecond, 5*time.Minute),
	})
	if err != nil {
		return false, err
	}
	if err := c.Watch(&kindSource{hub: h, informer: informer, q: q}); err != nil {
		return false, err
	}
	ctx.Value(workersKey{}).(*sync.WaitGroup).Go(func() {
		if err := c.Start(ctx); err != nil {
			logOf(ctx).Error(err, "the workers have stopped", "kind", kind.String())
		}
	})
	return true, nil
}

// listable returns an error if the API server does not have a kind, or cannot list it, for example because this process may not. An informer
// of such a kind is never synced, and the controllers of a manager do not start before all informers of its cache are.
func (h *Hub) listable(ctx context.Context, kind schema.GroupVersionKind) error {
	installed, err := h.installed(kind)
	if err != nil {
		return err
	}
	if !installed {
		return errors.New("the API server does not have the kind")
	}
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
func (h *Hub) reconciler(kind schema.GroupVersionKind) reconcile.TypedReconciler[override.Ref] {
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
		return settleConflict(result, err)
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
