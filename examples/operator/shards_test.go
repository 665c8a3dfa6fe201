package main

import (
	"fmt"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/propagation/controller/shard"
)

// TestShards: two replicas share the templates. One is killed, and a policy changes all templates: the other has taken the lost templates over
// within the lease time and a little. No object ever goes back to an older color.
func TestShards(t *testing.T) {
	const lease = 4 * time.Second
	startNamespaceController(t)
	var replicas []*exec.Cmd
	for i := range 2 {
		replicas = append(replicas, startProcess(t, "-identity", fmt.Sprintf("operator-%d", i), "-lease", lease.String(), "-namespace", "default"))
	}
	fleetLabel := map[string]string{"fleet": "shards"}
	clusters := join(t, "shards", fleetLabel, fleetLabel, fleetLabel)
	space := apply(t, `{apiVersion: v1, kind: Namespace, metadata: {name: shards}}`)
	for _, c := range members {
		eventually(t, func() error { return c.Get(t.Context(), client.ObjectKeyFromObject(space), &corev1.Namespace{}) })
	}
	seen := follow(t, "shards")
	override := apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {namespace: shards, name: color}
spec: {overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {color: c0}}]}}]}
`)
	apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: shards, name: all}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {app: shards}}}]
  placement: {clusterAffinity: {labelSelector: {matchLabels: {fleet: shards}}}}
`)
	ring, lost := shard.NewRing("operator-0", "operator-1"), 0
	for i := range *objects {
		name := fmt.Sprintf("c%d", i)
		apply(t, fmt.Sprintf(`{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shards, name: %s, labels: {app: shards}}, data: {a: b}}`, name))
		if ring.Owner(shard.OfObject("ConfigMap", "shards", name)) == "operator-1" {
			lost++
		}
	}
	require.InDelta(t, *objects/2, lost, float64(*objects)/4)
	awaitColor(t, "c0", *objects, time.Minute)
	paint(t, override, "c1")
	t.Logf("%d templates, 2 replicas: %s", *objects, awaitColor(t, "c1", *objects, time.Minute))

	require.NoError(t, replicas[1].Process.Kill())
	paint(t, override, "c2")
	for began := time.Now(); time.Since(began) < lease/4; time.Sleep(50 * time.Millisecond) {
		for i := range members {
			require.LessOrEqual(t, colored(t, i, "c2"), *objects-lost, "the templates of the killed replica wait for its Lease")
		}
	}
	took := awaitColor(t, "c2", *objects, time.Minute)
	t.Logf("one was killed, with %d templates: taken over %s later", lost, took)
	require.Less(t, took, lease+5*time.Second)
	seen.check(t, "c0", "c1", "c2")

	require.NoError(t, hub.DeleteAllOf(t.Context(), &corev1.ConfigMap{}, client.InNamespace("shards")))
	for _, o := range []client.Object{override, space} {
		require.NoError(t, hub.Delete(t.Context(), o))
	}
	require.NoError(t, until(time.Minute, nothingLeft))
	for _, name := range clusters { // while an operator runs
		require.NoError(t, leave(t.Context(), name))
	}
}

// paint changes the color that an override policy adds.
func paint(t *testing.T, override *unstructured.Unstructured, color string) {
	t.Helper()
	edit(t, hub, override, func(o *unstructured.Unstructured) {
		must(unstructured.SetNestedSlice(o.Object, []any{map[string]any{"overriders": map[string]any{"labelsOverrider": []any{
			map[string]any{"operator": "add", "value": map[string]any{"color": color}},
		}}}}, "spec", "overrideRules"))
	})
}

// colored returns how many ConfigMaps of a member have a color.
func colored(t *testing.T, member int, color string) int {
	t.Helper()
	var list corev1.ConfigMapList
	require.NoError(t, members[member].List(t.Context(), &list, client.InNamespace("shards"), client.MatchingLabels{"color": color}))
	return len(list.Items)
}

// awaitColor waits until all objects have a color in all members, and returns how long that took.
func awaitColor(t *testing.T, color string, objects int, limit time.Duration) time.Duration {
	t.Helper()
	began := time.Now()
	require.NoError(t, until(limit, func() error {
		for i := range members {
			if n := colored(t, i, color); n != objects {
				return fmt.Errorf("%d of %d ConfigMaps have the color %s in member%d", n, objects, color, i+1)
			}
		}
		return nil
	}))
	return time.Since(began).Round(time.Millisecond)
}

// check fails if an object went back to an earlier color, or was missed.
func (h *history) check(t *testing.T, colors ...string) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	require.Len(t, h.all, *objects*len(members))
	for key, list := range h.all {
		require.True(t, slices.IsSortedFunc(list, func(a, b string) int { return slices.Index(colors, a) - slices.Index(colors, b) }), "%s had %v", key, list)
		require.NotContains(t, list, "", "%s was never without its override", key)
	}
}
