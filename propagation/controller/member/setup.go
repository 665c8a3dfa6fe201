package member

import (
	"context"
	"strings"

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

// SetupWithManager adds the members to a manager, with controllers for its Clusters, Works and bindings, and the index [BindingIDIndex]. The scheme of
// the manager must have the types of package api and Secrets.
func SetupWithManager(mgr ctrl.Manager, options Options) (*Members, error) {
	m := newMembers(mgr.GetClient(), mgr.GetAPIReader(), options.withDefaults())
	if err := mgr.GetFieldIndexer().IndexField(context.Background(), &api.Work{}, BindingIDIndex, bindingIDs); err != nil {
		return nil, err
	}
	if err := mgr.Add(m); err != nil {
		return nil, err
	}
	if err := mgr.Add(&workSource{Members: m, cache: mgr.GetCache()}); err != nil {
		return nil, err
	}
	requests := func(ctx context.Context) ([]reconcile.Request, error) {
		return requestsOf(ctx, m.hub, &api.ClusterList{})
	}
	err := builder.ControllerManagedBy(mgr).Named("overridekit-cluster").WithOptions(m.controllerOptions()).
		For(&api.Cluster{}).WatchesRawSource(m.resync(requests)).Complete(reconcile.Func(m.reconcileCluster))
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
	changedBinding := predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return status.BindingChanged(nil, e.Object.(api.Binding)) },
		UpdateFunc: func(e event.UpdateEvent) bool {
			return status.BindingChanged(e.ObjectOld.(api.Binding), e.ObjectNew.(api.Binding))
		},
		DeleteFunc:  func(event.DeleteEvent) bool { return false },
		GenericFunc: func(event.GenericEvent) bool { return false },
	}
	changedWork := predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return status.WorkChanged(nil, e.Object.(*api.Work)) },
		UpdateFunc: func(e event.UpdateEvent) bool {
			return status.WorkChanged(e.ObjectOld.(*api.Work), e.ObjectNew.(*api.Work))
		},
		DeleteFunc:  func(e event.DeleteEvent) bool { return status.WorkChanged(e.Object.(*api.Work), nil) },
		GenericFunc: func(event.GenericEvent) bool { return false },
	}
	requests := func(ctx context.Context) ([]reconcile.Request, error) {
		return requestsOf(ctx, a.hub, a.list.DeepCopyObject().(client.ObjectList))
	}
	kind := a.newBinding()
	return builder.ControllerManagedBy(mgr).Named("overridekit-status-"+strings.ToLower(kind.Ref().Kind)).WithOptions(a.controllerOptions()).
		For(kind, builder.WithPredicates(changedBinding)).
		Watches(&api.Work{}, handler.EnqueueRequestsFromMapFunc(a.ofWork), builder.WithPredicates(changedWork)).
		WatchesRawSource(a.resync(requests)).Complete(a)
}

func (m *Members) controllerOptions() controller.Options {
	everywhere := false // not only in the leader
	return controller.Options{NeedLeaderElection: &everywhere, MaxConcurrentReconciles: m.options.Workers}
}

// resync returns a source that adds requests to the queue of a controller at each [Members.Resync].
func (m *Members) resync(requests func(context.Context) ([]reconcile.Request, error)) source.Source {
	return source.Func(func(_ context.Context, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) error {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.resyncs = append(m.resyncs, func(ctx context.Context) error {
			all, err := requests(ctx)
			for _, r := range all {
				queue.Add(r)
			}
			return err
		})
		return nil
	})
}

// requestsOf returns a request for each object that a list finds.
func requestsOf(ctx context.Context, hub client.Reader, list client.ObjectList) ([]reconcile.Request, error) {
	if err := hub.List(ctx, list); err != nil {
		return nil, err
	}
	var requests []reconcile.Request
	add := func(object client.Object) {
		requests = append(requests, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(object)})
	}
	switch list := list.(type) {
	case *api.ClusterList:
		for i := range list.Items {
			add(&list.Items[i])
		}
	case *api.ResourceBindingList:
		for i := range list.Items {
			add(&list.Items[i])
		}
	case *api.ClusterResourceBindingList:
		for i := range list.Items {
			add(&list.Items[i])
		}
	}
	return requests, nil
}
