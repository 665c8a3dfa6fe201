package controller_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/controller"
)

// getWork returns the Work of an object, or an error.
func getWork(cluster, kind, namespace, name string) (*api.Work, error) {
	w := &api.Work{}
	return w, hub.Get(context.Background(), client.ObjectKey{Namespace: api.ExecutionNamespace(cluster), Name: api.WorkName(kind, namespace, name)}, w)
}

// label returns a label of the only manifest of a Work.
func label(cluster, namespace, name, key string) (string, error) {
	w, err := getWork(cluster, "ConfigMap", namespace, name)
	if err != nil {
		return "", err
	}
	return (&unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}).GetLabels()[key], nil
}

func hasLabel(cluster, namespace, name, key, expected string) func() error {
	return func() error {
		found, err := label(cluster, namespace, name, key)
		if err == nil && found != expected {
			err = fmt.Errorf("found the label %s: %q of %s in %s, expected %q", key, found, name, cluster, expected)
		}
		return err
	}
}

func noWork(cluster, kind, namespace, name string) func() error {
	return func() error {
		w, err := getWork(cluster, kind, namespace, name)
		if apierrors.IsNotFound(err) || err == nil && w.DeletionTimestamp != nil {
			return nil
		}
		return errors.Join(err, fmt.Errorf("the Work of %s exists in %s", name, cluster))
	}
}

func configMap(namespace, name, more string) string {
	return fmt.Sprintf(`{apiVersion: v1, kind: ConfigMap, metadata: {namespace: %s, name: %s%s}, data: {a: b}}`, namespace, name, more)
}

func propagate(namespace, name, selector, cluster, more string) string {
	return fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: %s, name: %s}
spec:
  resourceSelectors: [%s]
  placement: {clusterAffinity: {clusterNames: [%s]}}
%s
`, namespace, name, selector, cluster, more)
}

const configMaps = "{apiVersion: v1, kind: ConfigMap}"

// TestBadPolicyAmongGoodOnes: a policy with faults fails what it selects, and says so. All others go on.
func TestBadPolicyAmongGoodOnes(t *testing.T) {
	createNamespace(t, "bad")
	createCluster(t, "bad1", nil)
	startHub(t, controller.Options{})
	apply(t, configMap("bad", "good", ""), configMap("bad", "hit", ""), propagate("bad", "all", configMaps, "bad1", ""),
		overridePolicy("OverridePolicy", "bad", "good", "name: good", "labelsOverrider: [{operator: add, value: {color: red}}]"),
		overridePolicy("OverridePolicy", "bad", "broken", "name: hit", "plaintext: [{path: /nowhere/at/all, operator: replace, value: 1}]"),
		overridePolicy("OverridePolicy", "bad", "faulty", "labelSelector: {matchExpressions: [{key: a, operator: Almost}]}", "labelsOverrider: [{operator: add, value: {never: x}}]"),
	)
	eventually(t, hasLabel("bad1", "bad", "good", "color", "red"))
	eventually(t, func() error {
		policy := decode(t, `{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {namespace: bad, name: faulty}}`)
		if err := hub.Get(t.Context(), client.ObjectKeyFromObject(policy), policy); err != nil {
			return err
		}
		list, _, _ := unstructured.NestedSlice(policy.Object, "status", "conditions")
		if len(list) != 1 || list[0].(map[string]any)["status"] != "False" {
			return fmt.Errorf("found the conditions %v, expected Valid to be False", list)
		}
		return hasEvent("bad", "faulty", "InvalidPolicy")
	})
	eventually(t, func() error { return hasEvent("bad", "hit", "RenderFailed") })
	eventually(t, func() error {
		b := &api.ResourceBinding{}
		if err := hub.Get(t.Context(), client.ObjectKey{Namespace: "bad", Name: "hit-configmap"}, b); err != nil {
			return err
		}
		if !meta.IsStatusConditionFalse(b.Status.Conditions, controller.ConditionRendered) {
			return fmt.Errorf("found the conditions %v, expected Rendered to be False", b.Status.Conditions)
		}
		return nil
	})
	change(t, "OverridePolicy", "bad", "good", func(o *unstructured.Unstructured) {
		rules, _, _ := unstructured.NestedSlice(o.Object, "spec", "overrideRules")
		rules[0].(map[string]any)["overriders"] = map[string]any{"labelsOverrider": []any{map[string]any{"operator": "add", "value": map[string]any{"color": "blue"}}}}
		set(rules, "spec", "overrideRules")(o)
	})
	eventually(t, hasLabel("bad1", "bad", "good", "color", "blue"))
	require.NoError(t, noWork("bad1", "ConfigMap", "bad", "hit")())
}

func hasEvent(namespace, about, reason string) error {
	var list eventsv1.EventList
	if err := hub.List(context.Background(), &list, client.InNamespace(namespace)); err != nil {
		return err
	}
	for _, e := range list.Items {
		if e.Regarding.Name == about && e.Reason == reason {
			return nil
		}
	}
	return fmt.Errorf("found no Event %s about %s among %d", reason, about, len(list.Items))
}

// TestDependencies: a ConfigMap follows the Deployment that needs it, also if it comes later, and leaves with it.
func TestDependencies(t *testing.T) {
	createNamespace(t, "deps")
	createCluster(t, "deps1", nil)
	startHub(t, controller.Options{})
	web := decode(t, deployment("deps", "web", ""))
	require.NoError(t, unstructured.SetNestedSlice(web.Object, []any{map[string]any{"name": "web", "image": "nginx", "envFrom": []any{
		map[string]any{"configMapRef": map[string]any{"name": "settings"}},
	}}}, "spec", "template", "spec", "containers"))
	require.NoError(t, hub.Create(t.Context(), web))
	apply(t, propagate("deps", "web", "{apiVersion: apps/v1, kind: Deployment}", "deps1", "  propagateDeps: true"))
	eventually(t, func() error { return hasImage(t.Context(), "deps1", "deps", "web", "nginx") })
	require.NoError(t, noWork("deps1", "ConfigMap", "deps", "settings")())
	apply(t, configMap("deps", "settings", ""))
	eventually(t, hasLabel("deps1", "deps", "settings", "karmada.io/managed", "true"))
	require.NoError(t, hub.Delete(t.Context(), web))
	eventually(t, noWork("deps1", "Deployment", "deps", "web"))
	eventually(t, noWork("deps1", "ConfigMap", "deps", "settings"))
}

// TestReleasedTemplates: a policy that no longer selects a template, or is deleted, releases it. Its Works stay until another policy claims it.
func TestReleasedTemplates(t *testing.T) {
	createNamespace(t, "release")
	createCluster(t, "release1", nil)
	createCluster(t, "release2", nil)
	startHub(t, controller.Options{})
	apply(t, configMap("release", "a", ""), propagate("release", "one", "{apiVersion: v1, kind: ConfigMap, name: a}", "release1", ""))
	eventually(t, hasLabel("release1", "release", "a", "karmada.io/managed", "true"))
	claimedBy := func(expected string) func() error {
		return func() error {
			o := decode(t, configMap("release", "a", ""))
			if err := hub.Get(t.Context(), client.ObjectKeyFromObject(o), o); err != nil {
				return err
			}
			if found := o.GetAnnotations()[api.PropagationPolicyNameAnnotation]; found != expected {
				return fmt.Errorf("found a claim of %q, expected %q", found, expected)
			}
			return nil
		}
	}
	eventually(t, claimedBy("one"))
	change(t, "PropagationPolicy", "release", "one", func(o *unstructured.Unstructured) {
		set([]any{map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "name": "b"}}, "spec", "resourceSelectors")(o)
	})
	eventually(t, claimedBy(""))
	_, err := getWork("release1", "ConfigMap", "release", "a")
	require.NoError(t, err)
	apply(t, propagate("release", "two", "{apiVersion: v1, kind: ConfigMap, name: a}", "release2", ""))
	eventually(t, claimedBy("two"))
	eventually(t, hasLabel("release2", "release", "a", "karmada.io/managed", "true"))
	eventually(t, noWork("release1", "ConfigMap", "release", "a"))

	two := decode(t, propagate("release", "two", "{}", "", ""))
	change(t, "PropagationPolicy", "release", "two", func(o *unstructured.Unstructured) {
		o.SetFinalizers([]string{"karmada.io/propagation-policy-controller"})
	})
	require.NoError(t, hub.Delete(t.Context(), two))
	eventually(t, claimedBy(""))
	eventually(t, func() error {
		if err := hub.Get(t.Context(), client.ObjectKeyFromObject(two), two); !apierrors.IsNotFound(err) {
			return fmt.Errorf("the policy still exists: %v", err)
		}
		return nil
	})
}

// TestKubeAdmiralByLabel: an object names its policy, and waits for it.
func TestKubeAdmiralByLabel(t *testing.T) {
	createNamespace(t, "admiral")
	createCluster(t, "admiral1", nil)
	startHub(t, controller.Options{})
	apply(t, configMap("admiral", "a", `, labels: {kubeadmiral.io/override-policy-name: red}`), propagate("admiral", "all", configMaps, "admiral1", ""))
	eventually(t, func() error { return hasEvent("admiral", "a", "MissingOverridePolicy") })
	require.NoError(t, noWork("admiral1", "ConfigMap", "admiral", "a")())
	apply(t, `
apiVersion: core.kubeadmiral.io/v1alpha1
kind: OverridePolicy
metadata: {namespace: admiral, name: red}
spec: {overrideRules: [{overriders: {labels: [{operator: addIfAbsent, value: {color: red}}]}}]}
`)
	eventually(t, hasLabel("admiral1", "admiral", "a", "color", "red"))
}

// TestUnknownDependencyDoesNotHoldUpTheTemplate: the kind of a dependency may be skipped, or not readable.
func TestUnknownDependencyDoesNotHoldUpTheTemplate(t *testing.T) {
	createNamespace(t, "unknown")
	createCluster(t, "unknown1", nil)
	startHub(t, controller.Options{ResourceFilter: claim.ResourceFilterOptions{SkippedAPIs: "v1/ConfigMap"}})
	web := decode(t, deployment("unknown", "web", ""))
	require.NoError(t, unstructured.SetNestedSlice(web.Object, []any{map[string]any{"name": "web", "image": "nginx", "envFrom": []any{
		map[string]any{"configMapRef": map[string]any{"name": "settings"}},
	}}}, "spec", "template", "spec", "containers"))
	require.NoError(t, hub.Create(t.Context(), web))
	apply(t, propagate("unknown", "web", "{apiVersion: apps/v1, kind: Deployment}", "unknown1", "  propagateDeps: true"))
	eventually(t, func() error { return hasImage(t.Context(), "unknown1", "unknown", "web", "nginx") })
}
