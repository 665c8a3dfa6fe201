package controller

import (
	"context"
	"sync"

	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	ctrlcontroller "sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/overridekit/overridekit/override"
)

// kindQueue is the queue of a kind. What is added before it starts waits.
type kindQueue struct {
	mu      sync.Mutex
	queue   workqueue.TypedRateLimitingInterface[override.Ref]
	pending []override.Ref
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

// addDelay returns the outcome of a reconcile. controller-runtime ignores the delay of a reconcile that failed, and its own delays grow to minutes. So the
// queue gets the delay here: an eviction that is due does not wait for a Work that cannot be rendered.
func (q *kindQueue) addDelay(ref override.Ref, result reconcile.Result, err error) (reconcile.Result, error) {
	result, err = settleConflict(result, err)
	if err == nil || result.RequeueAfter == 0 {
		return result, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue.AddAfter(ref, result.RequeueAfter)
	return reconcile.Result{}, err
}

func (q *kindQueue) isEmpty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.queue == nil && len(q.pending) == 0
}

// setupQueue adds a controller that empties a queue of something other than templates.
func (h *Hub) setupQueue(mgr ctrl.Manager, name string, q *kindQueue, run func(context.Context, override.Ref) (reconcile.Result, error)) error {
	no, skip := false, true
	c, err := ctrlcontroller.NewTyped(name, mgr, ctrlcontroller.TypedOptions[override.Ref]{
		Reconciler: reconcile.TypedFunc[override.Ref](run), NeedLeaderElection: &no, SkipNameValidation: &skip, LogConstructor: h.logsOf(name),
	})
	if err != nil {
		return err
	}
	return c.Watch(source.TypedFunc[override.Ref](func(_ context.Context, queue workqueue.TypedRateLimitingInterface[override.Ref]) error {
		q.open(queue)
		return nil
	}))
}
