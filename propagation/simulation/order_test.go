package simulation

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/estate"
)

// lives returns what happens to each object, in its order: the values of the last events decide the end. With r, the policies choose random
// clusters, and a life may end early.
func lives(t *testing.T, r *estate.Estate) [][]func(*World) error {
	all := allLives(t, r)
	for i := range all {
		if r != nil && i > 0 { // m1 must be ready in the end: a cluster that is not ready keeps what it has
			all[i] = all[i][:1+r.IntN(len(all[i]))]
		}
	}
	return all
}

func allLives(t *testing.T, r *estate.Estate) [][]func(*World) error {
	template := func(text string) func(*World) error {
		o := casetest.Object(t, text)
		return func(w *World) error { return w.PutTemplate(o) }
	}
	remove := func(kind, name string) func(*World) error {
		ref := override.Ref{APIVersion: "v1", Kind: kind, Namespace: "shop", Name: name}
		return func(w *World) error { w.DeleteTemplate(ref); return nil }
	}
	policy := func(name, kind, clusters string) func(*World) error {
		if r != nil {
			clusters = estate.Pick(r, "m1", "m2", "m3", "m1, m2", "m1, m3", "m2, m3", "m1, m2, m3")
		}
		p := casetest.Decode[api.PropagationPolicy](t, fmt.Sprintf(`
metadata: {namespace: shop, name: %s}
spec:
  resourceSelectors: [{apiVersion: %s}]
  placement: {clusterAffinity: {clusterNames: [%s]}}
`, name, kind, clusters))
		return func(w *World) error { return w.PutPolicy(p) }
	}
	labels := func(name, cluster, value string) func(*World) error {
		p := casetest.Decode[api.OverridePolicy](t, fmt.Sprintf(`
metadata: {namespace: shop, name: %s}
spec:
  overrideRules:
  - targetCluster: {clusterNames: [%s]}
    overriders: {labelsOverrider: [{operator: add, value: {%s: %s}}]}
`, name, cluster, name, value))
		return func(w *World) error { return w.PutOverride(p) }
	}
	cluster := func(name string) func(*World) error {
		return func(w *World) error {
			return w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: "+name+"}"))
		}
	}
	ready := func(name string, ready bool) func(*World) error {
		return func(w *World) error { w.SetReady(name, ready); return nil }
	}
	leave := func(w *World) error { w.Leave("m3"); return nil }
	noPolicy := func(w *World) error {
		w.DeletePolicy(override.Ref{APIVersion: api.PolicyGroupVersion.String(), Kind: "OverridePolicy", Namespace: "shop", Name: "tier"})
		return nil
	}
	return [][]func(*World) error{
		{cluster("m1"), ready("m1", false), ready("m1", true)},
		{cluster("m2")},
		{cluster("m3"), leave},
		{policy("apps", "apps/v1, kind: Deployment", "m1, m2, m3")},
		{policy("maps", "v1, kind: ConfigMap", "m1, m3"), policy("maps", "v1, kind: ConfigMap", "m2"), policy("maps", "v1, kind: ConfigMap", "m1, m2")},
		{labels("ring", "m1", "a"), labels("ring", "m1", "b")},
		{labels("tier", "m2", "gold"), noPolicy},
		{template("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: a}, data: {k: v}}"), remove("ConfigMap", "a"),
			template("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: a}, data: {l: w}}")},
		{template("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: b}, data: {k: v}}"), remove("ConfigMap", "b")},
		{template("{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: a}, spec: {replicas: 1}}"),
			template("{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: a}, spec: {replicas: 3, paused: true, template: {metadata: {labels: {of: a}}}}}")},
		{policy("services", "v1, kind: Service, name: a", "m1, m3")},
		{policy("exports", "multicluster.x-k8s.io/v1alpha1, kind: ServiceExport", "m1, m2, m3"), policy("exports", "multicluster.x-k8s.io/v1alpha1, kind: ServiceExport", "m1, m3")},
		{policy("imports", "multicluster.x-k8s.io/v1alpha1, kind: ServiceImport", "m2, m3")},
		{template("{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: a}, spec: {ports: [{port: 80}]}}"),
			template("{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: a}, spec: {selector: {of: a}, ports: [{port: 80}]}}")},
		{template("{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport, metadata: {namespace: shop, name: a}}")},
		{template("{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, metadata: {namespace: shop, name: a}, spec: {type: ClusterSetIP}}"),
			template("{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, metadata: {namespace: shop, name: a}, spec: {type: ClusterSetIP, ports: [{port: 80}]}}")},
	}
}

// TestAnyOrder checks that the order of events does not matter if placements are Duplicated, policies are disjoint, and nobody edits objects in
// clusters. The events of one object keep their order. The world settles after some of them. The first estate is fixed, the others are random.
func TestAnyOrder(t *testing.T) {
	t.Parallel()
	estates := uint64(11)
	if testing.Short() {
		estates = 2
	}
	for number := range estates {
		var random *estate.Estate
		orders := uint64(20)
		if number > 0 {
			random, orders = estate.New(*seed, 1000+number), 4
		}
		all := lives(t, random)
		var first map[string][]map[string]any
		for order := range orders {
			end := anyOrder(t, slices.Clone(all), estate.New(*seed, order))
			if first == nil {
				first = end
			}
			require.Equal(t, first, end, "estate %d, order %d", number, order)
		}
		if number == 0 {
			require.Len(t, first["m1"], 5, "a ConfigMap, a Deployment, a Service with its slice, and its ServiceExport")
			require.Len(t, first["m2"], 5, "a ConfigMap, a Deployment, a ServiceImport with its Service, and the slice of m1")
			require.Empty(t, first["m3"])
		}
	}
}

// anyOrder lets the events happen in a random order, and returns what the clusters have in the end.
func anyOrder(t *testing.T, left [][]func(*World) error, r *estate.Estate) map[string][]map[string]any {
	ctx, w := context.Background(), newWorld()
	for len(left) > 0 {
		i := r.IntN(len(left))
		require.NoError(t, left[i][0](w))
		if left[i] = left[i][1:]; len(left[i]) == 0 {
			left = append(left[:i], left[i+1:]...)
		}
		if r.IntN(3) == 0 {
			_, err := w.Settle(ctx)
			require.NoError(t, err)
		}
	}
	_, err := w.Settle(ctx)
	require.NoError(t, err)
	return contents(w)
}

// contents returns the objects of all clusters without what API servers count and allocate.
func contents(w *World) map[string][]map[string]any {
	all := map[string][]map[string]any{}
	for _, c := range w.Clusters() {
		for _, o := range c.Objects {
			all[c.Name] = append(all[c.Name], lean(o))
		}
	}
	return all
}

func lean(o *unstructured.Unstructured) map[string]any {
	rest := o.DeepCopy().Object
	for _, path := range [][]string{
		{"status"}, {"metadata", "uid"}, {"metadata", "resourceVersion"}, {"metadata", "generation"}, {"metadata", "creationTimestamp"},
		{"metadata", "ownerReferences"}, {"metadata", "annotations", api.TemplateUIDAnnotation},
		{"metadata", "annotations", api.TemplateGenerationAnnotation}, {"spec", "clusterIP"}, {"spec", "clusterIPs"},
	} {
		unstructured.RemoveNestedField(rest, path...)
	}
	return rest
}

// TestSameSteps checks that the same events give the same steps.
func TestSameSteps(t *testing.T) {
	t.Parallel()
	all := ""
	for number := range uint64(2) {
		var first string
		for range 2 {
			w, text := newWild(t, 1, number), ""
			w.config.Options.NewID = nil
			for range 30 {
				w.event(t)
				step, err := w.Settle(context.Background())
				require.NoError(t, err)
				text += fmt.Sprintln(step.Moves, step.Changes, step.Actions, step.Rounds)
			}
			if first == "" {
				first = text
			}
			require.Equal(t, first, text)
		}
		all += first
	}
	require.Contains(t, all, "Create EndpointSlice shop/imported-")
}
