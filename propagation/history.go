package propagation

import (
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// history is an index of what is stored: the binding of each Work, and what bindings have attached.
type history struct {
	works    map[override.Ref][]*api.Work
	attached map[string][]override.Ref // bindings by the label of the binding that has attached them
	nameless bool                      // a Work has the id of a binding without its name
	detaches bool                      // a binding that is being deleted is detached from its dependencies
}

func newHistory(o *objects, x *indexes) *history {
	h := &history{works: map[override.Ref][]*api.Work{}, attached: map[string][]override.Ref{}}
	for _, w := range o.works {
		for _, owner := range ownersOf(w) {
			if owner.Name == "" {
				h.nameless = true
			}
			h.works[owner] = append(h.works[owner], w)
		}
	}
	for ref, b := range x.given {
		rb, ok := b.(*api.ResourceBinding)
		if !ok {
			continue
		}
		for label := range rb.Labels {
			if strings.HasPrefix(label, api.DependedByLabelPrefix) {
				h.attached[label] = append(h.attached[label], ref)
			}
		}
		h.detaches = h.detaches || rb.DeletionTimestamp != nil && slices.Contains(rb.Finalizers, api.DependenciesFinalizer)
	}
	return h
}

// ownersOf returns the bindings that a Work names.
func ownersOf(w *api.Work) (owners []override.Ref) {
	if w.Labels[api.BindingIDLabel] != "" {
		b := api.ResourceBinding{}
		b.Namespace, b.Name = w.Annotations[api.BindingNamespaceAnnotation], w.Annotations[api.BindingNameAnnotation]
		owners = append(owners, b.Ref())
	}
	if w.Labels[api.ClusterBindingIDLabel] != "" {
		b := api.ClusterResourceBinding{}
		b.Name = w.Annotations[api.ClusterBindingNameAnnotation]
		owners = append(owners, b.Ref())
	}
	return owners
}

// labelOf returns the key of the label that a binding puts on those that it attaches.
func labelOf(b override.Ref) string {
	return api.DependedByLabelPrefix + api.BindingReference(b.Namespace, b.Name)
}

// finalOf returns the binding of a plan with a reference, even one that is left, or nil.
func (p *Plan) finalOf(ref override.Ref) api.Binding {
	for _, list := range [][]api.Binding{p.Bindings, p.Left.Bindings} {
		if at, found := search(list, api.Binding.Ref, ref); found {
			return list[at]
		}
	}
	return nil
}
