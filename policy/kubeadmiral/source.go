package kubeadmiral

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect"
)

// Source is an [OverridePolicy] or a [ClusterOverridePolicy], by pointer.
type Source interface {
	// source gives what both kinds have in common. The apiVersion and kind are those of the Go type.
	source() (override.Ref, override.Tier, *OverrideSpec)
}

func (p *OverridePolicy) source() (override.Ref, override.Tier, *OverrideSpec) {
	return override.Ref{APIVersion: GroupVersion.String(), Kind: "OverridePolicy", Namespace: p.Namespace, Name: p.Name}, override.Namespaced, &p.Spec
}

func (p *ClusterOverridePolicy) source() (override.Ref, override.Tier, *OverrideSpec) {
	return override.Ref{APIVersion: GroupVersion.String(), Kind: "ClusterOverridePolicy", Name: p.Name}, override.ClusterWide, &p.Spec
}

// noPolicy tells whether nothing is there, be it a nil pointer in an interface.
func noPolicy(s Source) bool {
	switch p := s.(type) {
	case nil:
		return true
	case *OverridePolicy:
		return p == nil
	case *ClusterOverridePolicy:
		return p == nil
	}
	return false
}

// From reads a policy from whatever holds one: a [Source], which is given back as it is; JSON text; decoded JSON
// (map[string]any or unstructured.Unstructured); or a Go value that encodes to such JSON, as KubeAdmiral's own API types do.
// The kind is read from the JSON. Unknown fields, which a newer KubeAdmiral may have, are passed over.
func From(obj any) (Source, error) {
	switch source := obj.(type) {
	case *OverridePolicy:
		if source != nil {
			return source, nil
		}
	case *ClusterOverridePolicy:
		if source != nil {
			return source, nil
		}
	}
	return dialect.Read(obj, newSource)
}

// newSource is an empty policy of a kind.
func newSource(apiVersion, kind string) (Source, error) {
	switch gvk := schema.FromAPIVersionAndKind(apiVersion, kind); gvk {
	case GroupVersion.WithKind("OverridePolicy"):
		return &OverridePolicy{}, nil
	case GroupVersion.WithKind("ClusterOverridePolicy"):
		return &ClusterOverridePolicy{}, nil
	}
	return nil, fmt.Errorf("apiVersion %q and kind %q are no policy, expected OverridePolicy or ClusterOverridePolicy of %s", apiVersion, kind, GroupVersion)
}
