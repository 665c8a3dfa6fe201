package controller_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// marker is a ConfigMap with policies of its own. A test that counts changes it last: what the marker causes goes through the same watches and queues
// as what the test is about, and comes later. So the test need not guess how long a busy machine needs.
type marker struct {
	namespace, cluster string
	round              int
}

// newMarker creates a marker that is propagated to a cluster.
func newMarker(t *testing.T, namespace, cluster string) *marker {
	t.Helper()
	apply(t, configMap(namespace, "marker", ""), propagate(namespace, "marker", "{apiVersion: v1, kind: ConfigMap, name: marker}", cluster, ""), fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {namespace: %s, name: marker}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: marker}]
  overrideRules:
  - overriders: {labelsOverrider: [{operator: add, value: {policy: round0}}]}
  - targetCluster: {labelSelector: {matchLabels: {marker: "yes"}}}
    overriders: {labelsOverrider: [{operator: add, value: {marked: "yes"}}]}
`, namespace))
	return &marker{namespace: namespace, cluster: cluster}
}

// pass waits until events of a template, an override policy, a Work, a cluster and a propagation policy have had their effect, one after the other.
func (m *marker) pass(t *testing.T) {
	t.Helper()
	m.round++
	round, odd := fmt.Sprint("round", m.round), m.round%2 == 1
	change(t, "ConfigMap", m.namespace, "marker", set(round, "metadata", "labels", "template"))
	eventually(t, hasLabel(m.cluster, m.namespace, "marker", "template", round))

	change(t, "OverridePolicy", m.namespace, "marker", func(o *unstructured.Unstructured) {
		rules, _, _ := unstructured.NestedSlice(o.Object, "spec", "overrideRules")
		rules[0] = map[string]any{"overriders": map[string]any{"labelsOverrider": []any{map[string]any{"operator": "add", "value": map[string]any{"policy": round}}}}}
		set(rules, "spec", "overrideRules")(o)
	})
	eventually(t, hasLabel(m.cluster, m.namespace, "marker", "policy", round))

	eventually(t, func() error {
		w, err := getWork(m.cluster, "ConfigMap", m.namespace, "marker")
		if err != nil {
			return err
		}
		set("a stranger", "metadata", "labels", "policy")(&unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]})
		return hub.Update(t.Context(), w)
	})
	eventually(t, hasLabel(m.cluster, m.namespace, "marker", "policy", round))

	value, marked := "no", ""
	if odd {
		value, marked = "yes", "yes"
	}
	change(t, "Cluster", "", m.cluster, set(value, "metadata", "labels", "marker"))
	eventually(t, hasLabel(m.cluster, m.namespace, "marker", "marked", marked))

	change(t, "PropagationPolicy", m.namespace, "marker", set(odd, "spec", "propagateDeps"))
	eventually(t, func() error {
		b := &api.ResourceBinding{}
		err := hub.Get(t.Context(), client.ObjectKey{Namespace: m.namespace, Name: "marker-configmap"}, b)
		if err == nil && b.Spec.PropagateDeps != odd {
			err = fmt.Errorf("found propagateDeps: %v, expected %v", b.Spec.PropagateDeps, odd)
		}
		return err
	})
}

// TestMarker fails here, and not in the tests that wait for it, if a change of the marker has no effect.
func TestMarker(t *testing.T) {
	createNamespace(t, "marker")
	createCluster(t, "marker1", nil)
	m := newMarker(t, "marker", "marker1")
	calls := &counter{namespace: "marker", marker: m}
	startHub(t, calls.options())
	apply(t, configMap("marker", "other", ""), propagate("marker", "other", "{apiVersion: v1, kind: ConfigMap, name: other}", "marker1", ""))
	eventually(t, hasLabel("marker1", "marker", "other", api.ManagedLabel, "true"))
	calls.take(t)
	require.Empty(t, calls.take(t), "the marker is not counted, and concerns no other object")
	change(t, "ConfigMap", "marker", "other", set("c", "data", "a"))
	require.Equal(t, "other×1", calls.take(t))
}
