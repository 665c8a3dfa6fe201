package member

import (
	"context"
	"maps"

	"sigs.k8s.io/controller-runtime/pkg/cache"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/internal/informer"
)

// workSource gives the events of Works to the members. It is not a controller, because each member has a queue of its own.
type workSource struct {
	*Members
	cache cache.Cache
}

// Start adds the handler, and removes it when ctx is done.
func (s *workSource) Start(ctx context.Context) error {
	works, err := s.cache.GetInformer(ctx, &api.Work{})
	if err != nil {
		return err
	}
	handle, err := works.AddEventHandler(informer.Events(func(before, after *api.Work, _ bool) {
		switch {
		case after == nil:
			s.syncWork(before)
		case before == nil || concernsMember(before, after):
			s.syncWork(after)
		}
	}))
	if err != nil {
		return err
	}
	<-ctx.Done()
	return works.RemoveEventHandler(handle)
}

// syncWork asks the member of a Work for a sync. A member that is not there yet syncs all of its Works when it starts.
func (s *workSource) syncWork(w *api.Work) {
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
