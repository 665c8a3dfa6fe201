package controller_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
)

// counter counts the calls of reconcilers in a namespace.
type counter struct {
	mu        sync.Mutex
	namespace string
	calls     map[string]int
	last      time.Time
}

func (c *counter) add(ref override.Ref) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last = time.Now()
	if ref.Namespace == c.namespace || ref.Kind == "Namespace" {
		if c.calls == nil {
			c.calls = map[string]int{}
		}
		c.calls[ref.Name]++
	}
}

// take waits until nothing was reconciled for a while, and returns the calls since the last take, as "name×times", sorted.
func (c *counter) take() string {
	for began := time.Now(); ; {
		c.mu.Lock()
		quiet := min(time.Since(c.last), time.Since(began)) > 700*time.Millisecond
		if quiet {
			var all []string
			for _, name := range slices.Sorted(maps.Keys(c.calls)) {
				all = append(all, fmt.Sprintf("%s×%d", name, c.calls[name]))
			}
			c.calls = nil
			c.mu.Unlock()
			return strings.Join(all, " ")
		}
		c.mu.Unlock()
		time.Sleep(50 * time.Millisecond)
	}
}

// change changes an object of the hub.
func change(t *testing.T, kind, namespace, name string, edit func(*unstructured.Unstructured)) {
	t.Helper()
	o := &unstructured.Unstructured{}
	o.SetAPIVersion("policy.karmada.io/v1alpha1")
	o.SetKind(kind)
	switch kind {
	case "Cluster":
		o.SetAPIVersion("cluster.karmada.io/v1alpha1")
	case "ConfigMap":
		o.SetAPIVersion("v1")
	}
	eventually(t, func() error {
		if err := hub.Get(t.Context(), client.ObjectKey{Namespace: namespace, Name: name}, o); err != nil {
			return err
		}
		edit(o)
		return hub.Update(t.Context(), o)
	})
}

func set(value any, path ...string) func(*unstructured.Unstructured) {
	return func(o *unstructured.Unstructured) {
		if err := unstructured.SetNestedField(o.Object, value, path...); err != nil {
			panic(err)
		}
	}
}

// TestReconcilesExactlyWhatIsAffected counts the calls of the reconcilers after each change of a hub with 24 ConfigMaps.
func TestReconcilesExactlyWhatIsAffected(t *testing.T) {
	createNamespace(t, "count")
	createCluster(t, "count1", map[string]string{"fleet": "count"})
	createCluster(t, "count2", map[string]string{"fleet": "count"})
	for i := range 24 {
		apply(t, fmt.Sprintf(`{apiVersion: v1, kind: ConfigMap, metadata: {namespace: count, name: c%d, labels: {row: r%d}}, data: {a: b}}`, i, i%8))
	}
	apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: count, name: all}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchExpressions: [{key: row, operator: NotIn, values: [r7]}]}}]
  placement: {clusterAffinity: {labelSelector: {matchLabels: {fleet: count}}}}
`, `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: count, name: one}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {row: r7}}}]
  placement: {clusterAffinity: {clusterNames: [count1]}}
`)
	calls := &counter{namespace: "count"}
	startHub(t, controller.Options{Reconciled: calls.add})
	var works api.WorkList
	eventually(t, func() error {
		if err := hub.List(t.Context(), &works, client.InNamespace(api.ExecutionNamespace("count1"))); err != nil {
			return err
		}
		if len(works.Items) < 24 {
			return fmt.Errorf("found %d Works, expected those of 24 ConfigMaps", len(works.Items))
		}
		return nil
	})
	calls.take()

	t.Run("an override policy by label", func(t *testing.T) {
		calls.take() // what the end of the test before has left
		apply(t, overridePolicy("OverridePolicy", "count", "by-label", `labelSelector: {matchLabels: {row: r1}}`, `labelsOverrider: [{operator: add, value: {color: red}}]`))
		require.Equal(t, "c1×1 c17×1 c9×1", calls.take())
		change(t, "OverridePolicy", "count", "by-label", set("x", "metadata", "labels", "irrelevant"))
		require.Empty(t, calls.take(), "the metadata of a policy does not matter")
	})
	t.Run("a cluster-wide policy decides what a namespaced one selects", func(t *testing.T) {
		calls.take() // what the end of the test before has left
		apply(t, overridePolicy("ClusterOverridePolicy", "", "count-tier", `namespace: count, name: c2`, `labelsOverrider: [{operator: add, value: {special: "yes"}}]`))
		require.Equal(t, "c2×1", calls.take())
		apply(t, overridePolicy("OverridePolicy", "count", "by-special", `labelSelector: {matchLabels: {special: "yes"}}`, `annotationsOverrider: [{operator: add, value: {a: b}}]`))
		require.Equal(t, "c2×1", calls.take(), "no template has the label, and only the cluster-wide policy adds it")
	})
	t.Run("labels of a cluster that only a rule reads", func(t *testing.T) {
		calls.take() // what the end of the test before has left
		apply(t, strings.Replace(overridePolicy("OverridePolicy", "count", "by-cluster", `name: c3`, `labelsOverrider: [{operator: add, value: {x: "y"}}]`),
			"- overriders", "- targetCluster: {labelSelector: {matchLabels: {zone: a}}}\n    overriders", 1))
		require.Equal(t, "c3×1", calls.take())
		change(t, "Cluster", "", "count1", set("a", "metadata", "labels", "zone"))
		require.Equal(t, "c3×1", calls.take())
		change(t, "Cluster", "", "count1", set("else", "metadata", "labels", "unused"))
		require.Empty(t, calls.take())
	})
	t.Run("a propagation policy", func(t *testing.T) {
		calls.take() // what the end of the test before has left
		change(t, "PropagationPolicy", "count", "one", set([]any{"count2"}, "spec", "placement", "clusterAffinity", "clusterNames"))
		require.Equal(t, "c15×1 c23×1 c7×1", strings.NewReplacer("×2", "×1", "×3", "×1").Replace(calls.take()), "its own templates; a deleted Work is an event, too")
	})
	t.Run("a cluster that no placement selects any longer", func(t *testing.T) {
		calls.take() // what the end of the test before has left
		change(t, "Cluster", "", "count1", set("none", "metadata", "labels", "fleet"))
		found := calls.take()
		require.NotContains(t, found, "c7×", "its placement names clusters")
		require.Len(t, strings.Fields(found), 21, found)
	})
	t.Run("edits of strangers", func(t *testing.T) {
		calls.take() // what the end of the test before has left
		key := client.ObjectKey{Namespace: api.ExecutionNamespace("count2"), Name: api.WorkName("ConfigMap", "count", "c5")}
		var w api.Work
		require.NoError(t, hub.Get(t.Context(), key, &w))
		require.NoError(t, unstructured.SetNestedField(w.Spec.Workload.Manifests[0], "stolen", "data", "a"))
		require.NoError(t, hub.Update(t.Context(), &w))
		require.Equal(t, "c5×1", calls.take(), "the repair is the Hub's own write")
		require.NoError(t, hub.Get(t.Context(), key, &w))
		require.Equal(t, "b", w.Spec.Workload.Manifests[0]["data"].(map[string]any)["a"])
		require.NoError(t, hub.Delete(t.Context(), &w))
	})
	t.Run("a new template", func(t *testing.T) {
		calls.take() // what the end of the test before has left
		apply(t, `{apiVersion: v1, kind: ConfigMap, metadata: {namespace: count, name: new, labels: {row: r0}}, data: {a: b}}`)
		eventually(t, hasLabel("count2", "count", "new", api.ManagedLabel, "true"))
		require.Equal(t, "new×1", calls.take(), "all that follows is the Hub's own writes")
	})
	t.Run("nothing", func(t *testing.T) {
		calls.take() // what the end of the test before has left
		before := versions(t, "count")
		time.Sleep(time.Second)
		require.Equal(t, before, versions(t, "count"), "a steady state writes nothing")
	})
}

func overridePolicy(kind, namespace, name, selector, overrider string) string {
	return fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: %s
metadata: {namespace: %q, name: %s}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, %s}]
  overrideRules:
  - overriders: {%s}
`, kind, namespace, name, selector, overrider)
}

// versions returns the resource versions of all Works, and of the bindings and ConfigMaps of a namespace.
func versions(t *testing.T, namespace string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, kind := range []string{"work.karmada.io/v1alpha1 Work", "work.karmada.io/v1alpha2 ResourceBinding", "v1 ConfigMap"} {
		version, kind, _ := strings.Cut(kind, " ")
		list := &unstructured.UnstructuredList{}
		list.SetAPIVersion(version)
		list.SetKind(kind + "List")
		var options []client.ListOption
		if kind != "Work" {
			options = append(options, client.InNamespace(namespace))
		}
		require.NoError(t, hub.List(t.Context(), list, options...))
		for _, o := range list.Items {
			all[kind+" "+o.GetNamespace()+"/"+o.GetName()] = o.GetResourceVersion()
		}
	}
	require.Greater(t, len(all), 24)
	return all
}
