package propagation_test

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func exampleDeployment() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment",
		"metadata": map[string]any{"name": "web", "namespace": "shop", "uid": "1"},
		"spec": map[string]any{"replicas": int64(3), "template": map[string]any{"spec": map[string]any{
			"imagePullSecrets": []any{map[string]any{"name": "registry"}},
		}}},
	}}
}
