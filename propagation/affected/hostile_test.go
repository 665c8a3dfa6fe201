package affected_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestHostile puts objects that no API server returns. Each is put twice as copies, so that the versions are compared.
func TestHostile(t *testing.T) {
	t.Parallel()
	cycle := func() map[string]any {
		m := map[string]any{}
		m["m"] = m
		return m
	}
	long := strings.Repeat("x", 1<<20)
	for name, make := range map[string]func() any{
		"a template that contains itself": func() any {
			return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "a", "labels": cycle(), "annotations": cycle()}, "spec": cycle()}}
		},
		"a template without content":       func() any { return &unstructured.Unstructured{} },
		"a template with strange metadata": func() any { return &unstructured.Unstructured{Object: map[string]any{"kind": 1, "metadata": "x"}} },
		"a definition that contains itself": func() any {
			o := object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "a")
			o.Object["spec"] = cycle()
			return o
		},
		"a long label": func() any { return object("v1", "ConfigMap", "a", long, long) },
		"a Work that contains itself": func() any {
			w := workOf(binding(object("v1", "ConfigMap", "a")), "m1")
			w.Annotations, w.Spec.Workload.Manifests = nil, []api.Manifest{cycle(), nil}
			return w
		},
		"a binding that contains itself": func() any {
			b := binding(object("v1", "ConfigMap", "a"))
			b.Spec.ReplicaRequirements = &interpreter.ReplicaRequirements{NodeClaim: &interpreter.NodeClaim{HardNodeAffinity: cycle()}}
			return b
		},
		"a binding that requires itself": func() any {
			b := binding(object("v1", "ConfigMap", "a"))
			return requiredBy(b, b, b)
		},
		"a policy without anything":  func() any { return &api.PropagationPolicy{} },
		"a cluster without anything": func() any { return &api.Cluster{} },
		"a binding without anything": func() any { return &api.ClusterResourceBinding{} },
		"a selector of dependencies": func() any {
			return needing(binding(object("v1", "ConfigMap", "a")), `[{"labelSelector":{"matchLabels":{"?":"?"}}},{"name":"x"},null,{}]`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newIndex(false)
			put(t, x, object("v1", "ConfigMap", "b"), binding(object("v1", "ConfigMap", "b"), "m1"), labeled("m1", "0"), overriding(t, "o", `{overrideRules: []}`))
			put(t, x, make(), make(), labeled("m1", "1"), policy(t, "p", everyConfigMap), overriding(t, "o", labelAB))
			x.Policies()
			x.Overrides()
			x.DeleteCluster("m1")
		})
	}
}

// TestMany puts many policies with long lists: the time must not be that of their product.
func TestMany(t *testing.T) {
	t.Parallel()
	n := 5_000
	if testing.Short() {
		n = 500
	}
	x := newIndex(false)
	a := object("v1", "ConfigMap", "a")
	put(t, x, a, binding(a, "m1"))
	for i := range n {
		p := policy(t, fmt.Sprint("p", i), `{placement: {}}`)
		for j := range 20 {
			p.Spec.ResourceSelectors = append(p.Spec.ResourceSelectors, api.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap", Name: fmt.Sprint("c", j)})
			p.Spec.DependentOverrides = append(p.Spec.DependentOverrides, fmt.Sprint("o", j))
		}
		require.Empty(t, x.PutPolicy(p))
	}
	for i := range n / 10 {
		x.PutOverride(overriding(t, fmt.Sprint("o", i), labelAB))
	}
	require.Len(t, x.Sources(), n)
	require.Equal(t, n/10, x.Overrides().Set.Len())
}

// TestConcurrently reads an index while it changes. The race detector finds what is not locked.
func TestConcurrently(t *testing.T) {
	t.Parallel()
	x := newIndex(false)
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for n := range 100 {
				o := object("v1", "ConfigMap", fmt.Sprint("c", n%5))
				b := binding(o, "m1")
				b.Spec.WorkloadAffinityGroups = &api.WorkloadAffinityGroups{AntiAffinityGroup: "g"}
				x.Expect(b)
				put(t, x, o, b, workOf(b, "m1"), labeled("m1", fmt.Sprint(n)), policy(t, "p", everyConfigMap))
				x.Fleet()
				x.Policies()
				x.Works(b.Ref())
				x.Bindings().Get(b.Namespace, b.Name)
				if i == n%4 {
					x.DeleteTemplate(override.RefOf(o))
					x.DeleteBinding(b.Ref())
				}
			}
		})
	}
	group.Wait()
}
