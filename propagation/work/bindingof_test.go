package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

func TestBindingOf(t *testing.T) {
	t.Parallel()
	const space, name, wide = api.BindingNamespaceAnnotation, api.BindingNameAnnotation, api.ClusterBindingNameAnnotation
	type marks = map[string]string
	for _, c := range []struct {
		name, namespace string
		annotations     marks
		want            string // kind, namespace and name of the binding; empty: the Work does not count
	}{
		{"of a namespaced binding", "karmada-es-m1", marks{space: "shop", name: "web-deployment"}, "ResourceBinding shop/web-deployment"},
		{"of a cluster-wide binding", "karmada-es-m1", marks{wide: "view-clusterrole"}, "ClusterResourceBinding view-clusterrole"},
		{"in the namespace of a tenant", "shop", marks{space: "shop", name: "web-deployment"}, ""},
		{"in a namespace of no cluster", "karmada-es-", marks{space: "shop", name: "web-deployment"}, ""},
		{"of nobody", "karmada-es-m1", nil, ""},
		{"without a namespace", "karmada-es-m1", marks{name: "web-deployment"}, ""},
		{"without a name", "karmada-es-m1", marks{space: "shop"}, ""},
		{"of two bindings", "karmada-es-m1", marks{space: "shop", name: "web-deployment", wide: "view-clusterrole"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := &api.Work{}
			w.Namespace, w.Name, w.Annotations = c.namespace, "w", c.annotations
			ref, found := work.BindingOf(w)
			require.Equal(t, c.want != "", found)
			if found {
				require.Equal(t, c.want, ref.String())
			}
		})
	}
}
