package mcs

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// WorkOf returns the Work that collects an EndpointSlice of a cluster. When the slice is deleted, call [CleanSlice] for
// each source of the Work.
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

// StaleWorks returns the stored Works that collect slices of a Service from a cluster, except those of exist: the slices that now belong to the
// Service, and for which [ShouldReport] returns true. Call [CleanSlice] for each when a ServiceExport is created or changes, and before
// its slices are reported.
//
// Works that are dispatched, or that do not have the source, are ignored. The result is sorted.
func StaleWorks(source Source, cluster string, service types.NamespacedName, exist []types.NamespacedName, stored []*api.Work) []types.NamespacedName {
	kept := make(map[types.NamespacedName]bool, len(exist))
	for _, slice := range exist {
		kept[WorkOf(cluster, slice)] = true
	}
	return source.works(cluster, service, stored, func(w *api.Work) bool {
		return isSuspended(w) && slices.Contains(sourcesOf(w), string(source)) && !kept[content.NameOf(w)]
	})
}

// ReportedWorks returns the stored Works with slices of a Service from a cluster. Call [CleanSlice] for each when the ServiceExport, or the
// Work of the MultiClusterService, is deleted. [PropagateService] does so for the Works that it deletes.
//
// Unlike [StaleWorks] it also returns Works that do not list the source, and for a ServiceExport dispatched Works with its labels: they have
// overwritten a Work that collected for it. Other dispatched Works are ignored. The result is sorted.
func ReportedWorks(source Source, cluster string, service types.NamespacedName, stored []*api.Work) []types.NamespacedName {
	return source.works(cluster, service, stored, func(w *api.Work) bool { return source == SourceServiceExport || isCollected(w) })
}

// works returns those of the Works of a cluster whose labels name a Service for the source, sorted.
func (s Source) works(cluster string, service types.NamespacedName, stored []*api.Work, is func(w *api.Work) bool) []types.NamespacedName {
	namespaceLabel, nameLabel := s.labels()
	var all []types.NamespacedName
	for _, w := range stored {
		if w != nil && w.Namespace == api.ExecutionNamespace(cluster) &&
			w.Labels[namespaceLabel] == service.Namespace && w.Labels[nameLabel] == service.Name && service.Name != "" && is(w) {
			all = append(all, content.NameOf(w))
		}
	}
	slices.SortFunc(all, content.CompareNames)
	return all
}

// ImportedSliceNames returns the EndpointSlices of the control plane for a Work that collects one for a ServiceExport, see [ImportSlice]. They have
// its permanent id as a label. The result is sorted.
func ImportedSliceNames(w *api.Work) []types.NamespacedName {
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

// DerivedServiceName returns the Service of a ServiceImport. When the ServiceImport changes or is deleted, call [DeriveService]. Karmada
// does not watch the Service: if a person changes or deletes it, nothing happens until the ServiceImport changes.
func DerivedServiceName(serviceImport types.NamespacedName) types.NamespacedName {
	return types.NamespacedName{Namespace: serviceImport.Namespace, Name: api.DerivedServiceName(serviceImport.Name)}
}

// MultiClusterServiceOf returns the MultiClusterService of a Work, which contains the MultiClusterService itself, a collected EndpointSlice
// or a dispatched one. It returns false if the labels do not name one.
func MultiClusterServiceOf(w *api.Work) (types.NamespacedName, bool) {
	if w == nil {
		return types.NamespacedName{}, false
	}
	name := w.Labels[api.MultiClusterServiceNameLabel]
	return types.NamespacedName{Namespace: w.Labels[api.MultiClusterServiceNamespaceLabel], Name: name}, name != ""
}

// isCollected reports whether a Work has an EndpointSlice of its own cluster.
func isCollected(w *api.Work) bool { return !isDispatched(w) && hasManifest(w, endpointSliceKind) }

// isDispatched reports whether a Work brings an EndpointSlice of another cluster. If [ReportSlice] overwrites a dispatched Work, the annotation
// stays, as in Karmada, but the Work is suspended and has a slice of its own cluster.
func isDispatched(w *api.Work) bool {
	provider := w.Annotations[api.ProvisionClusterAnnotation]
	return provider != "" && w.Namespace != api.ExecutionNamespace(provider) && !isSuspended(w)
}

func isSuspended(w *api.Work) bool {
	return w.Spec.SuspendDispatching != nil && *w.Spec.SuspendDispatching
}
