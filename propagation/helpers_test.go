package propagation_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"
)

const (
	ppID  = "propagationpolicy.karmada.io/permanent-id"
	cppID = "clusterpropagationpolicy.karmada.io/permanent-id"
)

// claimObject reads an object that is written in YAML.
func claimObject(t testing.TB, text string) *unstructured.Unstructured {
	t.Helper()
	asJSON, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(t, err, "%s", text)
	object := &unstructured.Unstructured{}
	require.NoError(t, utiljson.Unmarshal(asJSON, &object.Object), "%s", text)
	return object
}

func exampleDeployment() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apps/v1", "kind": "Deployment",
		"metadata": map[string]any{"name": "web", "namespace": "shop", "uid": "1"},
		"spec": map[string]any{"replicas": int64(3), "template": map[string]any{"spec": map[string]any{
			"imagePullSecrets": []any{map[string]any{"name": "registry"}},
		}}},
	}}
}
