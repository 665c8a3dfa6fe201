package mcs

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// sliceFields returns a new object with a copy of what an EndpointSlice has besides its metadata. It has all fields that the Go type writes
// even without a value.
func sliceFields(slice *unstructured.Unstructured) (map[string]any, error) {
	if err := endpointSliceKind.check(slice); err != nil {
		return nil, err
	}
	addressType, _ := slice.Object["addressType"].(string)
	fields := map[string]any{
		"apiVersion": endpointSliceKind.apiVersion, "kind": endpointSliceKind.kind, "addressType": addressType, "endpoints": nil, "ports": nil,
	}
	if endpoints, ok := slice.Object["endpoints"].([]any); ok {
		fields["endpoints"] = copyEndpoints(endpoints)
	}
	if ports, ok := slice.Object["ports"].([]any); ok {
		fields["ports"] = runtime.DeepCopyJSONValue(ports)
	}
	return fields, nil
}

// copyEndpoints returns a copy in which each endpoint has addresses and conditions.
func copyEndpoints(endpoints []any) []any {
	copied := make([]any, len(endpoints))
	for i, e := range endpoints {
		endpoint, _ := runtime.DeepCopyJSONValue(e).(map[string]any)
		if endpoint == nil {
			endpoint = map[string]any{}
		}
		if endpoint["addresses"] == nil {
			endpoint["addresses"] = nil
		}
		if endpoint["conditions"] == nil {
			endpoint["conditions"] = map[string]any{}
		}
		copied[i] = endpoint
	}
	return copied
}

// hasManifest reports whether a Work has an object of a kind.
func hasManifest(w *api.Work, kind kindOf) bool {
	return slices.ContainsFunc(w.Spec.Workload.Manifests, func(m api.Manifest) bool {
		return m["apiVersion"] == any(kind.apiVersion) && m["kind"] == any(kind.kind)
	})
}

// clusterOf returns the cluster of a Work.
func clusterOf(w *api.Work) (string, error) {
	cluster, err := api.ClusterOfNamespace(w.Namespace)
	if err != nil {
		return "", fmt.Errorf("%s: %w", w.Ref(), err)
	}
	return cluster, nil
}

// nameOf returns the namespace and name of an object that may not be valid.
func nameOf(object *unstructured.Unstructured) types.NamespacedName {
	ref := override.RefOf(object)
	return types.NamespacedName{Namespace: ref.Namespace, Name: ref.Name}
}
