package member

import (
	"context"
	"maps"

	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// workSource gives the events of Works to the members. It is not a controller, because each member has a queue of its own.
type workSource struct {
	*Members
	cache cache.Cache
}

// Start adds the handler, and removes it when ctx is done.
func (s *workSource) Start(ctx context.Context) error {
	informer, err := s.cache.GetInformer(ctx, &api.Work{})
	if err != nil {
		return err
	}
	handle, err := informer.AddEventHandler(toolscache.ResourceEventHandlerFuncs{
		AddFunc: func(object any) { s.syncWork(object) },
		UpdateFunc: func(old, updated any) {
			before, ok := old.(*api.Work)
			after, ok2 := updated.(*api.Work)
			if ok && ok2 && concernsMember(before, after) {
				s.syncWork(after)
			}
		},
		DeleteFunc: func(object any) {
			if last, ok := object.(toolscache.DeletedFinalStateUnknown); ok {
				object = last.Obj
			}
			s.syncWork(object)
		},
	})
	if err != nil {
		return err
	}
	<-ctx.Done()
	return informer.RemoveEventHandler(handle)
}

// syncWork asks the member of a Work for a sync. A member that is not there yet syncs all of its Works when it starts.
func (s *workSource) syncWork(object any) {
	w, ok := object.(*api.Work)
	if !ok {
		return
	}
	name, err := api.ClusterOfNamespace(w.Namespace)
	if err != nil {
		return
	}
	if m := s.get(name); m != nil {
		m.inbox.sync(w.Name)
	}
}

// concernsMember reports whether a change of a Work is more than one of its status.
func concernsMember(before, after *api.Work) bool {
	return before.Generation != after.Generation || before.UID != after.UID ||
		(before.DeletionTimestamp == nil) != (after.DeletionTimestamp == nil) ||
		!maps.Equal(before.Labels, after.Labels) || !maps.Equal(before.Annotations, after.Annotations)
}
