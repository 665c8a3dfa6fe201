package controller_test

import (
	"context"
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
)

func named(namespace, name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Namespace: namespace, Name: name}
}

// apply creates objects from YAML documents.
func apply(t *testing.T, documents ...string) {
	t.Helper()
	for _, text := range documents {
		o := &unstructured.Unstructured{}
		require.NoError(t, yaml.Unmarshal([]byte(text), &o.Object))
		require.NoError(t, hub.Create(t.Context(), o), text)
		t.Cleanup(func() { require.NoError(t, client.IgnoreNotFound(hub.Delete(context.Background(), o))) })
	}
}

func deployment(namespace, name, more string) string {
	return fmt.Sprintf(`
apiVersion: apps/v1
kind: Deployment
metadata: {namespace: %s, name: %s%s}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: nginx:1.27}]}
`, namespace, name, more)
}

// image returns the image of the only container of a Deployment in a Work.
func image(ctx context.Context, cluster, namespace, name string) (string, error) {
	var w api.Work
	key := client.ObjectKey{Namespace: api.ExecutionNamespace(cluster), Name: api.WorkName("Deployment", namespace, name)}
	if err := hub.Get(ctx, key, &w); err != nil {
		return "", err
	}
	list, _, err := unstructured.NestedSlice(w.Spec.Workload.Manifests[0], "spec", "template", "spec", "containers")
	if err != nil {
		return "", err
	}
	return list[0].(map[string]any)["image"].(string), nil
}

func hasImage(ctx context.Context, cluster, namespace, name, expected string) error {
	found, err := image(ctx, cluster, namespace, name)
	if err == nil && found != expected {
		err = fmt.Errorf("found the image %s in %s, expected %s", found, cluster, expected)
	}
	return err
}

func TestOverrideOnOneCluster(t *testing.T) {
	createNamespace(t, "story")
	createCluster(t, "story1", nil)
	createCluster(t, "story2", nil)
	startHub(t, controller.Options{})
	apply(t, deployment("story", "web", ""), `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: story, name: web}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: web}]
  placement: {clusterAffinity: {clusterNames: [story1, story2]}}
`, `
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {namespace: story, name: registry}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: web}]
  overrideRules:
  - targetCluster: {clusterNames: [story2]}
    overriders: {imageOverrider: [{component: Registry, operator: add, value: registry.example}]}
`)
	eventually(t, func() error { return hasImage(t.Context(), "story1", "story", "web", "nginx:1.27") })
	eventually(t, func() error { return hasImage(t.Context(), "story2", "story", "web", "registry.example/nginx:1.27") })
}

// mergedMeta returns metadata with the labels and annotations of another object.
func mergedMeta(meta metav1.ObjectMeta, of metav1.Object) *metav1.ObjectMeta {
	meta.Labels, meta.Annotations = maps.Clone(of.GetLabels()), maps.Clone(of.GetAnnotations())
	return &meta
}
