package mcs

import (
	"fmt"

	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// CollisionError means that an EndpointSlice of a cluster cannot be collected, because the control plane propagates an EndpointSlice with the same
// namespace and name to the cluster. Both would have the same Work.
type CollisionError struct {
	Work  types.NamespacedName
	Slice types.NamespacedName
}

// Error returns, for example: Work karmada-es-m1/web-x-5bdc propagates an EndpointSlice shop/web-x, so the slice of the cluster cannot be collected.
func (e *CollisionError) Error() string {
	return fmt.Sprintf("Work %s propagates an EndpointSlice %s, so the slice of the cluster cannot be collected", words(e.Work), words(e.Slice))
}

func words(name types.NamespacedName) string {
	return content.Clip(name.Namespace) + "/" + content.Clip(name.Name)
}

// propagates reports whether a Work belongs to a binding.
func propagates(w *api.Work) bool {
	for _, label := range []string{api.BindingIDLabel, api.ClusterBindingIDLabel} {
		if _, found := w.Labels[label]; found {
			return true
		}
	}
	return false
}
