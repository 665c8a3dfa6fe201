package member

import (
	"context"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/util/workqueue"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
)

// SetupWithManager adds the members to a manager, with controllers for its Clusters, Works and bindings, and the index of Works by binding. The scheme of
// the manager must have the types of package api and Secrets.
func SetupWithManager(mgr ctrl.Manager, options Options) (*Members, error) {
	m := newMembers(mgr.GetClient(), mgr.GetAPIReader(), options.withDefaults())
	if err := mgr.GetFieldIndexer().IndexField(context.Background(), &api.Work{}, bindingIndex, bindingsOf); err != nil {
		return nil, err
	}
	if err := mgr.Add(m); err != nil {
		return nil, err
	}
	if err := mgr.Add(&workSource{Members: m, cache: mgr.GetCache()}); err != nil {
		return nil, err
	}
	err := builder.ControllerManagedBy(mgr).Named("overridekit-cluster").WithOptions(m.controllerOptions()).
		For(&api.Cluster{}).WatchesRawSource(m.resync(&api.ClusterList{})).Complete(reconcile.Func(m.reconcileCluster))
	if err != nil {
		return nil, err
	}
	for _, a := range []*aggregator{
		{m, func() api.Binding { return &api.ResourceBinding{} }, &api.ResourceBindingList{}, api.BindingIDLabel},
		{m, func() api.Binding { return &api.ClusterResourceBinding{} }, &api.ClusterResourceBindingList{}, api.ClusterBindingIDLabel},
	} {
		if err := a.add(mgr); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// add adds a controller of one kind of bindings.
func (a *aggregator) add(mgr ctrl.Manager) error {
	kind := a.newBinding()
	return builder.ControllerManagedBy(mgr).Named("overridekit-status-"+strings.ToLower(kind.Ref().Kind)).WithOptions(a.controllerOptions()).
		For(kind, builder.WithPredicates(changes(status.BindingChanged))).
		Watches(&api.Work{}, handler.EnqueueRequestsFromMapFunc(a.ofWork), builder.WithPredicates(changes(status.WorkChanged))).
		WatchesRawSource(a.resync(a.list)).Complete(a)
}

func (m *Members) controllerOptions() controller.Options {
	everywhere := false // not only in the leader
	return controller.Options{NeedLeaderElection: &everywhere, MaxConcurrentReconciles: m.options.Workers}
}

// changes is true for an event that changes an object.
func changes[T any](changed func(before, after T) bool) predicate.Funcs {
	var none T
	return predicate.Funcs{
		CreateFunc:  func(e event.CreateEvent) bool { return changed(none, e.Object.(T)) },
		UpdateFunc:  func(e event.UpdateEvent) bool { return changed(e.ObjectOld.(T), e.ObjectNew.(T)) },
		DeleteFunc:  func(e event.DeleteEvent) bool { return changed(e.Object.(T), none) },
		GenericFunc: func(event.GenericEvent) bool { return false },
	}
}

// resync returns a source that adds a request for each object of a list to the queue of a controller at each [Members.Resync].
func (m *Members) resync(list client.ObjectList) source.Source {
	return source.Func(func(_ context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.resyncs = append(m.resyncs, func(ctx context.Context) error {
			all, err := listed[client.Object](ctx, m.hub, list.DeepCopyObject().(client.ObjectList))
			for _, o := range all {
				queue.Add(reconcile.Request{NamespacedName: client.ObjectKeyFromObject(o)})
			}
			return err
		})
		return nil
	})
}

// listed returns the objects of a list.
func listed[T client.Object](ctx context.Context, from client.Reader, list client.ObjectList, options ...client.ListOption) (all []T, err error) {
	if err := from.List(ctx, list, options...); err != nil {
		return nil, err
	}
	err = meta.EachListItem(list, func(o runtime.Object) error {
		all = append(all, o.(T))
		return nil
	})
	return all, err
}
