package shard

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// OfObject returns the key of a template. Its binding and its Works have the same key, so one replica decides on all of them.
func OfObject(kind, namespace, name string) string {
	return api.NamespacedKey(namespace, api.BindingName(kind, name))
}

// OfBinding returns the key of a binding, which is that of its template.
func OfBinding(b api.Binding) string { return api.NamespacedKey(b.GetNamespace(), b.GetName()) }

// OfWork returns the key of a Work:
//
//  1. The key of the binding that its annotations name.
//  2. Without a binding, the key of its first manifest. So the Works of a Namespace have the key of the Namespace.
//  3. Without a manifest, its namespace and name.
func OfWork(w *api.Work) string {
	if name := w.Annotations[api.BindingNameAnnotation]; name != "" {
		return api.NamespacedKey(w.Annotations[api.BindingNamespaceAnnotation], name)
	}
	if name := w.Annotations[api.ClusterBindingNameAnnotation]; name != "" {
		return name
	}
	if manifests := w.Spec.Workload.Manifests; len(manifests) > 0 {
		m := &unstructured.Unstructured{Object: manifests[0]}
		return OfObject(m.GetKind(), m.GetNamespace(), m.GetName())
	}
	return api.NamespacedKey(w.Namespace, w.Name)
}

// OfCluster returns the key of a Cluster. Its owner reports the status of the cluster.
func OfCluster(name string) string { return OfObject("Cluster", "", name) }
