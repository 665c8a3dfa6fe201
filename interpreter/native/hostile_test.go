package native_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
)

// TestCycles calls every hook with objects that contain themselves, in each of their fields: it returns a result or an error.
func TestCycles(t *testing.T) {
	t.Parallel()
	cycle := map[string]any{"a": int64(1)}
	for _, key := range []string{"spec", "status", "metadata", "template", "conditions", "loadBalancer", "containers", "labels", "x"} {
		cycle[key] = cycle
	}
	list := []any{nil}
	list[0] = list
	for _, content := range []map[string]any{
		cycle, {"spec": cycle}, {"status": cycle}, {"metadata": cycle}, {"x": cycle}, {"spec": list}, {"status": list}, {"x": list},
		{"spec": map[string]any{"template": map[string]any{"spec": cycle}}}, {"status": map[string]any{"conditions": list}}, {"secrets": list, "imagePullSecrets": list},
	} {
		o := &unstructured.Unstructured{Object: content}
		items := []interpreter.StatusItem{{ClusterName: "a", Status: cycle}, {ClusterName: "b", Status: list}, {ClusterName: "c", Status: content["status"]}}
		for _, i := range native.Interpreters(time.Now) {
			require.NotPanics(t, func() {
				askAll(i, o, o, items)
				askAll(i, &unstructured.Unstructured{Object: map[string]any{}}, o, items[:1])
			}, "%v", i.Kinds())
		}
	}
	for _, template := range []any{cycle, list, map[string]any{"spec": cycle}} {
		_, _ = native.PodRequirements(template)
		_, _ = native.PodDependencies("", template)
	}
}

// TestManyEntries calls every hook with objects of many entries. Its allocations grow linearly. It does not run in parallel.
func TestManyEntries(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	for name, make := range map[string]func(n int) *unstructured.Unstructured{
		"containers": func(n int) *unstructured.Unstructured {
			return pods(n, func(i int) any {
				return map[string]any{"name": fmt.Sprint(i), "resources": map[string]any{"requests": map[string]any{fmt.Sprintf("e.io/%d", i): "1"}}}
			})
		},
		"requests of one container": func(n int) *unstructured.Unstructured {
			requests := map[string]any{}
			for i := range n {
				requests[fmt.Sprintf("e.io/%d", i)] = "1"
			}
			return pods(1, func(int) any { return map[string]any{"name": "a", "resources": map[string]any{"requests": requests}} })
		},
		"secrets": func(n int) *unstructured.Unstructured {
			return &unstructured.Unstructured{Object: map[string]any{"secrets": many(n, func(i int) any { return map[string]any{"name": fmt.Sprint(i)} })}}
		},
		"addresses and conditions": func(n int) *unstructured.Unstructured {
			return &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"type": "LoadBalancer"}, "status": map[string]any{
				"loadBalancer": map[string]any{"ingress": many(n, func(i int) any { return map[string]any{"ip": fmt.Sprint(i)} })},
				"conditions":   many(n, func(i int) any { return map[string]any{"type": fmt.Sprint(i), "status": "True"} }),
			}}}
		},
		"a status of many fields": func(n int) *unstructured.Unstructured {
			status := map[string]any{}
			for i := range n {
				status[fmt.Sprint(i)] = []any{}
			}
			return &unstructured.Unstructured{Object: map[string]any{"status": status}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var spent []uint64
			for _, n := range []int{1500, 3000, 6000} {
				o := make(n)
				items := slices.Repeat([]interpreter.StatusItem{{ClusterName: "a", Status: o.Object["status"]}}, 3)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				for _, i := range native.Interpreters(time.Now) {
					askAll(i, o, o, items)
				}
				runtime.ReadMemStats(&after)
				spent = append(spent, after.TotalAlloc-before.TotalAlloc)
			}
			require.Less(t, spent[1], spent[0]*5/2, "%d", spent)
			require.Less(t, spent[2], spent[1]*5/2, "%d", spent)
		})
	}
}

// TestManyNames has so many names that comparing each with all others would take hours.
func TestManyNames(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	t.Parallel()
	const n = 100_000
	requests := make(map[string]any, n)
	for i := range n {
		requests[fmt.Sprintf("e.io/%d", i)] = "1"
	}
	needs, err := native.PodRequirements(map[string]any{"containers": []any{map[string]any{"name": "a", "resources": map[string]any{"requests": requests}}}})
	require.NoError(t, err)
	require.Len(t, needs.ResourceRequest, n)
	containers := pods(n, func(i int) any { return map[string]any{"name": fmt.Sprint(i)} })
	account := func(from int) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"secrets": many(n, func(i int) any { return map[string]any{"name": fmt.Sprint(from + i)} })}}
	}
	for _, i := range native.Interpreters(time.Now) {
		if hook, ok := i.(interpreter.Retainer); ok && i.Kinds()[0].Kind == "Pod" {
			_, err := hook.Retain(t.Context(), containers, containers)
			require.NoError(t, err)
		}
		if hook, ok := i.(interpreter.Retainer); ok && i.Kinds()[0].Kind == "ServiceAccount" {
			kept, err := hook.Retain(t.Context(), account(0), account(n/2))
			require.NoError(t, err)
			require.Len(t, kept.Object["secrets"], n+n/2)
		}
	}
}

func many(n int, entry func(i int) any) []any {
	list := make([]any, n)
	for i := range list {
		list[i] = entry(i)
	}
	return list
}

// pods returns an object with a pod template, and a pod spec, of n containers.
func pods(n int, container func(i int) any) *unstructured.Unstructured {
	containers := many(n, container)
	return &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{
		"replicas": int64(1_000_000_000), "containers": containers, "template": map[string]any{"spec": map[string]any{"containers": containers}},
	}}}
}
