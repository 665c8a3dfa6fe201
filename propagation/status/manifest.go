package status

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// identify returns the identifier of an object in a Work.
//
//  1. The object is the first manifest with its API version, kind, namespace and name. Without one there is an error.
//  2. A manifest before it that has no kind, or an API version that cannot be parsed, is an error.
//  3. The resource of the identifier stays empty.
func identify(w *api.Work, ref override.Ref) (api.ResourceIdentifier, error) {
	for i, m := range w.Spec.Workload.Manifests {
		manifest := &unstructured.Unstructured{Object: m}
		if content.Kind(manifest).Kind == "" {
			return api.ResourceIdentifier{}, fmt.Errorf("%s: manifest %d has no kind or an invalid apiVersion, expected both", w.Ref(), i)
		}
		if override.RefOf(manifest) != ref {
			continue
		}
		version, err := schema.ParseGroupVersion(ref.APIVersion)
		return api.ResourceIdentifier{
			Ordinal: i, Group: version.Group, Version: version.Version, Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name,
		}, err
	}
	return api.ResourceIdentifier{}, fmt.Errorf("%s has no manifest of %s %s, expected one with this apiVersion, kind, namespace and name", w.Ref(), ref.APIVersion, ref)
}
