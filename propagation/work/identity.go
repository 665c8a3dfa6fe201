package work

import (
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// identity is how Works refer to their binding.
type identity struct {
	idLabel, id string            // the label is set even if the binding has no id
	annotations map[string]string // of Works and manifests
	finalizer   string            // of the binding, removed after its Works
}

func identify(binding api.Binding) (identity, error) {
	switch b := binding.(type) {
	case *api.ResourceBinding:
		if b != nil {
			return identity{
				api.BindingIDLabel, b.Labels[api.BindingIDLabel],
				map[string]string{api.BindingNamespaceAnnotation: b.Namespace, api.BindingNameAnnotation: b.Name},
				api.BindingFinalizer,
			}, nil
		}
	case *api.ClusterResourceBinding:
		if b != nil {
			return identity{
				api.ClusterBindingIDLabel, b.Labels[api.ClusterBindingIDLabel],
				map[string]string{api.ClusterBindingNameAnnotation: b.Name},
				api.ClusterBindingFinalizer,
			}, nil
		}
	}
	return identity{}, content.CheckType(binding)
}

// Owned returns the Works of a binding, sorted by namespace and name. works may have all Works: those of a binding have the label of its
// permanent id. If the binding has no id, they have the label with an empty value. The list is new, its Works are not copied.
func Owned(binding api.Binding, works []*api.Work) ([]*api.Work, error) {
	owner, err := identify(binding)
	if err != nil {
		return nil, err
	}
	return owner.owned(works), nil
}

// BindingOf returns the binding that a Work names as its own, and false if the Work must not count for any. It is stricter than [Owned], which reads
// only a label, as Karmada does: whoever may write Works or bindings in one namespace can copy the label of any other.
//
//  1. The namespace of the Work is that of a cluster.
//  2. Its annotations name one binding, of either kind.
//
// The binding may not exist, or have another permanent id. A controller that gives [Owned] and [Orphans] only the Works that name a binding is not misled
// by Works in other namespaces.
func BindingOf(w *api.Work) (binding override.Ref, found bool) {
	if w == nil {
		return override.Ref{}, false
	}
	if cluster, err := api.ClusterOfNamespace(w.Namespace); err != nil || cluster == "" {
		return override.Ref{}, false
	}
	space, name := w.Annotations[api.BindingNamespaceAnnotation], w.Annotations[api.BindingNameAnnotation]
	wide := w.Annotations[api.ClusterBindingNameAnnotation]
	switch {
	case wide == "" && space != "" && name != "":
		binding = (&api.ResourceBinding{}).Ref()
		binding.Namespace, binding.Name = space, name
	case wide != "" && space == "" && name == "":
		binding = (&api.ClusterResourceBinding{}).Ref()
		binding.Name = wide
	default:
		return override.Ref{}, false
	}
	return binding, true
}

// owned implements [Owned].
func (i identity) owned(works []*api.Work) []*api.Work {
	var found []*api.Work
	for _, w := range works {
		if w != nil && i.owns(w) {
			found = append(found, w)
		}
	}
	slices.SortStableFunc(found, content.CompareObjects)
	return found
}

// owns reports whether a Work belongs to the binding. A binding without an id owns Works whose label is set and empty.
func (i identity) owns(work *api.Work) bool {
	id, found := work.Labels[i.idLabel]
	return found && id == i.id
}
