package work

import (
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/names"
)

// identity is how the Works of a binding name it.
type identity struct {
	idLabel, id string            // the label is there even if the binding has no id
	annotations map[string]string // of Works and manifests
	finalizer   string            // with which the binding waits for its Works
}

func identify(binding api.Binding) (identity, error) {
	switch b := binding.(type) {
	case *api.ResourceBinding:
		if b != nil {
			return identity{
				names.BindingID, b.Labels[names.BindingID],
				map[string]string{names.BindingNamespace: b.Namespace, names.BindingName: b.Name},
				names.BindingFinalizer,
			}, nil
		}
	case *api.ClusterResourceBinding:
		if b != nil {
			return identity{
				names.ClusterBindingID, b.Labels[names.ClusterBindingID],
				map[string]string{names.ClusterBindingName: b.Name},
				names.ClusterBindingFinalizer,
			}, nil
		}
	case nil:
	default:
		return identity{}, fmt.Errorf("found a binding of the type %T, expected a ResourceBinding or a ClusterResourceBinding", binding)
	}
	return identity{}, errors.New("found no binding, expected a ResourceBinding or a ClusterResourceBinding")
}

// owns tells whether a Work is one of the binding's. A binding without an id has those whose label is there and empty.
func (i identity) owns(work *api.Work) bool {
	id, found := work.Labels[i.idLabel]
	return found && id == i.id
}
