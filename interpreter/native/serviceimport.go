package native

import (
	"context"
	"errors"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// serviceImport interprets multicluster.x-k8s.io/v1alpha1 ServiceImport.
type serviceImport struct{}

func (serviceImport) Kinds() []schema.GroupVersionKind {
	return kind{"multicluster.x-k8s.io/v1alpha1", "ServiceImport"}.kinds()
}

// InterpretDependency returns the Service named "derived-" and the name, and the EndpointSlices whose label kubernetes.io/service-name
// names it. It is an error if that is not a valid label value (the name is empty, or longer than 55 characters).
func (serviceImport) InterpretDependency(_ context.Context, object *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	facts := selector.ObjectOf(content(object))
	service := "derived-" + facts.Name
	if bad := validation.IsValidLabelValue(service); len(bad) > 0 {
		return nil, fail(interpreter.InterpretDependency, object, jsontree.Pointer{"metadata", "name"},
			errors.New("makes "+service+", which is not a label value: "+strings.Join(bad, "; ")))
	}
	return []interpreter.Dependency{
		{
			APIVersion: "discovery.k8s.io/v1", Kind: "EndpointSlice", Namespace: facts.Namespace,
			LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"kubernetes.io/service-name": service}},
		},
		{APIVersion: "v1", Kind: "Service", Namespace: facts.Namespace, Name: service},
	}, nil
}
