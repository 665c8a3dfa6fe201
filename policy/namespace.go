package policy

import (
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// setNamespaces sets the decoder's namespace on objects without one. It runs at the end of a stream, because definitions of kinds may follow their
// objects.
func (d *decoder) setNamespaces() {
	if d.settings.Namespace == "" {
		return
	}
	scopes := ScopesOf(d.bundle.Objects...)
	for _, object := range d.bundle.Objects {
		if object.GetNamespace() != "" {
			continue
		}
		switch scopes.Of(kindOf(object)) {
		case ScopeCluster:
			continue
		case ScopeUnknown:
			d.bundle.Assumed = append(d.bundle.Assumed, object)
		}
		object.SetNamespace(d.settings.Namespace)
		d.bundle.Defaulted = append(d.bundle.Defaulted, override.RefOf(object))
	}
}

// ApplyScopes corrects the objects in Assumed whose kinds the scopes know: a cluster-scoped object is replaced by a copy without a namespace. Only
// objects of unknown scope remain in Assumed, and those without a namespace are no longer in Defaulted. The objects are not written. A
// caller that merges the bundles of several streams appends Objects and Assumed of each, and then calls ApplyScopes once, with [ScopesOf]
// all objects: a stream may define the kinds of another. Objects that Decode has returned share nothing with their copies. Others do where
// they are not JSON, or beyond the limits of package jsontree.
func (b *Bundle) ApplyScopes(s Scopes) {
	assumed := make(map[*unstructured.Unstructured]bool, len(b.Assumed))
	for _, object := range b.Assumed {
		assumed[object] = true
	}
	b.Assumed = nil
	clusterScoped := map[override.Ref]bool{}
	for i, object := range b.Objects {
		if object == nil || !assumed[object] {
			continue
		}
		switch s.Of(kindOf(object)) {
		case ScopeCluster:
			clusterScoped[override.RefOf(object)] = true
			b.Objects[i] = withoutNamespace(object)
		case ScopeUnknown:
			b.Assumed = append(b.Assumed, object)
		}
	}
	if len(clusterScoped) > 0 {
		b.Defaulted = slices.DeleteFunc(slices.Clone(b.Defaulted), func(ref override.Ref) bool { return clusterScoped[ref] })
	}
}

// withoutNamespace returns a copy of an object without a namespace.
func withoutNamespace(object *unstructured.Unstructured) *unstructured.Unstructured {
	content := maps.Clone(object.Object)
	if metadata, ok := content["metadata"].(map[string]any); ok {
		metadata = maps.Clone(metadata)
		delete(metadata, "namespace")
		content["metadata"] = metadata
	}
	if copied, err := jsontree.Clone(content); err == nil {
		content, _ = copied.(map[string]any)
	}
	return &unstructured.Unstructured{Object: content}
}

// kindOf returns the kind of an object. Unlike its GroupVersionKind, the kind is kept if the apiVersion is malformed.
func kindOf(object *unstructured.Unstructured) schema.GroupKind {
	ref := override.RefOf(object)
	return schema.FromAPIVersionAndKind(ref.APIVersion, ref.Kind).GroupKind()
}
