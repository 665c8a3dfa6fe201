package controller

import (
	"sync"

	"k8s.io/client-go/util/workqueue"

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

func (q *kindQueue) isEmpty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.queue == nil && len(q.pending) == 0
}
