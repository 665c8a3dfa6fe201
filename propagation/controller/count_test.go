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

// counter counts the calls of reconcilers in a namespace, except for those of a marker.
type counter struct {
	namespace string
	marker    *marker

	mu    sync.Mutex
	calls map[string]int
	last  time.Time
}

// options returns those of a hub that is counted.
func (c *counter) options() controller.Options { return controller.Options{Reconciled: c.add} }

func (c *counter) add(ref override.Ref) {
	if ref.Namespace != c.namespace && ref.Kind != "Namespace" || ref.Name == "marker" && ref.Kind == "ConfigMap" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls == nil {
		c.calls = map[string]int{}
	}
	c.calls[ref.Name]++
	c.last = time.Now()
}

// names returns what was reconciled since the last take, sorted.
func (c *counter) names() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Sorted(maps.Keys(c.calls))
}

// quiet reports whether nothing was reconciled since a time, nor for a while: a conflict is tried again after 200 ms.
func (c *counter) quiet(since time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.last.Before(since) && time.Since(c.last) > 300*time.Millisecond
}

// take waits until nothing else is reconciled while the marker passes, and returns the calls since the last take, as "name×times", sorted. Before
// that, it waits until something was reconciled that it expects.
func (c *counter) take(t *testing.T, expected ...string) string {
	t.Helper()
	eventually(t, func() error {
		if names := c.names(); len(expected) > 0 && !containsAll(names, expected) {
			return fmt.Errorf("%q were reconciled, expected %q", names, expected)
		}
		return nil
	})
	for began := time.Now(); ; began = time.Now() {
		c.marker.pass(t)
		if c.quiet(began) {
			break
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []string
	for _, name := range slices.Sorted(maps.Keys(c.calls)) {
		all = append(all, fmt.Sprintf("%s×%d", name, c.calls[name]))
	}
	c.calls = nil
	return strings.Join(all, " ")
}

// requireCalls requires exactly these calls since the last take.
func (c *counter) requireCalls(t *testing.T, expected string, why ...any) {
	t.Helper()
	var names []string
	for _, call := range strings.Fields(expected) {
		name, _, _ := strings.Cut(call, "×")
		names = append(names, name)
	}
	require.Equal(t, expected, c.take(t, names...), why...)
}

func containsAll(list, of []string) bool {
	return !slices.ContainsFunc(of, func(s string) bool { return !slices.Contains(list, s) })
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
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchExpressions: [{key: row, operator: Exists}, {key: row, operator: NotIn, values: [r7]}]}}]
  placement: {clusterAffinity: {labelSelector: {matchLabels: {fleet: count}}}}
`, `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: count, name: one}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {row: r7}}}]
  placement: {clusterAffinity: {clusterNames: [count1]}}
`)
	calls := &counter{namespace: "count", marker: newMarker(t, "count", "count2")}
	startHub(t, calls.options())
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
	t.Run("an override policy by label", func(t *testing.T) {
		calls.take(t) // what the end of the test before has left
		apply(t, overridePolicy("OverridePolicy", "count", "by-label", `labelSelector: {matchLabels: {row: r1}}`, `labelsOverrider: [{operator: add, value: {color: red}}]`))
		calls.requireCalls(t, "c1×1 c17×1 c9×1")
		change(t, "OverridePolicy", "count", "by-label", set("x", "metadata", "labels", "irrelevant"))
		require.Empty(t, calls.take(t), "the metadata of a policy does not matter")
	})
	t.Run("a cluster-wide policy decides what a namespaced one selects", func(t *testing.T) {
		calls.take(t) // what the end of the test before has left
		apply(t, overridePolicy("ClusterOverridePolicy", "", "count-tier", `namespace: count, name: c2`, `labelsOverrider: [{operator: add, value: {special: "yes"}}]`))
		calls.requireCalls(t, "c2×1")
		apply(t, overridePolicy("OverridePolicy", "count", "by-special", `labelSelector: {matchLabels: {special: "yes"}}`, `annotationsOverrider: [{operator: add, value: {a: b}}]`))
		calls.requireCalls(t, "c2×1", "no template has the label, and only the cluster-wide policy adds it")
	})
	t.Run("labels of a cluster that only a rule reads", func(t *testing.T) {
		calls.take(t) // what the end of the test before has left
		apply(t, strings.Replace(overridePolicy("OverridePolicy", "count", "by-cluster", `name: c3`, `labelsOverrider: [{operator: add, value: {x: "y"}}]`),
			"- overriders", "- targetCluster: {labelSelector: {matchLabels: {zone: a}}}\n    overriders", 1))
		calls.requireCalls(t, "c3×1")
		change(t, "Cluster", "", "count1", set("a", "metadata", "labels", "zone"))
		calls.requireCalls(t, "c3×1")
		change(t, "Cluster", "", "count1", set("else", "metadata", "labels", "unused"))
		require.Empty(t, calls.take(t))
	})
	t.Run("a propagation policy", func(t *testing.T) {
		calls.take(t) // what the end of the test before has left
		change(t, "PropagationPolicy", "count", "one", set([]any{"count2"}, "spec", "placement", "clusterAffinity", "clusterNames"))
		found := calls.take(t, "c15", "c23", "c7") // some twice: a deleted Work is an event, too
		require.Len(t, strings.Fields(found), 3, "its own templates: %s", found)
	})
	t.Run("a cluster that no placement selects any longer", func(t *testing.T) {
		calls.take(t) // what the end of the test before has left
		change(t, "Cluster", "", "count1", set("none", "metadata", "labels", "fleet"))
		var all []string
		for i := range 24 {
			if i%8 != 7 {
				all = append(all, fmt.Sprint("c", i))
			}
		}
		found := calls.take(t, all...)
		require.NotContains(t, found, "c7×", "its placement names clusters")
		require.Len(t, strings.Fields(found), 21, found)
	})
	t.Run("edits of strangers", func(t *testing.T) {
		calls.take(t) // what the end of the test before has left
		key := client.ObjectKey{Namespace: api.ExecutionNamespace("count2"), Name: api.WorkName("ConfigMap", "count", "c5")}
		var w api.Work
		require.NoError(t, hub.Get(t.Context(), key, &w))
		require.NoError(t, unstructured.SetNestedField(w.Spec.Workload.Manifests[0], "stolen", "data", "a"))
		require.NoError(t, hub.Update(t.Context(), &w))
		calls.requireCalls(t, "c5×1", "the repair is the Hub's own write")
		require.NoError(t, hub.Get(t.Context(), key, &w))
		require.Equal(t, "b", w.Spec.Workload.Manifests[0]["data"].(map[string]any)["a"])
		require.NoError(t, hub.Delete(t.Context(), &w))
	})
	t.Run("a new template", func(t *testing.T) {
		calls.take(t) // what the end of the test before has left
		apply(t, `{apiVersion: v1, kind: ConfigMap, metadata: {namespace: count, name: new, labels: {row: r0}}, data: {a: b}}`)
		eventually(t, hasLabel("count2", "count", "new", api.ManagedLabel, "true"))
		calls.requireCalls(t, "new×1", "all that follows is the Hub's own writes")
	})
	t.Run("nothing", func(t *testing.T) {
		calls.take(t) // what the end of the test before has left
		before := versions(t, "count", "count1", "count2")
		time.Sleep(time.Second)
		require.Equal(t, before, versions(t, "count", "count1", "count2"), "a steady state writes nothing")
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

// versions returns the resource versions of the bindings and ConfigMaps of a namespace, and of the Works of clusters. It omits those of the
// marker, which may still change after a pass.
func versions(t *testing.T, namespace string, clusters ...string) map[string]string {
	t.Helper()
	all := map[string]string{}
	add := func(version, kind, namespace string) {
		list := &unstructured.UnstructuredList{}
		list.SetAPIVersion(version)
		list.SetKind(kind + "List")
		require.NoError(t, hub.List(t.Context(), list, client.InNamespace(namespace)))
		for _, o := range list.Items {
			if strings.HasPrefix(o.GetName(), "marker") {
				continue
			}
			all[kind+" "+o.GetNamespace()+"/"+o.GetName()] = o.GetResourceVersion()
		}
	}
	add("v1", "ConfigMap", namespace)
	add("work.karmada.io/v1alpha2", "ResourceBinding", namespace)
	for _, c := range clusters {
		add("work.karmada.io/v1alpha1", "Work", api.ExecutionNamespace(c))
	}
	require.Greater(t, len(all), 24)
	return all
}
