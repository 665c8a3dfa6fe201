package shard_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/shard"
)

// TestKeys: a template, its binding and its Works have one key, whatever the policies made of the manifest.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		name, kind, namespace, object, want string
		binding                             api.Binding
		annotations                         map[string]string
	}{
		{
			"an object with a namespace", "Deployment", "shop", "web", "shop/web-deployment",
			&api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-deployment"}},
			map[string]string{api.BindingNamespaceAnnotation: "shop", api.BindingNameAnnotation: "web-deployment"},
		},
		{
			"an object without a namespace", "ClusterRole", "", "system:view", "system.view-clusterrole",
			&api.ClusterResourceBinding{ObjectMeta: metav1.ObjectMeta{Name: "system.view-clusterrole"}},
			map[string]string{api.ClusterBindingNameAnnotation: "system.view-clusterrole"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, shard.OfObject(c.kind, c.namespace, c.object))
			require.Equal(t, c.want, shard.OfBinding(c.binding))
			w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Name: "w", Annotations: c.annotations}}
			w.Spec.Workload.Manifests = []api.Manifest{{"kind": c.kind, "metadata": map[string]any{"name": "renamed"}}}
			require.Equal(t, c.want, shard.OfWork(w))
		})
	}
}

// TestKeysWithoutBinding: the Works of a Namespace have its key, and a Work without anything has one of its own.
func TestKeysWithoutBinding(t *testing.T) {
	w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Name: "w"}}
	require.Equal(t, "karmada-es-m1/w", shard.OfWork(w))
	w.Spec.Workload.Manifests = []api.Manifest{{"kind": "Namespace", "metadata": map[string]any{"name": "shop"}}}
	require.Equal(t, shard.OfObject("Namespace", "", "shop"), shard.OfWork(w))
	w.Spec.Workload.Manifests = []api.Manifest{nil}
	require.NotPanics(t, func() { shard.OfWork(w) })
}
