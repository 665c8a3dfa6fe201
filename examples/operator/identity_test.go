package main

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestIdentityThatMayChange: a cluster-scoped policy renames an object in one member. The status of the template has the renamed one, and each new name removes the
// one before.
func TestIdentityThatMayChange(t *testing.T) {
	startNamespaceController(t)
	startOperator(t, func(o *options) {
		o.identityChanges, o.namespace = true, "identity-system"
		o.filter.SkippedNamespaces = []string{"identity-system"} // as the command line does
	})
	clusters := join(t, "identity")
	for _, name := range []string{"identity", "identity-system"} {
		space := apply(t, `{apiVersion: v1, kind: Namespace, metadata: {name: `+name+`}}`)
		t.Cleanup(func() { require.NoError(t, hub.Delete(context.Background(), space)) })
	}
	web := apply(t, `
apiVersion: apps/v1
kind: Deployment
metadata: {namespace: identity, name: web}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "nginx:1"}]}}
`)
	apply(t, fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: identity, name: all}
spec: {resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}], placement: {clusterAffinity: {clusterNames: [%s, %s]}}}
`, clusters[0], clusters[1]))
	rename := apply(t, fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: identity}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, namespace: identity}]
  overrideRules:
  - targetCluster: {clusterNames: [%s]}
    overriders: {plaintext: [{path: /metadata/name, operator: replace, value: blue}]}
`, clusters[0]))
	t.Cleanup(func() { require.NoError(t, client.IgnoreNotFound(hub.Delete(context.Background(), rename))) })
	is := func(names ...string) {
		t.Helper()
		for i, name := range names {
			for _, other := range []string{"web", "blue", "green"} {
				eventually(t, func() error {
					if found := state(i, "identity", other) != "-"; found != (name == other) {
						return fmt.Errorf("found %s in member%d: %v, expected only %s", other, i+1, found, name)
					}
					return nil
				})
			}
			eventually(t, func() error { return setReady(i, "identity", name) })
		}
		eventually(t, func() error {
			b := &api.ResourceBinding{}
			if err := hub.Get(t.Context(), client.ObjectKey{Namespace: "identity", Name: "web-deployment"}, b); err != nil {
				return err
			}
			for _, item := range b.Status.AggregatedStatus {
				if !item.Applied || item.Status == nil || string(item.Health) != "Healthy" {
					return fmt.Errorf("found %+v, expected a healthy object", item)
				}
			}
			if err := hub.Get(t.Context(), client.ObjectKeyFromObject(web), web); err != nil {
				return err
			}
			if ready, _, _ := unstructured.NestedInt64(web.Object, "status", "readyReplicas"); len(b.Status.AggregatedStatus) != 2 || ready != 2 {
				return fmt.Errorf("found %d ready replicas of %d members, expected 2 of 2", ready, len(b.Status.AggregatedStatus))
			}
			return nil
		})
	}
	is("blue", "web")
	edit(t, hub, rename, func(o *unstructured.Unstructured) {
		rules, _, _ := unstructured.NestedSlice(o.Object, "spec", "overrideRules")
		rules[0].(map[string]any)["overriders"] = map[string]any{"plaintext": []any{map[string]any{"path": "/metadata/name", "operator": "replace", "value": "green"}}}
		must(unstructured.SetNestedSlice(o.Object, rules, "spec", "overrideRules"))
	})
	is("green", "web")
	require.NoError(t, hub.Delete(t.Context(), rename))
	is("web", "web")
	require.NoError(t, hub.Delete(t.Context(), web))
	for i := range 2 {
		eventually(t, func() error { return isGone(members[i], web) })
	}
	for _, m := range members[:2] {
		require.NoError(t, m.Get(t.Context(), client.ObjectKey{Name: "identity"}, &corev1.Namespace{}))
		require.NoError(t, isGone(m, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "identity-system"}}), "the namespace of the operator")
	}
}
