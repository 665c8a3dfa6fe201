package propagation

import (
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// storedWorks is an index of the stored Works. Among Works with the same name, the last counts.
type storedWorks struct {
	all     map[types.NamespacedName]*api.Work
	byOwner map[workOwner][]*api.Work
	first   map[string]override.Ref // the first binding with an id: it owns the Works that do not name their binding
	byName  map[string][]*api.Work  // in all clusters
	deleted map[override.Ref]bool   // by this plan
}

// workOwner is the binding of a Work. Two bindings may have one id if one is a copy of the other, so the name counts, too.
type workOwner struct {
	id   string
	name types.NamespacedName // empty if the Work does not have it
}

func newStoredWorks(works []*api.Work, bindings ...api.Binding) *storedWorks {
	s := &storedWorks{
		map[types.NamespacedName]*api.Work{}, map[workOwner][]*api.Work{}, map[string]override.Ref{}, map[string][]*api.Work{}, map[override.Ref]bool{},
	}
	for _, b := range bindings {
		if id := content.BindingID(b); s.first[id] == (override.Ref{}) {
			s.first[id] = b.Ref()
		}
	}
	for _, w := range works {
		if w != nil {
			s.all[content.NameOf(w)] = w
		}
	}
	for name, w := range s.all {
		s.byName[name.Name] = append(s.byName[name.Name], w)
		for _, owner := range []workOwner{
			{w.Labels[api.BindingIDLabel], types.NamespacedName{Namespace: w.Annotations[api.BindingNamespaceAnnotation], Name: w.Annotations[api.BindingNameAnnotation]}},
			{w.Labels[api.ClusterBindingIDLabel], types.NamespacedName{Name: w.Annotations[api.ClusterBindingNameAnnotation]}},
		} {
			if owner.id != "" {
				s.byOwner[owner] = append(s.byOwner[owner], w)
			}
		}
	}
	return s
}

// of returns the Works of a binding.
func (s *storedWorks) of(b api.Binding) []*api.Work {
	id := content.BindingID(b)
	own := s.byOwner[workOwner{id, content.NameOf(b)}]
	if s.first[id] == b.Ref() {
		own = slices.Concat(own, s.byOwner[workOwner{id: id}])
	}
	return own
}

// kept returns those of the Works that the plan does not delete, as a new list.
func (s *storedWorks) kept(works []*api.Work) []*api.Work {
	return slices.DeleteFunc(slices.Clone(works), func(w *api.Work) bool { return s.deleted[w.Ref()] })
}

// finder returns a lookup of the stored Works that the plan does not delete, or nil without stored Works.
func (s *storedWorks) finder() func(override.Ref) *api.Work {
	if len(s.all) == 0 {
		return nil
	}
	return func(ref override.Ref) *api.Work {
		if s.deleted[ref] {
			return nil
		}
		return s.all[types.NamespacedName{Namespace: ref.Namespace, Name: ref.Name}]
	}
}
