package controller_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
)

// hasClusters checks the clusters of the binding of a ConfigMap.
func hasClusters(t *testing.T, namespace, name string, expected ...string) func() error {
	return func() error {
		b := &api.ResourceBinding{}
		if err := hub.Get(t.Context(), client.ObjectKey{Namespace: namespace, Name: name + "-configmap"}, b); err != nil {
			return err
		}
		var found []string
		for _, target := range b.Spec.Clusters {
			found = append(found, target.Name)
		}
		if fmt.Sprint(found) != fmt.Sprint(expected) {
			return fmt.Errorf("found the clusters %v, expected %v", found, expected)
		}
		return nil
	}
}

// TestClaimIsInTheBinding: the binding of a template that was just claimed has the version of the template that has the claim.
func TestClaimIsInTheBinding(t *testing.T) {
	createNamespace(t, "version")
	createCluster(t, "version1", nil)
	startHub(t, controller.Options{})
	apply(t, configMap("version", "a", ""), propagate("version", "all", configMaps, "version1", ""))
	eventually(t, hasLabel("version1", "version", "a", api.ManagedLabel, "true"))
	o := decode(t, configMap("version", "a", ""))
	require.NoError(t, hub.Get(t.Context(), client.ObjectKeyFromObject(o), o))
	b := bindingOf(t, "version", "a")
	require.Equal(t, o.GetResourceVersion(), b.Spec.Resource.ResourceVersion)
	require.Equal(t, int64(1), b.Generation, "it is written once")
}

// TestPreemption: a policy of a higher priority takes a template from another one.
func TestPreemption(t *testing.T) {
	createNamespace(t, "preempt")
	createCluster(t, "preempt1", nil)
	createCluster(t, "preempt2", nil)
	startHub(t, controller.Options{FeatureGates: api.FeatureGates{api.GatePropagationPolicyPreemption: true}})
	apply(t, configMap("preempt", "a", ""), propagate("preempt", "low", configMaps, "preempt1", ""))
	eventually(t, hasClusters(t, "preempt", "a", "preempt1"))
	apply(t, propagate("preempt", "high", "{apiVersion: v1, kind: ConfigMap, namespace: preempt, name: a}", "preempt2", "  priority: 1\n  preemption: Always"))
	high := decode(t, propagate("preempt", "high", configMaps, "", ""))
	eventually(t, func() error {
		if err := hub.Get(t.Context(), client.ObjectKeyFromObject(high), high); err != nil || high.GetLabels()[api.PropagationPolicyIDLabel] != "" {
			return err
		}
		return fmt.Errorf("the policy has no id")
	})
	change(t, "ConfigMap", "preempt", "a", set("x", "data", "touched"))
	eventually(t, hasClusters(t, "preempt", "a", "preempt2"))
	require.Equal(t, high.GetLabels()[api.PropagationPolicyIDLabel], bindingOf(t, "preempt", "a").Labels[api.PropagationPolicyIDLabel])
}

// TestReleasedToLazy: a template that one policy releases is bound by a lazy one at once, in the call that writes the new claim. Later, that policy leaves it.
func TestReleasedToLazy(t *testing.T) {
	createNamespace(t, "lazy")
	createCluster(t, "lazy1", nil)
	createCluster(t, "lazy2", nil)
	startHub(t, controller.Options{})
	apply(t, configMap("lazy", "a", ""), propagate("lazy", "one", configMaps, "lazy1", "  priority: 1"))
	eventually(t, hasClusters(t, "lazy", "a", "lazy1"))
	apply(t, propagate("lazy", "two", configMaps, "lazy2", "  activationPreference: Lazy"))
	change(t, "PropagationPolicy", "lazy", "one", set([]any{map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "name": "other"}}, "spec", "resourceSelectors"))
	eventually(t, hasClusters(t, "lazy", "a", "lazy2"))
	change(t, "PropagationPolicy", "lazy", "two", set([]any{"lazy1"}, "spec", "placement", "clusterAffinity", "clusterNames"))
	change(t, "ConfigMap", "lazy", "a", set("x", "data", "touched"))
	eventually(t, hasClusters(t, "lazy", "a", "lazy1"))
}

// TestUnclaimedLosesCluster: a binding that no policy claims leaves a cluster that is gone.
func TestUnclaimedLosesCluster(t *testing.T) {
	createNamespace(t, "unclaimed")
	createCluster(t, "unclaimed1", nil)
	createCluster(t, "unclaimed2", nil)
	startHub(t, controller.Options{})
	apply(t, configMap("unclaimed", "a", ""), propagate("unclaimed", "all", configMaps, "unclaimed1, unclaimed2", ""))
	eventually(t, hasClusters(t, "unclaimed", "a", "unclaimed1", "unclaimed2"))
	require.NoError(t, hub.Delete(t.Context(), decode(t, propagate("unclaimed", "all", configMaps, "", ""))))
	eventually(t, func() error {
		if id := bindingOf(t, "unclaimed", "a").Labels[api.PropagationPolicyIDLabel]; id != "" {
			return fmt.Errorf("found the claim %s, expected none", id)
		}
		return nil
	})
	require.NoError(t, hub.Delete(t.Context(), decode(t, "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: unclaimed1}}")))
	eventually(t, hasClusters(t, "unclaimed", "a", "unclaimed2"))
}

// TestDependenciesOfNowhere: nobody looks at the dependencies of a binding that was made without clusters, until it has one.
func TestDependenciesOfNowhere(t *testing.T) {
	createNamespace(t, "nowhere")
	createCluster(t, "nowhere0", nil)
	startHub(t, controller.Options{})
	web := decode(t, deployment("nowhere", "web", ""))
	require.NoError(t, unstructured.SetNestedSlice(web.Object, []any{map[string]any{"name": "web", "image": "nginx", "envFrom": []any{
		map[string]any{"configMapRef": map[string]any{"name": "settings"}},
	}}}, "spec", "template", "spec", "containers"))
	require.NoError(t, hub.Create(t.Context(), web))
	apply(t, configMap("nowhere", "settings", ""), propagate("nowhere", "web", "{apiVersion: apps/v1, kind: Deployment}", "nowhere1", "  propagateDeps: true"))
	eventually(t, func() error { return hasEvent("nowhere", "web", "ScheduleFailed") })
	b := &api.ResourceBinding{}
	eventually(t, func() error {
		err := hub.Get(t.Context(), client.ObjectKey{Namespace: "nowhere", Name: "web-deployment"}, b)
		if err == nil && len(b.Status.Conditions) == 0 {
			err = fmt.Errorf("the binding has no conditions yet")
		}
		return err
	})
	require.NotContains(t, b.Finalizers, api.DependenciesFinalizer)
	createCluster(t, "nowhere1", nil)
	eventually(t, hasLabel("nowhere1", "nowhere", "settings", api.ManagedLabel, "true"))
}
