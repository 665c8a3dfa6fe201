package karmada

import (
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// From reads a policy from an [api.OverrideSource], which it returns unchanged; from JSON text; from decoded JSON (map[string]any or
// unstructured.Unstructured); or from a Go value that encodes to such JSON, for example one of Karmada's own API types. The JSON
// must have the kind. Unknown fields, which a newer Karmada may have, are ignored.
func From(obj any) (api.OverrideSource, error) {
	return dialect.Read[api.OverrideSource](obj, api.PolicyGroupVersion, &api.OverridePolicy{}, &api.ClusterOverridePolicy{})
}
