package kubeadmiral

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// From reads a policy from whatever holds one: a [api.OverrideSource], which is given back as it is; JSON text; decoded JSON
// (map[string]any or unstructured.Unstructured); or a Go value that encodes to such JSON, as KubeAdmiral's own API types do.
// The kind is read from the JSON. Unknown fields, which a newer KubeAdmiral may have, are passed over.
func From(obj any) (api.OverrideSource, error) {
	switch source := obj.(type) {
	case *api.OverridePolicy:
		if source != nil {
			return source, nil
		}
	case *api.ClusterOverridePolicy:
		if source != nil {
			return source, nil
		}
	}
	return dialect.Read(obj, newSource)
}

// newSource is an empty policy of a kind.
func newSource(apiVersion, kind string) (api.OverrideSource, error) {
	switch gvk := schema.FromAPIVersionAndKind(apiVersion, kind); gvk {
	case api.GroupVersion.WithKind("OverridePolicy"):
		return &api.OverridePolicy{}, nil
	case api.GroupVersion.WithKind("ClusterOverridePolicy"):
		return &api.ClusterOverridePolicy{}, nil
	}
	return nil, fmt.Errorf("apiVersion %q and kind %q are no policy, expected OverridePolicy or ClusterOverridePolicy of %s", apiVersion, kind, api.GroupVersion)
}
