package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var (
	kills   = flag.Int("kills", 3, "how often the operator is killed while it works")
	objects = flag.Int("objects", 40, "how many objects it changes then")
)

// history has the colors that each ConfigMap of a namespace had in the members, without repetitions.
type history struct {
	mu  sync.Mutex
	all map[string][]string
}

func (h *history) add(member int, c *corev1.ConfigMap) {
	h.mu.Lock()
	defer h.mu.Unlock()
	key, color := fmt.Sprintf("member%d/%s", member+1, c.Name), c.Labels["color"]
	if seen := h.all[key]; len(seen) == 0 || seen[len(seen)-1] != color {
		h.all[key] = append(seen, color)
	}
}

// follow records the colors until the test ends.
func follow(t *testing.T, namespace string) *history {
	t.Helper()
	h := &history{all: map[string][]string{}}
	ctx, stop := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	t.Cleanup(func() {
		stop()
		wait.Wait()
	})
	for i, server := range fleet.Members {
		c, err := client.NewWithWatch(server.Config(), client.Options{})
		require.NoError(t, err)
		w, err := c.Watch(ctx, &corev1.ConfigMapList{}, client.InNamespace(namespace))
		require.NoError(t, err)
		wait.Go(func() {
			defer w.Stop()
			for e := range w.ResultChan() {
				if o, ok := e.Object.(*corev1.ConfigMap); ok && e.Type != watch.Deleted {
					h.add(i, o)
				}
			}
		})
	}
	return h
}

// TestKilled kills the operator at random points while it changes all objects of two policies, each time to another color. In the end all is as planned,
// and no object has ever gone back to an earlier color.
func TestKilled(t *testing.T) {
	startNamespaceController(t)
	startProcess := func() func() {
		c := startProcess(t)
		return func() {
			require.NoError(t, c.Process.Kill())
			_ = c.Wait()
		}
	}
	kill := startProcess()
	clusters := join(t, "kill", map[string]string{"fleet": "kill"}, map[string]string{"fleet": "kill"}, map[string]string{"fleet": "kill"})
	space := apply(t, `{apiVersion: v1, kind: Namespace, metadata: {name: kill}}`)
	for _, c := range append([]client.Client{hub}, members...) {
		eventually(t, func() error { return c.Get(t.Context(), client.ObjectKeyFromObject(space), &corev1.Namespace{}) })
	}
	seen := follow(t, "kill")
	override := apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {namespace: kill, name: color}
spec: {overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {color: c0}}]}}]}
`)
	apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: kill, name: all}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {app: kill}}}]
  placement: {clusterAffinity: {labelSelector: {matchLabels: {fleet: kill}}}}
`)
	for i := range *objects {
		apply(t, fmt.Sprintf(`{apiVersion: v1, kind: ConfigMap, metadata: {namespace: kill, name: c%d, labels: {app: kill}}, data: {a: b}}`, i))
	}
	began := time.Now()
	var colors []string
	random := rand.New(rand.NewPCG(1, uint64(*kills)))
	for i := range *kills {
		colors = append(colors, fmt.Sprintf("c%d", i))
		time.Sleep(time.Duration(random.IntN(2500)) * time.Millisecond)
		edit(t, hub, override, func(o *unstructured.Unstructured) {
			must(unstructured.SetNestedSlice(o.Object, []any{map[string]any{"overriders": map[string]any{"labelsOverrider": []any{
				map[string]any{"operator": "add", "value": map[string]any{"color": fmt.Sprintf("c%d", i+1)}},
			}}}}, "spec", "overrideRules"))
		})
		time.Sleep(time.Duration(random.IntN(700)) * time.Millisecond)
		kill()
		kill = startProcess()
	}
	last := fmt.Sprintf("c%d", *kills)
	colors = append(colors, last)
	require.NoError(t, until(2*time.Minute, func() error {
		for i, c := range members {
			var list corev1.ConfigMapList
			if err := c.List(t.Context(), &list, client.InNamespace("kill"), client.MatchingLabels{"color": last}); err != nil {
				return err
			}
			if len(list.Items) != *objects {
				return fmt.Errorf("%d of %d ConfigMaps have the last color in member%d", len(list.Items), *objects, i+1)
			}
		}
		return nil
	}))
	t.Logf("%d kills, %d objects, 3 members: %s", *kills, *objects, time.Since(began).Round(time.Millisecond))
	seen.mu.Lock()
	defer seen.mu.Unlock()
	for key, list := range seen.all {
		require.True(t, slices.IsSortedFunc(list, func(a, b string) int { return slices.Index(colors, a) - slices.Index(colors, b) }), "%s had %v", key, list)
		require.NotContains(t, list, "", "%s was never without its override", key)
	}
	require.Len(t, seen.all, *objects*len(members))
	require.NoError(t, hub.DeleteAllOf(t.Context(), &corev1.ConfigMap{}, client.InNamespace("kill")))
	for _, o := range []client.Object{override, space} {
		require.NoError(t, hub.Delete(t.Context(), o))
	}
	require.NoError(t, until(time.Minute, nothingLeft))
	for _, name := range clusters { // while an operator runs
		require.NoError(t, leave(t.Context(), name))
	}
}
