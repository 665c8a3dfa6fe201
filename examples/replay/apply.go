package main

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// applied is a policy that changed the object.
type applied struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// apply answers a case of policies on an object.
func apply(name string, object map[string]any, cluster selector.Cluster, policies []*override.Policy) map[string]any {
	failed := func(err error) map[string]any { return map[string]any{"name": name, "error": err.Error()} }
	result, err := override.Apply(&unstructured.Unstructured{Object: object}, cluster, policies...)
	if err != nil {
		return failed(err)
	}
	want, err := result.Object()
	if err != nil {
		return failed(err)
	}
	took := []applied{}
	for _, a := range result.Applied() {
		took = append(took, applied{a.Policy.Kind, a.Policy.Name})
	}
	return map[string]any{"name": name, "want": want.Object, "applied": took}
}
