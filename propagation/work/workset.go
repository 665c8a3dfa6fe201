package work

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// workSet is the stored Works and those that replace them.
type workSet struct {
	stored map[types.NamespacedName]*api.Work
	fresh  map[types.NamespacedName]*api.Work // takes precedence over stored if a cluster is a target twice
	newID  func(of override.Ref) string       // as in [Input]
}

func newWorkSet(stored []*api.Work, newID func(of override.Ref) string) *workSet {
	s := &workSet{make(map[types.NamespacedName]*api.Work, len(stored)), map[types.NamespacedName]*api.Work{}, newID}
	for _, w := range stored {
		if w != nil {
			s.stored[content.NameOf(w)] = w
		}
	}
	return s
}

// add finishes an object in place and adds its Work. It keeps both. owner has the labels and annotations of the owner.
func (s *workSet) add(work *api.Work, object *unstructured.Unstructured, owner metadata) error {
	key := content.NameOf(work)
	stored := s.stored[key]
	if fresh, found := s.fresh[key]; found {
		stored = fresh
	}
	f, err := finish(object, owner, work.ObjectMeta, stored)
	if err != nil {
		return err
	}
	work.Spec.Workload.Manifests = []api.Manifest{object.Object}
	if work, err = merge(stored, work); err != nil {
		return err
	}
	if s.newID != nil && work.Labels[api.WorkIDLabel] == "" {
		if id := s.newID(work.Ref()); id != "" {
			work.Labels = content.MergeMap(work.Labels, map[string]string{api.WorkIDLabel: id})
			f.labels[api.WorkIDLabel] = id
		}
	}
	f.list()
	s.fresh[key] = work
	return nil
}

// sorted returns the added Works.
func (s *workSet) sorted() []*api.Work {
	return slices.SortedFunc(maps.Values(s.fresh), content.CompareObjects)
}
