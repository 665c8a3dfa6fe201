package mcs_test

import (
	"fmt"
	"log"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
)

// A slice that comes from another cluster must not be collected again.
func ExampleShouldReport() {
	slice := &unstructured.Unstructured{}
	slice.SetLabels(map[string]string{"endpointslice.kubernetes.io/managed-by": "endpointslice-controller.karmada.io"})
	fmt.Println(mcs.ShouldReport(slice))
	// Output:
	// false the slice comes from another cluster: endpointslice-controller.karmada.io manages it
}

// A Work that is collected for two reasons loses one.
func ExampleCleanSlice() {
	w := &api.Work{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{
		"endpointslice.karmada.io/managed-by": "MultiClusterService.ServiceExport", "endpointslice.karmada.io/name": "web", "endpointslice.karmada.io/namespace": "shop",
	}}}
	left, err := mcs.CleanSlice(w, mcs.SourceServiceExport)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(left.Labels)
	left, err = mcs.CleanSlice(left, mcs.SourceMultiClusterService)
	fmt.Println(left, err)
	// Output:
	// map[endpointslice.karmada.io/managed-by:MultiClusterService]
	// <nil> <nil>
}

// A Headless ServiceImport has no derived Service.
func ExampleDeriveService() {
	made, err := mcs.DeriveService(mcs.DeriveInput{
		Name: types.NamespacedName{Namespace: "shop", Name: "web"},
		Import: &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "multicluster.x-k8s.io/v1alpha1", "kind": "ServiceImport", "metadata": map[string]any{"namespace": "shop", "name": "web"},
			"spec": map[string]any{"type": "Headless"},
		}},
	})
	fmt.Println(made.Write, made.Reason, err)
	// Output:
	// <nil> ServiceImport shop/web does not have the type ClusterSetIP <nil>
}
