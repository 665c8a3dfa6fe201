package karmada

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
)

// Source is an [OverridePolicy] or a [ClusterOverridePolicy], by pointer.
type Source interface {
	// source gives what both kinds have in common. The apiVersion and kind are those of the Go type.
	source() (override.Ref, override.Tier, *OverrideSpec)
}

func (p *OverridePolicy) source() (override.Ref, override.Tier, *OverrideSpec) {
	return override.Ref{APIVersion: PolicyGroupVersion.String(), Kind: "OverridePolicy", Namespace: p.Namespace, Name: p.Name}, override.Namespaced, &p.Spec
}

func (p *ClusterOverridePolicy) source() (override.Ref, override.Tier, *OverrideSpec) {
	return override.Ref{APIVersion: PolicyGroupVersion.String(), Kind: "ClusterOverridePolicy", Name: p.Name}, override.ClusterWide, &p.Spec
}

// From reads a policy from whatever holds one: a [Source], which is given back as it is; JSON text; decoded JSON
// (map[string]any or unstructured.Unstructured); or a Go value that encodes to such JSON, as Karmada's own API types do.
// The kind is read from the JSON. Unknown fields, which a newer Karmada may have, are passed over.
func From(obj any) (Source, error) {
	var text []byte
	var err error
	switch o := obj.(type) {
	case Source:
		return o, nil
	case []byte:
		text = o
	case json.RawMessage:
		text = o
	case *unstructured.Unstructured:
		text, err = json.Marshal(o.Object)
	default:
		text, err = json.Marshal(o)
	}
	if err != nil {
		return nil, fmt.Errorf("%T holds no policy: %w", obj, err)
	}
	var head struct{ APIVersion, Kind string }
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("%T holds no policy: %w", obj, err)
	}
	source, err := newSource(head.APIVersion, head.Kind)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, source); err != nil {
		return nil, fmt.Errorf("%s: %w", head.Kind, err)
	}
	return source, nil
}

// newSource is an empty policy of a kind.
func newSource(apiVersion, kind string) (Source, error) {
	switch gvk := schema.FromAPIVersionAndKind(apiVersion, kind); gvk {
	case PolicyGroupVersion.WithKind("OverridePolicy"):
		return &OverridePolicy{}, nil
	case PolicyGroupVersion.WithKind("ClusterOverridePolicy"):
		return &ClusterOverridePolicy{}, nil
	}
	return nil, fmt.Errorf("apiVersion %q and kind %q are no policy, expected OverridePolicy or ClusterOverridePolicy of %s", apiVersion, kind, PolicyGroupVersion)
}
