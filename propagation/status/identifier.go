package status

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// identifierOf returns the identifier of an object in a Work.
//
//  1. The object is the first manifest with its API version, kind, namespace and name. Without such a manifest, the result is an error.
//  2. A manifest before it that has no kind, or an API version that cannot be parsed, is an error.
//  3. The resource of the identifier stays empty.
func identifierOf(w *api.Work, ref override.Ref) (api.ResourceIdentifier, error) {
	for i, m := range w.Spec.Workload.Manifests {
		found := override.RefOf(&unstructured.Unstructured{Object: m})
		version, err := schema.ParseGroupVersion(found.APIVersion)
		if err != nil || found.Kind == "" {
			return api.ResourceIdentifier{}, fmt.Errorf("%s: manifest %d has the apiVersion %q and the kind %q, expected a version and a kind",
				w.Ref(), i, found.APIVersion, found.Kind)
		}
		if found == ref {
			return api.ResourceIdentifier{
				Ordinal: i, Group: version.Group, Version: version.Version, Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name,
			}, nil
		}
	}
	return api.ResourceIdentifier{}, fmt.Errorf("%s has no manifest of %s %s, expected one with this apiVersion, kind, namespace and name",
		w.Ref(), ref.APIVersion, ref)
}

// overriddenIdentifier returns the identifier of an object in a Work, or that of its single manifest.
func overriddenIdentifier(w *api.Work, ref override.Ref) (api.ResourceIdentifier, error) {
	id, err := identifierOf(w, ref)
	if err == nil || len(w.Spec.Workload.Manifests) != 1 {
		return id, err
	}
	return identifierOf(w, override.RefOf(&unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}))
}
