package affected_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
)

// storedOf returns objects of all kinds for Fill.
func storedOf(t *testing.T, objects ...any) (all affected.Stored) {
	t.Helper()
	for _, o := range objects {
		switch o := o.(type) {
		case *unstructured.Unstructured:
			all.Templates = append(all.Templates, o)
		case api.PropagationSource:
			all.Policies = append(all.Policies, o)
		case affected.Override:
			all.Overrides = append(all.Overrides, o)
		case *api.Cluster:
			all.Clusters = append(all.Clusters, o)
		case api.Binding:
			all.Bindings = append(all.Bindings, o)
		case *api.Work:
			all.Works = append(all.Works, o)
		default:
			t.Fatalf("found %T, expected an object of a control plane", o)
		}
	}
	return all
}

// TestFillAnswers fills an index in which all else is stored with one object more.
func TestFillAnswers(t *testing.T) {
	t.Parallel()
	a, web := claimed(object("v1", "ConfigMap", "a"), "p"), object("apps/v1", "Deployment", "web")
	leaving := change(labeled("m1", "0"), func(c *api.Cluster) { c.DeletionTimestamp = &metav1.Time{} })
	crd := object("apiextensions.k8s.io/v1", "CustomResourceDefinition", "deployments.apps")
	crd.Object["spec"] = map[string]any{"group": "apps", "names": map[string]any{"kind": "Deployment"}}
	p := policy(t, "p", `{resourceSelectors: [], placement: {}, schedulePriority: {priorityClassSource: KubePriorityClass, priorityClassName: high}}`)
	for _, c := range []struct {
		name  string
		event any
		want  string
	}{
		{"a template that another one needs", object("v1", "ConfigMap", "b"), "[]"},
		{"a template whose binding has the name of another's", object("example.com/v1", "Deployment", "web"), "[]"},
		{"a PriorityClass", object("scheduling.k8s.io/v1", "PriorityClass", "high"), "[ConfigMap shop/a]"},
		{"a CustomResourceDefinition", crd, "[Deployment shop/web]"},
		{"an execution namespace of a cluster that leaves", object("v1", "Namespace", "karmada-es-m1"), "[Deployment shop/web]"},
		{"a policy", policy(t, "q", everyConfigMap), "[]"},
		{"an override policy", overriding(t, "o", labelAB), "[]"},
		{"a cluster", labeled("m2", "0"), "[]"},
		{"a binding", binding(a, "m2"), "[]"},
		{"a Work", workOf(binding(web, "m1"), "m1"), "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			x := newIndex(false)
			put(t, x, a, web, needing(binding(web, "m1"), `[{"apiVersion":"v1","kind":"ConfigMap","namespace":"shop","name":"b"}]`), leaving, p)
			require.Equal(t, c.want, text(x.Fill(storedOf(t, c.event))))
		})
	}
}

// TestFillMany fills an index with objects that all concern each other, one by one as events bring them.
func TestFillMany(t *testing.T) {
	t.Parallel()
	const n = 2_000
	x := newIndex(true)
	for i := range n {
		b := binding(object("apps/v1", "Deployment", fmt.Sprint("web-", i*7919%n)), "m1")
		b.Spec.WorkloadAffinityGroups = &api.WorkloadAffinityGroups{AffinityGroup: "all"}
		x.Fill(affected.Stored{Bindings: []api.Binding{b}})
		x.Fill(affected.Stored{Templates: []*unstructured.Unstructured{object(fmt.Sprint("group-", i, "/v1"), "Deployment", "web")}})
	}
	require.Len(t, x.Templates(), n)
	require.Len(t, x.Bound(), n)
}
