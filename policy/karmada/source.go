package karmada

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// From reads a policy from an [api.OverrideSource], which it returns unchanged; from JSON text; from decoded JSON (map[string]any or
// unstructured.Unstructured); or from a Go value that encodes to such JSON, for example one of Karmada's own API types. The JSON
// must have the kind. Unknown fields, which a newer Karmada may have, are ignored.
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

// newSource returns an empty policy of a kind.
func newSource(apiVersion, kind string) (api.OverrideSource, error) {
	switch gvk := schema.FromAPIVersionAndKind(apiVersion, kind); gvk {
	case api.PolicyGroupVersion.WithKind("OverridePolicy"):
		return &api.OverridePolicy{}, nil
	case api.PolicyGroupVersion.WithKind("ClusterOverridePolicy"):
		return &api.ClusterOverridePolicy{}, nil
	}
	return nil, fmt.Errorf("apiVersion %q and kind %q are not of a policy, expected OverridePolicy or ClusterOverridePolicy of %s", apiVersion, kind, api.PolicyGroupVersion)
}
