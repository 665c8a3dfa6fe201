package mcs

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// WorkOf returns the Work that collects an EndpointSlice of a cluster. When the slice is deleted, call [CleanSlice] for it.
func WorkOf(cluster string, slice types.NamespacedName) types.NamespacedName {
	return types.NamespacedName{
		Namespace: api.ExecutionNamespace(cluster),
		Name:      api.WorkName(endpointSliceKind.kind, slice.Namespace, slice.Name),
	}
}

// ServiceOf returns the Service of an EndpointSlice, which is also the name of its ServiceExport or MultiClusterService. It returns false if the
// slice has no Service. When a slice is created or changes, call [ReportSlice] if its cluster has the ServiceExport, or the Work of the
// MultiClusterService; when a ServiceExport is created, for the slices of its Service.
func ServiceOf(slice *unstructured.Unstructured) (types.NamespacedName, bool) {
	name := content.Labels(slice)[api.EndpointSliceServiceLabel]
	return types.NamespacedName{Namespace: nameOf(slice).Namespace, Name: name}, name != ""
}

// StaleWorks returns the stored Works that collect slices of a Service from a cluster, except the slices that still exist. Call [CleanSlice]
// for each when a ServiceExport or a MultiClusterService changes, and with no slices when it is deleted.
//
// Works that are dispatched, or that do not have the source, are ignored. The result is sorted.
func StaleWorks(source Source, cluster string, service types.NamespacedName, exist []types.NamespacedName, stored []*api.Work) []types.NamespacedName {
	kept := make(map[types.NamespacedName]bool, len(exist))
	for _, slice := range exist {
		kept[WorkOf(cluster, slice)] = true
	}
	namespaceLabel, nameLabel := source.labels()
	var stale []types.NamespacedName
	for _, w := range stored {
		switch {
		case w == nil || w.Namespace != api.ExecutionNamespace(cluster) || kept[content.NameOf(w)]:
		case w.Labels[namespaceLabel] != service.Namespace || w.Labels[nameLabel] != service.Name:
		case w.Spec.SuspendDispatching == nil || !*w.Spec.SuspendDispatching || !slices.Contains(sourcesOf(w), string(source)):
		default:
			stale = append(stale, content.NameOf(w))
		}
	}
	slices.SortFunc(stale, content.CompareNames)
	return stale
}

// ImportsSlices reports whether an event of a Work requires [ImportSlice]: it collects, or did before, an EndpointSlice for a ServiceExport.
// old is nil if the Work was created.
func ImportsSlices(old, updated *api.Work) bool {
	exported := func(w *api.Work) bool { return w != nil && w.Labels[api.ServiceNameLabel] != "" }
	return exported(old) || exported(updated)
}

// ImportedSlices returns the EndpointSlices of the control plane for a Work that collects one for a ServiceExport, see [ImportSlice]. They have
// its permanent id as a label. The result is sorted.
func ImportedSlices(w *api.Work) []types.NamespacedName {
	if w == nil {
		return nil
	}
	cluster, err := clusterOf(w)
	if err != nil {
		return nil
	}
	var all []types.NamespacedName
	for _, m := range w.Spec.Workload.Manifests {
		slice := nameOf(&unstructured.Unstructured{Object: m})
		all = append(all, types.NamespacedName{Namespace: slice.Namespace, Name: api.ImportedEndpointSliceName(slice.Name, cluster)})
	}
	slices.SortFunc(all, content.CompareNames)
	return all
}

// DerivedService returns the Service of a ServiceImport. When the ServiceImport changes or is deleted, call [DeriveService]. Karmada
// does not look at the Service: one that a person changes or deletes stays so until the ServiceImport changes.
func DerivedService(serviceImport types.NamespacedName) types.NamespacedName {
	return types.NamespacedName{Namespace: serviceImport.Namespace, Name: api.DerivedServiceName(serviceImport.Name)}
}

// MultiClusterServiceOf returns the MultiClusterService of a Work, which may have it, a collected EndpointSlice or a dispatched one. It returns
// false if a label has no name. When the Work changes, call [DispatchSlice] for it, unless it is itself dispatched.
func MultiClusterServiceOf(w *api.Work) (types.NamespacedName, bool) {
	if w == nil {
		return types.NamespacedName{}, false
	}
	name := w.Labels[api.MultiClusterServiceNameLabel]
	return types.NamespacedName{Namespace: w.Labels[api.MultiClusterServiceNamespaceLabel], Name: name}, name != ""
}

// CollectedWorks returns the stored Works that collect EndpointSlices for a MultiClusterService. When it changes, or one of its clusters, call
// [DispatchSlice] for each. The result is sorted.
func CollectedWorks(service types.NamespacedName, stored []*api.Work) []types.NamespacedName {
	var all []types.NamespacedName
	for _, w := range stored {
		if of, found := MultiClusterServiceOf(w); found && of == service && isCollected(w) {
			all = append(all, content.NameOf(w))
		}
	}
	slices.SortFunc(all, content.CompareNames)
	return all
}

// isCollected reports whether a Work has an EndpointSlice of its own cluster.
func isCollected(w *api.Work) bool {
	return w.Annotations[api.ProvisionClusterAnnotation] == "" && hasManifest(w, endpointSliceKind)
}

// UsesCluster reports whether a MultiClusterService must be looked at again, with [PropagateService] and for its [CollectedWorks], when a
// cluster joins, leaves, or becomes ready or not. The cluster is a provider or a consumer.
//
// A MultiClusterService with values of a wrong type is read as if it listed no clusters. The Service with the name of a MultiClusterService
// requires [PropagateService] as well.
func UsesCluster(mcs *unstructured.Unstructured, cluster string) bool {
	if multiClusterServiceKind.check(mcs) != nil {
		return true
	}
	one := fleet{cluster: nil}
	return one.providers(mcs).Has(cluster) || one.consumers(mcs).Has(cluster)
}
