package controller

import (
	"context"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/overridekit/overridekit/override"
)

// kinds has the queues of templates, one for each kind. They start on demand, and stay.
type kinds struct {
	workers sync.WaitGroup // of all kinds
	mu      sync.Mutex
	all     map[schema.GroupVersionKind]*kindQueue
	faults  map[schema.GroupVersionKind]string // why a kind is not propagated
	wake    chan struct{}
	wanted  func() []schema.GroupVersionKind // by the policies
	served  func(ctx context.Context) (map[schema.GroupVersionKind]bool, error)
	start   func(ctx context.Context, kind schema.GroupVersionKind, q *kindQueue) (started bool, err error)

	changed func(kinds map[schema.GroupVersionKind]bool) // is called when the faults of these kinds have changed
}

// of returns the queue of a kind, which starts if nothing has needed it before.
func (k *kinds) of(kind schema.GroupVersionKind) *kindQueue {
	k.mu.Lock()
	defer k.mu.Unlock()
	q, isNew := k.get(kind)
	if isNew {
		k.look()
	}
	return q
}

// get is of, for a caller that has the lock.
func (k *kinds) get(kind schema.GroupVersionKind) (q *kindQueue, isNew bool) {
	if q = k.all[kind]; q != nil {
		return q, false
	}
	q = &kindQueue{synced: make(chan struct{})}
	k.all[kind] = q
	return q, true
}

// look makes run look at once for kinds that policies want.
func (k *kinds) look() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

func (k *kinds) add(ref override.Ref) {
	k.mu.Lock()
	defer k.mu.Unlock() // also while it is added: see settle
	q, isNew := k.get(kindOf(ref))
	q.add(ref)
	if isNew {
		k.look()
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
	defer k.workers.Wait()
	tick := time.NewTicker(retry)
	defer tick.Stop()
	for {
		k.startWanted(ctx)
		select {
		case <-ctx.Done():
			return
		case <-k.wake:
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
			log.FromContext(ctx).Info("whether more kinds are propagated has changed", "count", len(changed)-most)
			return
		}
		log.FromContext(ctx).Info("whether a kind is propagated has changed", "kind", kind.String(), "fault", faults[kind])
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
