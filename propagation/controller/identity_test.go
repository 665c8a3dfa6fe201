package controller_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
)

// TestIdentityIsGuarded: by default, no policy changes the identity of an object. The template says why nothing is sent.
func TestIdentityIsGuarded(t *testing.T) {
	createNamespace(t, "guarded")
	createCluster(t, "guarded1", nil)
	startHub(t, controller.Options{})
	for name, overrider := range map[string]string{
		"moved":   "plaintext: [{path: /metadata/namespace, operator: replace, value: kube-system}]",
		"renamed": "plaintext: [{path: /metadata/name, operator: replace, value: coredns}]",
		"turned":  "plaintext: [{path: /kind, operator: replace, value: Secret}]",
		"owned":   "annotationsOverrider: [{operator: add, value: {work.karmada.io/conflict-resolution: overwrite}}]",
	} {
		kind, namespace := "OverridePolicy", "guarded"
		if name == "renamed" {
			kind, namespace = "ClusterOverridePolicy", ""
		}
		apply(t, configMap("guarded", name, ""), overridePolicy(kind, namespace, "guarded-"+name, "namespace: guarded, name: "+name, overrider))
	}
	apply(t, propagate("guarded", "all", configMaps, "guarded1", ""))
	for _, name := range []string{"moved", "renamed", "turned", "owned"} {
		eventually(t, func() error { return hasEvent("guarded", name, "RenderFailed") })
		require.Contains(t, renderedMessage(t, "guarded", name), "guarded-"+name)
	}
	works := &api.WorkList{}
	require.NoError(t, hub.List(t.Context(), works, client.InNamespace(api.ExecutionNamespace("guarded1"))))
	for _, w := range works.Items {
		require.Equal(t, "Namespace", (&unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}).GetKind(), w.Name)
	}
}

// TestIdentityThatChanges: where cluster-scoped policies may change the identity, each change removes what had the identity before.
func TestIdentityThatChanges(t *testing.T) {
	createNamespace(t, "changing")
	createCluster(t, "changing1", nil)
	guard := policy.Guard(override.GuardNamespaced)
	startHub(t, controller.Options{Guard: &guard})
	to := func(path, value string) func(*unstructured.Unstructured) {
		return set([]any{map[string]any{"overriders": map[string]any{"plaintext": []any{map[string]any{"path": path, "operator": "replace", "value": value}}}}}, "spec", "overrideRules")
	}
	apply(t, configMap("changing", "a", ""), propagate("changing", "all", configMaps, "changing1", ""),
		overridePolicy("ClusterOverridePolicy", "", "changing", "namespace: changing", "plaintext: [{path: /metadata/name, operator: replace, value: b}]"))
	only := func(kind, name, apiVersion string) {
		t.Helper()
		eventually(t, func() error {
			finalizeWorks(t, "changing1")
			w, err := getWork("changing1", kind, "changing", name)
			if err != nil {
				return err
			}
			if found := (&unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}).GetAPIVersion(); found != apiVersion {
				return fmt.Errorf("found the apiVersion %s, expected %s", found, apiVersion)
			}
			list := &api.WorkList{}
			if err := hub.List(t.Context(), list, client.InNamespace(w.Namespace)); err != nil {
				return err
			}
			for _, other := range list.Items {
				if other.Name != w.Name && other.Annotations[api.BindingNamespaceAnnotation] == "changing" {
					err = errors.Join(err, fmt.Errorf("the Work %s still exists", other.Name))
				}
			}
			return err
		})
	}
	only("ConfigMap", "b", "v1")
	change(t, "ClusterOverridePolicy", "", "changing", to("/metadata/name", "c"))
	only("ConfigMap", "c", "v1")
	change(t, "ClusterOverridePolicy", "", "changing", to("/kind", "Other"))
	only("Other", "a", "v1")
	before, err := getWork("changing1", "Other", "changing", "a")
	require.NoError(t, err)

	t.Log("another group has the same name of the Work: the Work must go first, with its object")
	edit := client.MergeFrom(before.DeepCopy())
	before.Finalizers = []string{api.ExecutionFinalizer, "example.com/hold"}
	require.NoError(t, hub.Patch(t.Context(), before, edit))
	change(t, "ClusterOverridePolicy", "", "changing", func(o *unstructured.Unstructured) {
		set([]any{map[string]any{"overriders": map[string]any{"plaintext": []any{
			map[string]any{"path": "/kind", "operator": "replace", "value": "Other"}, map[string]any{"path": "/apiVersion", "operator": "replace", "value": "example.com/v1"},
		}}}}, "spec", "overrideRules")(o)
	})
	eventually(t, func() error {
		w, err := getWork("changing1", "Other", "changing", "a")
		if err == nil && (w.UID != before.UID || w.DeletionTimestamp == nil) {
			err = errors.New("the Work is not being deleted")
		}
		return err
	})
	edit = client.MergeFrom(before.DeepCopy())
	before.Finalizers = nil
	require.NoError(t, client.IgnoreNotFound(hub.Patch(t.Context(), before, edit)))
	only("Other", "a", "example.com/v1")

	t.Log("back to the template")
	require.NoError(t, hub.Delete(t.Context(), decode(t, `{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: changing}}`)))
	only("ConfigMap", "a", "v1")
}

// finalizeWorks removes the finalizers of Works that are being deleted, as the members do.
func finalizeWorks(t *testing.T, cluster string) {
	t.Helper()
	list := &api.WorkList{}
	require.NoError(t, hub.List(t.Context(), list, client.InNamespace(api.ExecutionNamespace(cluster))))
	for i := range list.Items {
		if w := &list.Items[i]; w.DeletionTimestamp != nil {
			w.Finalizers = nil
			if err := hub.Update(t.Context(), w); !apierrors.IsConflict(err) {
				require.NoError(t, client.IgnoreNotFound(err))
			}
		}
	}
}

// renderedMessage returns the message of the condition Rendered of the binding of a ConfigMap.
func renderedMessage(t *testing.T, namespace, name string) string {
	t.Helper()
	c := meta.FindStatusCondition(bindingOf(t, namespace, name).Status.Conditions, controller.ConditionRendered)
	require.NotNil(t, c)
	return c.Message
}

// TestTemplateThatChanges: a policy that was never edited keeps a template that it no longer selects, as in Karmada. Nothing writes the binding then, so the
// Work stays as it is.
func TestTemplateThatChanges(t *testing.T) {
	createNamespace(t, "kept")
	createCluster(t, "kept1", nil)
	startHub(t, controller.Options{})
	apply(t, configMap("kept", "a", ", labels: {app: a}"), propagate("kept", "one", "{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {app: a}}}", "kept1", ""))
	eventually(t, hasLabel("kept1", "kept", "a", "app", "a"))
	change(t, "ConfigMap", "kept", "a", set("b", "metadata", "labels", "app"))
	apply(t, configMap("kept", "later", ", labels: {app: a}"))
	eventually(t, hasLabel("kept1", "kept", "later", "app", "a"))
	require.NoError(t, hasLabel("kept1", "kept", "a", "app", "a")())
	id := bindingOf(t, "kept", "a").Labels[api.PropagationPolicyIDLabel]
	require.NotEmpty(t, id, "the binding keeps the claim")
	require.NoError(t, hasLabel("kept1", "kept", "a", api.PropagationPolicyIDLabel, id)(), "and so does the template")
	change(t, "PropagationPolicy", "kept", "one", set("Lazy", "spec", "activationPreference"))
	eventually(t, func() error {
		if found := bindingOf(t, "kept", "a").Labels[api.PropagationPolicyIDLabel]; found != "" {
			return fmt.Errorf("found the claim %s, expected that the edited policy has released the template", found)
		}
		return nil
	})
}
