package controller

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/recorder"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Driven is a Hub without a manager, informers, workers and delays. Its test feeds it with events and runs its queues in their order.
type Driven struct {
	*Hub
	events  map[schema.GroupVersionKind]toolscache.ResourceEventHandler
	queue   []due // what is to be reconciled, in its order
	later   []due // what has failed or asked to be reconciled again after a time
	started int   // how many kinds of templates have started
}

// due is an object in a queue.
type due struct {
	q   *drivenQueue
	ref override.Ref
}

// drivenQueue is one of the queues of a Hub.
type drivenQueue struct {
	workqueue.TypedRateLimitingInterface[override.Ref] // nil
	run                                                func(context.Context, override.Ref) (reconcile.Result, error)
	to                                                 *Driven
	has                                                map[override.Ref]bool
}

// Add implements workqueue.TypedInterface.
func (q *drivenQueue) Add(ref override.Ref) {
	if !q.has[ref] {
		q.has[ref] = true
		q.to.queue = append(q.to.queue, due{q, ref})
	}
}

// silent records no Events.
type silent struct{ recorder.EventRecorder }

func (silent) Eventf(runtime.Object, runtime.Object, string, string, string, string, ...any) {}

// Drive returns a Hub that has seen what an API server stores. list returns its objects of a kind.
func Drive(ctx context.Context, c client.Client, options Options, list func(schema.GroupVersionKind) []client.Object) (*Driven, error) {
	h, err := newHub(options, c, c, silent{})
	if err != nil {
		return nil, err
	}
	d := &Driven{Hub: h}
	h.kinds.served = func(context.Context) (map[schema.GroupVersionKind]bool, error) {
		all := map[schema.GroupVersionKind]bool{}
		for kind := range h.kinds.waiting() {
			all[kind] = true
		}
		return all, nil
	}
	h.kinds.start = func(_ context.Context, kind schema.GroupVersionKind, q *kindQueue) (bool, error) {
		if watched, reason := h.filter.WatchesAPI(kind); !watched {
			return true, errors.New(reason)
		}
		run := h.reconcileTemplate
		if kind == namespaceKind {
			run = h.reconcileNamespace
		}
		q.open(d.newQueue(run))
		d.see(kind, list(kind), h.templateEvents())
		close(q.synced)
		d.started++
		return true, nil
	}
	h.policies.open(d.newQueue(h.reconcilePolicy))
	h.orphans.open(d.newQueue(h.reconcileOrphans))
	for _, kind := range OverrideKinds() {
		d.see(kind, list(kind), h.overrideEvents())
	}
	for _, name := range []string{"PropagationPolicy", "ClusterPropagationPolicy"} {
		kind := api.PolicyGroupVersion.WithKind(name)
		d.see(kind, list(kind), h.propagationEvents())
	}
	for _, of := range []struct {
		object  interface{ Ref() override.Ref }
		handler toolscache.ResourceEventHandler
	}{
		{&api.Cluster{}, h.clusterEvents()}, {&api.ResourceBinding{}, h.bindingEvents()}, {&api.ClusterResourceBinding{}, h.bindingEvents()}, {&api.Work{}, h.workEvents()},
	} {
		kind := kindOf(of.object.Ref())
		d.see(kind, list(kind), of.handler)
	}
	close(h.synced)
	h.kinds.of(namespaceKind)
	return d, h.findOrphans(ctx)
}

// Queued returns what is to be reconciled, in its order.
func (d *Driven) Queued() (refs []override.Ref) {
	for _, next := range d.queue {
		refs = append(refs, next.ref)
	}
	return refs
}

func (d *Driven) newQueue(run func(context.Context, override.Ref) (reconcile.Result, error)) *drivenQueue {
	return &drivenQueue{run: run, to: d, has: map[override.Ref]bool{}}
}

// see handles the first list of a kind, and then its events.
func (d *Driven) see(kind schema.GroupVersionKind, first []client.Object, handler toolscache.ResourceEventHandler) {
	if d.events == nil {
		d.events = map[schema.GroupVersionKind]toolscache.ResourceEventHandler{}
	}
	d.events[kind] = handler
	for _, o := range first {
		handler.OnAdd(o, true)
	}
}

// Handle handles an event. A nil object did not exist before, or no longer exists.
func (d *Driven) Handle(of override.Ref, before, after client.Object) {
	switch handler := d.events[kindOf(of)]; {
	case handler == nil: // of a kind that is not watched
	case before == nil:
		handler.OnAdd(after, false)
	case after == nil:
		handler.OnDelete(before)
	default:
		handler.OnUpdate(before, after)
	}
}

// Run reconciles until nothing is left to do. deliver hands over the events of what was written since, and returns a number that changes with each
// write. What has failed, or asks for another look, is reconciled again until that writes nothing and starts no kind.
func (d *Driven) Run(ctx context.Context, deliver func() (writes int)) error {
	retried := -1
	for range 100_000 {
		done := deliver()
		d.Hub.kinds.startWanted(ctx)
		done += d.started
		if len(d.queue) == 0 {
			if len(d.later) == 0 || done == retried {
				return nil
			}
			again := d.later
			retried, d.later = done, nil
			for _, next := range again {
				next.q.Add(next.ref)
			}
			continue
		}
		next := d.queue[0]
		d.queue = d.queue[1:]
		delete(next.q.has, next.ref)
		result, err := settleConflict(next.q.run(ctx, next.ref))
		if err != nil || result.RequeueAfter > 0 {
			d.later = append(d.later, next)
		}
	}
	return fmt.Errorf("the Hub does not settle: %v", d.queue)
}
