package main

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// object returns an object of a member, or an error.
func object(i int, kind, namespace, name string) (*unstructured.Unstructured, error) {
	o := &unstructured.Unstructured{}
	o.SetAPIVersion("apps/v1")
	o.SetKind(kind)
	return o, members[i].Get(context.Background(), client.ObjectKey{Namespace: namespace, Name: name}, o)
}

// state is what the story looks at: the replicas and the image.
func state(i int, namespace, name string) string {
	o, err := object(i, "Deployment", namespace, name)
	if apierrors.IsNotFound(err) {
		return "-"
	}
	if err != nil {
		return err.Error()
	}
	replicas, _, _ := unstructured.NestedInt64(o.Object, "spec", "replicas")
	list, _, _ := unstructured.NestedSlice(o.Object, "spec", "template", "spec", "containers")
	return fmt.Sprintf("%d %s", replicas, list[0].(map[string]any)["image"])
}

// hasStates waits until the members have these states.
func hasStates(t *testing.T, namespace, name string, expected ...string) {
	t.Helper()
	eventually(t, func() error {
		for i, want := range expected {
			if found := state(i, namespace, name); found != want {
				return fmt.Errorf("found %q in member%d, expected %q", found, i+1, want)
			}
		}
		return nil
	})
}

func TestStory(t *testing.T) {
	startNamespaceController(t)
	startOperator(t)
	clusters := join(t, "story", map[string]string{"tier": "prod"}, map[string]string{"tier": "prod", "mirror": "yes"})
	space := apply(t, `{apiVersion: v1, kind: Namespace, metadata: {name: story}}`)
	nginx := apply(t, `
apiVersion: apps/v1
kind: Deployment
metadata: {namespace: story, name: nginx}
spec:
  replicas: 4
  selector: {matchLabels: {app: nginx}}
  template:
    metadata: {labels: {app: nginx}}
    spec: {containers: [{name: nginx, image: "nginx:1"}]}
`)
	placement := apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: story, name: nginx}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: nginx}]
  placement:
    clusterAffinity: {labelSelector: {matchLabels: {tier: prod}}}
    replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}
`)
	override := apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {namespace: story, name: mirror}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: nginx}]
  overrideRules:
  - targetCluster: {labelSelector: {matchLabels: {mirror: "yes"}}}
    overriders: {imageOverrider: [{component: Registry, operator: add, value: mirror.example}]}
`)
	hasStates(t, "story", "nginx", "2 nginx:1", "2 mirror.example/nginx:1", "-")

	t.Log("an edit in a member is repaired")
	o, err := object(0, "Deployment", "story", "nginx")
	require.NoError(t, err)
	edit(t, members[0], o, func(o *unstructured.Unstructured) {
		must(unstructured.SetNestedField(o.Object, int64(9), "spec", "replicas"))
	})
	hasStates(t, "story", "nginx", "2 nginx:1", "2 mirror.example/nginx:1", "-")

	t.Log("the status goes up")
	for i := range 2 {
		eventually(t, func() error { return setReady(i, "story", "nginx") })
	}
	eventually(t, func() error {
		if err := hub.Get(t.Context(), client.ObjectKeyFromObject(nginx), nginx); err != nil {
			return err
		}
		if ready, _, _ := unstructured.NestedInt64(nginx.Object, "status", "readyReplicas"); ready != 4 {
			return fmt.Errorf("found %d ready replicas, expected 4", ready)
		}
		return nil
	})

	t.Log("a policy is changed")
	edit(t, hub, override, func(o *unstructured.Unstructured) {
		rules, _, _ := unstructured.NestedSlice(o.Object, "spec", "overrideRules")
		images := rules[0].(map[string]any)["overriders"].(map[string]any)["imageOverrider"].([]any)
		images[0].(map[string]any)["value"] = "other.example"
		must(unstructured.SetNestedSlice(o.Object, rules, "spec", "overrideRules"))
	})
	hasStates(t, "story", "nginx", "2 nginx:1", "2 other.example/nginx:1", "-")

	t.Log("labels of clusters are changed")
	label(t, clusters[0], "mirror", "yes")
	hasStates(t, "story", "nginx", "2 other.example/nginx:1", "2 other.example/nginx:1", "-")
	label(t, clusters[2], "tier", "prod")

	t.Log("a Cluster object is deleted")
	require.NoError(t, leave(t.Context(), clusters[0]))
	hasStates(t, "story", "nginx", "-", "2 other.example/nginx:1", "2 nginx:1")

	t.Log("a member is cut off")
	require.NoError(t, fleet.Members[1].Suspend())
	eventually(t, func() error { return notReady(t, clusters[1]) })
	time.Sleep(500 * time.Millisecond)
	binding := &api.ResourceBinding{}
	require.NoError(t, hub.Get(t.Context(), client.ObjectKey{Namespace: "story", Name: "nginx-deployment"}, binding))
	require.Len(t, binding.Spec.Clusters, 2)
	require.NoError(t, fleet.Members[1].Resume())
	hasStates(t, "story", "nginx", "-", "2 other.example/nginx:1", "2 nginx:1")

	t.Log("everything is deleted")
	for _, o := range []*unstructured.Unstructured{override, nginx, placement, space} {
		require.NoError(t, hub.Delete(t.Context(), o))
	}
	eventually(t, nothingLeft)
	hasStates(t, "story", "nginx", "-", "-", "-")
}

// notReady returns an error if a cluster is ready.
func notReady(t *testing.T, cluster string) error {
	c := &api.Cluster{}
	err := hub.Get(t.Context(), client.ObjectKey{Name: cluster}, c)
	if err == nil && meta.IsStatusConditionTrue(c.Status.Conditions, api.ClusterReady) {
		err = fmt.Errorf("cluster %s is ready", cluster)
	}
	return err
}

// nothingLeft returns an error if the hub has a binding, or a Work that is not that of a namespace of Kubernetes.
func nothingLeft() error {
	var bindings api.ResourceBindingList
	var works api.WorkList
	if err := hub.List(context.Background(), &bindings); err != nil {
		return err
	}
	if err := hub.List(context.Background(), &works); err != nil {
		return err
	}
	if len(bindings.Items) > 0 {
		return fmt.Errorf("found the binding %s", bindings.Items[0].Name)
	}
	if len(works.Items) > 0 {
		return fmt.Errorf("found the Work %s/%s", works.Items[0].Namespace, works.Items[0].Name)
	}
	return nil
}

// setReady writes the status of a Deployment in a member, as its controller would.
func setReady(i int, namespace, name string) error {
	o, err := object(i, "Deployment", namespace, name)
	if err != nil {
		return err
	}
	replicas, _, _ := unstructured.NestedInt64(o.Object, "spec", "replicas")
	return setStatus(i, namespace, name, replicas)
}

// setStatus writes the status of a Deployment in a member, with some replicas that are ready.
func setStatus(i int, namespace, name string, ready int64) error {
	o, err := object(i, "Deployment", namespace, name)
	if err != nil {
		return err
	}
	replicas, _, _ := unstructured.NestedInt64(o.Object, "spec", "replicas")
	must(unstructured.SetNestedMap(o.Object, map[string]any{
		"observedGeneration": o.GetGeneration(), "replicas": replicas, "readyReplicas": ready, "updatedReplicas": replicas, "availableReplicas": ready,
	}, "status"))
	return members[i].Status().Update(context.Background(), o)
}

func label(t *testing.T, cluster, key, value string) {
	t.Helper()
	patch := client.RawPatch("application/merge-patch+json", fmt.Appendf(nil, `{"metadata":{"labels":{%q:%q}}}`, key, value))
	c := &api.Cluster{}
	c.Name = cluster
	require.NoError(t, hub.Patch(t.Context(), c, patch))
}
