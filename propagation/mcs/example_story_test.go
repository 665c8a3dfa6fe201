package mcs_test

import (
	"fmt"
	"log"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
)

// A Service is exported from cluster m1 and imported into others, and then everything is removed.
func Example() {
	// Cluster m1 has the Service web, its ServiceExport, and this slice.
	slice := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "addressType": "IPv4",
		"metadata":  map[string]any{"namespace": "shop", "name": "web-x", "labels": map[string]any{"kubernetes.io/service-name": "web"}},
		"endpoints": []any{map[string]any{"addresses": []any{"10.1.2.3"}}},
	}}
	service, _ := mcs.ServiceOf(slice)
	fmt.Println("the slice belongs to", service)

	// The slice is collected in a Work.
	work, err := mcs.ReportSlice(mcs.ReportInput{
		Cluster: "m1", Slice: slice, Source: mcs.SourceServiceExport, NewID: func(override.Ref) string { return "id-1" },
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("collected in", work.Ref(), work.Finalizers)

	// The Work requires that the slice is imported into the control plane.
	fmt.Println(mcs.ImportedSliceNames(work))
	imported, err := mcs.ImportSlice(work, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("imported as", imported.Write[0].GetName(), "of", imported.Write[0].GetLabels()["kubernetes.io/service-name"])

	// The control plane has a ServiceImport, from which a Service is derived.
	ports := []any{map[string]any{"port": int64(80), "protocol": "TCP"}}
	derived, err := mcs.DeriveService(mcs.DeriveInput{Name: service, Import: &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "multicluster.x-k8s.io/v1alpha1", "kind": "ServiceImport", "metadata": map[string]any{"namespace": "shop", "name": "web"},
		"spec": map[string]any{"type": "ClusterSetIP", "ports": ports},
	}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("derived", derived.Write.GetName())

	// If a policy selects the ServiceImport, the Service and the slice follow it into the clusters.

	// The ServiceExport is deleted in m1: the Work must be deleted. Its finalizer keeps it until the imported slice is deleted.
	reported := mcs.ReportedWorks(mcs.SourceServiceExport, "m1", service, []*api.Work{work})
	left, err := mcs.CleanSlice(work, mcs.SourceServiceExport)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("clean", reported, "left:", left != nil)
	work.DeletionTimestamp = &metav1.Time{Time: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)}
	end, err := mcs.ImportSlice(work, imported.Write)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("delete", end.Delete, "finalizers", end.Finalizers)

	// The ServiceImport is deleted, too.
	gone, err := mcs.DeriveService(mcs.DeriveInput{Name: types.NamespacedName{Namespace: "shop", Name: "web"}, Stored: derived.Write})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("delete", gone.Delete)
	// Output:
	// the slice belongs to shop/web
	// collected in Work karmada-es-m1/web-x-96dcd6d9f [karmada.io/endpointslice-controller]
	// [shop/imported-m1-web-x]
	// imported as imported-m1-web-x of derived-web
	// derived derived-web
	// clean [karmada-es-m1/web-x-96dcd6d9f] left: false
	// delete [EndpointSlice shop/imported-m1-web-x] finalizers []
	// delete Service shop/derived-web
}

// A MultiClusterService brings the Service web, and the endpoints of cluster m1, to cluster m2. Then it is deleted.
func Example_multiClusterService() {
	given := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "networking.karmada.io/v1alpha1", "kind": "MultiClusterService", "metadata": map[string]any{
			"namespace": "shop", "name": "web", "labels": map[string]any{"multiclusterservice.karmada.io/permanent-id": "id-2"},
		},
		"spec": map[string]any{
			"types":            []any{"CrossCluster"},
			"providerClusters": []any{map[string]any{"name": "m1"}}, "consumerClusters": []any{map[string]any{"name": "m2"}},
		},
	}}
	service := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{"namespace": "shop", "name": "web", "uid": "u-1"},
	}}
	now := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	newID := func(of override.Ref) string { return "id of " + of.String() } // a controller returns random ids
	var fleet []*api.Cluster
	for _, name := range []string{"m1", "m2", "m3"} {
		cluster := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}}
		cluster.Status.Conditions = []metav1.Condition{{Type: api.ClusterReady, Status: metav1.ConditionTrue}}
		fleet = append(fleet, cluster)
	}

	// The Service is claimed, and bound to both clusters. The Work in m1 starts the collection of slices.
	p, err := mcs.PropagateService(mcs.ServiceInput{MultiClusterService: given, Service: service, Clusters: fleet, Now: now, NewID: newID})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Write[0].Ref(), p.Binding.Spec.Placement.ClusterAffinity.ClusterNames, p.Conditions[0].Reason)

	// A slice of m1 is collected, and dispatched to m2.
	slice := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "addressType": "IPv4",
		"metadata": map[string]any{"namespace": "shop", "name": "web-x", "labels": map[string]any{"kubernetes.io/service-name": "web"}},
	}}
	collected, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Slice: slice, Source: mcs.SourceMultiClusterService, NewID: newID})
	if err != nil {
		log.Fatal(err)
	}
	d, err := mcs.DispatchSlice(mcs.DispatchInput{Work: collected, MultiClusterService: given, Clusters: fleet, Now: now, NewID: newID})
	if err != nil {
		log.Fatal(err)
	}
	dispatched := unstructured.Unstructured{Object: d.Write[0].Spec.Workload.Manifests[0]}
	fmt.Println(d.Write[0].Ref(), dispatched.GetName())

	// The MultiClusterService is deleted: both Works in m1 are, too. The finalizer of the collected slice keeps it until that in m2 is deleted.
	given.SetDeletionTimestamp(&metav1.Time{Time: now})
	stored := append(p.Write, collected, d.Write[0])
	end, err := mcs.PropagateService(mcs.ServiceInput{MultiClusterService: given, Service: p.Service, Binding: p.Binding, Clusters: fleet, Stored: stored, Now: now})
	if err != nil {
		log.Fatal(err)
	}
	for _, orphan := range end.Delete {
		fmt.Println("delete", orphan.Work)
	}
	collected.DeletionTimestamp = &metav1.Time{Time: now}
	last, err := mcs.DispatchSlice(mcs.DispatchInput{Work: collected, Clusters: fleet, Stored: d.Write, Now: now})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("delete", last.Delete[0].Work, "finalizers", last.Finalizers)
	// Output:
	// Work karmada-es-m1/web-7548968995 [m1 m2] ServiceAppliedSucceed
	// Work karmada-es-m2/web-x-96dcd6d9f m1-web-x
	// delete Work karmada-es-m1/web-7548968995
	// delete Work karmada-es-m1/web-x-96dcd6d9f
	// delete Work karmada-es-m2/web-x-96dcd6d9f finalizers []
}
