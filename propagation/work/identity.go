package work

import (
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/policy/karmada/api"
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
	case nil:
	default:
		return identity{}, fmt.Errorf("found a binding of the type %T, expected a ResourceBinding or a ClusterResourceBinding", binding)
	}
	return identity{}, errors.New("found no binding, expected a ResourceBinding or a ClusterResourceBinding")
}

// owns reports whether a Work belongs to the binding. A binding without an id owns Works whose label is set and empty.
func (i identity) owns(work *api.Work) bool {
	id, found := work.Labels[i.idLabel]
	return found && id == i.id
}
