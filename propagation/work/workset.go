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

// add adds the Work of an object, see assemble. It takes over both.
func (s *workSet) add(work *api.Work, object *unstructured.Unstructured, owner metadata) error {
	key := content.NameOf(work)
	stored := s.stored[key]
	if fresh, found := s.fresh[key]; found {
		stored = fresh
	}
	work, err := assemble(stored, work, object, owner, s.newID)
	if err != nil {
		return err
	}
	s.fresh[key] = work
	return nil
}

// sorted returns the added Works.
func (s *workSet) sorted() []*api.Work {
	return slices.SortedFunc(maps.Values(s.fresh), content.CompareObjects)
}
