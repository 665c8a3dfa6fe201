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
	mu     sync.Mutex
	all    map[schema.GroupVersionKind]*kindQueue
	faults map[schema.GroupVersionKind]string // why a kind is not propagated
	wake   chan struct{}
	wanted func() []schema.GroupVersionKind // by the policies
	served func(ctx context.Context) (map[schema.GroupVersionKind]bool, error)
	start  func(ctx context.Context, kind schema.GroupVersionKind, q *kindQueue) (started bool, err error)

	changed func(kinds map[schema.GroupVersionKind]bool) // is called when the faults of these kinds have changed
}

// of returns the queue of a kind, which is new if nothing has needed it before.
func (k *kinds) of(kind schema.GroupVersionKind) *kindQueue {
	k.mu.Lock()
	defer k.mu.Unlock()
	q, isNew := k.get(kind)
	if isNew {
		k.soon()
	}
	return q
}

// get is of, for a caller that has the lock.
func (k *kinds) get(kind schema.GroupVersionKind) (q *kindQueue, isNew bool) {
	k.init()
	if q = k.all[kind]; q != nil {
		return q, false
	}
	q = &kindQueue{synced: make(chan struct{})}
	k.all[kind] = q
	return q, true
}

func (k *kinds) init() {
	if k.all == nil {
		k.all, k.wake = map[schema.GroupVersionKind]*kindQueue{}, make(chan struct{}, 1)
	}
}

// soon makes run look at once. The caller has the lock.
func (k *kinds) soon() {
	k.init()
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// look makes run look for kinds that policies want.
func (k *kinds) look() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.soon()
}

// want starts a kind.
func (k *kinds) want(kind schema.GroupVersionKind) { k.of(kind) }

func (k *kinds) add(ref override.Ref) {
	k.mu.Lock()
	defer k.mu.Unlock() // also while it is added: see settle
	q, isNew := k.get(kindOf(ref))
	q.add(ref)
	if isNew {
		k.soon()
	}
}

// faultOf returns why a kind is not propagated, or "" if it is or was not tried yet.
func (k *kinds) faultOf(kind schema.GroupVersionKind) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.faults[kind]
}

// run starts the kinds that are wanted. It looks again after a while for those that could not be started.
func (k *kinds) run(ctx context.Context, retry time.Duration) {
	var workers sync.WaitGroup
	defer workers.Wait()
	ctx = context.WithValue(ctx, workersKey{}, &workers)
	tick := time.NewTicker(retry)
	defer tick.Stop()
	k.mu.Lock()
	k.init()
	wake := k.wake
	k.mu.Unlock()
	for {
		k.startWanted(ctx)
		select {
		case <-ctx.Done():
			return
		case <-wake:
		case <-tick.C:
		}
	}
}

// startWanted starts the kinds that are wanted and that the API server has. It asks for all kinds at once: a policy may name any number of
// kinds that do not exist.
func (k *kinds) startWanted(ctx context.Context) {
	waiting := k.waiting()
	if len(waiting) == 0 {
		return
	}
	served, err := k.served(ctx)
	unknown := "the API server does not have the kind"
	if err != nil {
		unknown = "some kinds of the API server are not known: " + err.Error()
	}
	faults := map[schema.GroupVersionKind]string{}
	for kind, q := range waiting {
		if !served[kind] {
			faults[kind] = unknown
			continue
		}
		if q.started, err = k.start(ctx, kind, q); err != nil {
			faults[kind] = err.Error()
		}
	}
	if changed := k.settle(waiting, faults); len(changed) > 0 {
		logFaults(ctx, changed, faults)
		k.changed(changed)
	}
}

// settle stores the faults of the kinds that waited, and returns the kinds whose fault is another one. It forgets the kinds that have not started and
// have no objects. Those that a policy wants come back with the next look.
func (k *kinds) settle(waiting map[schema.GroupVersionKind]*kindQueue, faults map[schema.GroupVersionKind]string) map[schema.GroupVersionKind]bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	changed := map[schema.GroupVersionKind]bool{}
	for kind, q := range waiting {
		if k.faults[kind] != faults[kind] {
			changed[kind] = true
		}
		if !q.started && q.isEmpty() {
			delete(k.all, kind)
		}
	}
	for kind, fault := range k.faults {
		if q := k.all[kind]; waiting[kind] == nil && q != nil && q.started {
			faults[kind] = fault // a kind that is never propagated
		}
	}
	k.faults = faults
	return changed
}

// logFaults logs some of the kinds whose fault has changed: a policy may name any number of kinds.
func logFaults(ctx context.Context, changed map[schema.GroupVersionKind]bool, faults map[schema.GroupVersionKind]string) {
	const most = 10
	logged := 0
	for kind := range changed {
		if logged++; logged > most {
			logOf(ctx).Info("whether more kinds are propagated has changed", "count", len(changed)-most)
			return
		}
		logOf(ctx).Info("whether a kind is propagated has changed", "kind", kind.String(), "fault", faults[kind])
	}
}

// waiting returns the kinds that have not started.
func (k *kinds) waiting() map[schema.GroupVersionKind]*kindQueue {
	wanted := k.wanted()
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, kind := range wanted {
		k.get(kind)
	}
	waiting := map[schema.GroupVersionKind]*kindQueue{}
	for kind, q := range k.all {
		if !q.started {
			waiting[kind] = q
		}
	}
	return waiting
}

type workersKey struct{}

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
