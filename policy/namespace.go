package policy

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// setNamespaces sets the decoder's namespace on objects that have none. It runs at the end of a stream, because definitions of kinds may follow
// their objects.
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
	}
}

// ApplyScopes corrects the objects in Assumed whose kinds the scopes know: a cluster-scoped object is replaced by a copy without a namespace, and
// neither such an object nor a namespaced one remains in Assumed. A caller that merges the bundles of several streams uses it with the
// CustomResourceDefinitions of all of them. The objects are not written.
func (b *Bundle) ApplyScopes(s Scopes) {
	if b == nil {
		return
	}
	assumed := make(map[*unstructured.Unstructured]bool, len(b.Assumed))
	for _, object := range b.Assumed {
		assumed[object] = true
	}
	b.Assumed = nil
	for i, object := range b.Objects {
		if object == nil || !assumed[object] {
			continue
		}
		switch s.Of(kindOf(object)) {
		case ScopeCluster:
			b.Objects[i] = object.DeepCopy()
			b.Objects[i].SetNamespace("")
		case ScopeUnknown:
			b.Assumed = append(b.Assumed, object)
		}
	}
}

// kindOf returns the kind of an object. Unlike its GroupVersionKind, the kind is kept if the apiVersion is malformed.
func kindOf(object *unstructured.Unstructured) schema.GroupKind {
	return schema.FromAPIVersionAndKind(object.GetAPIVersion(), object.GetKind()).GroupKind()
}
