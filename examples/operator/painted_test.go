package main

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// painted is a namespace whose ConfigMaps go to three members, with a color from an override policy. It needs an operator that runs.
type painted struct {
	namespace       string
	space, override *unstructured.Unstructured
	clusters        []string
	seen            *history
}

// newPainted creates a namespace with the color c0, and a fleet of the same name.
func newPainted(t *testing.T, name string) *painted {
	t.Helper()
	fleetLabel := map[string]string{"fleet": name}
	p := &painted{namespace: name, clusters: join(t, name, fleetLabel, fleetLabel, fleetLabel)}
	p.space = apply(t, `{apiVersion: v1, kind: Namespace, metadata: {name: `+name+`}}`)
	for _, c := range append([]client.Client{hub}, members...) {
		eventually(t, func() error { return c.Get(t.Context(), client.ObjectKeyFromObject(p.space), &corev1.Namespace{}) })
	}
	p.seen = follow(t, name)
	p.override = apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {namespace: `+name+`, name: color}
spec: {overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {color: c0}}]}}]}
`)
	apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: `+name+`, name: all}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {app: `+name+`}}}]
  placement: {clusterAffinity: {labelSelector: {matchLabels: {fleet: `+name+`}}}}
`)
	return p
}

// add creates a ConfigMap.
func (p *painted) add(t *testing.T, name string) {
	t.Helper()
	apply(t, fmt.Sprintf(`{apiVersion: v1, kind: ConfigMap, metadata: {namespace: %s, name: %s, labels: {app: %s}}, data: {a: b}}`, p.namespace, name, p.namespace))
}

// paint changes the color.
func (p *painted) paint(t *testing.T, color string) {
	t.Helper()
	edit(t, hub, p.override, func(o *unstructured.Unstructured) {
		must(unstructured.SetNestedSlice(o.Object, []any{map[string]any{"overriders": map[string]any{"labelsOverrider": []any{
			map[string]any{"operator": "add", "value": map[string]any{"color": color}},
		}}}}, "spec", "overrideRules"))
	})
}

// colored returns how many ConfigMaps of a member have a color.
func (p *painted) colored(t *testing.T, member int, color string) int {
	t.Helper()
	var list corev1.ConfigMapList
	require.NoError(t, members[member].List(t.Context(), &list, client.InNamespace(p.namespace), client.MatchingLabels{"color": color}))
	return len(list.Items)
}

// await waits until all objects have a color in all members, and returns how long that took.
func (p *painted) await(t *testing.T, color string) time.Duration {
	t.Helper()
	began := time.Now()
	require.NoError(t, until(patience, func() error {
		for i := range members {
			if n := p.colored(t, i, color); n != *objects {
				return fmt.Errorf("%d of %d ConfigMaps have the color %s in member%d", n, *objects, color, i+1)
			}
		}
		return nil
	}))
	return time.Since(began).Round(time.Millisecond)
}

// end fails if an object was missed or went back to an earlier color, and deletes everything.
func (p *painted) end(t *testing.T, colors ...string) {
	t.Helper()
	p.seen.check(t, colors...)
	require.NoError(t, hub.DeleteAllOf(t.Context(), &corev1.ConfigMap{}, client.InNamespace(p.namespace)))
	for _, o := range []client.Object{p.override, p.space} {
		require.NoError(t, hub.Delete(t.Context(), o))
	}
	require.NoError(t, until(patience, nothingLeft))
	require.NoError(t, leave(t.Context(), p.clusters...)) // while an operator runs
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
