package affected_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestRead reads what a controller needs to place one template.
func TestRead(t *testing.T) {
	t.Parallel()
	x := newIndex(false)
	a, red := claimed(object("v1", "ConfigMap", "a"), "p"), object("v1", "ConfigMap", "b", "color", "red")
	elsewhere := object("v1", "ConfigMap", "c", "color", "red")
	elsewhere.SetNamespace("bank")
	named := object("v1", "Secret", "named") // its annotations name a policy that has not claimed it
	named.SetAnnotations(a.GetAnnotations())
	b := binding(a, "m1", "m2")
	misnamed := binding(red)
	misnamed.Name = "any-name"
	p := policy(t, "p", everyConfigMap)
	leaving := labeled("m2", "0")
	leaving.DeletionTimestamp = &metav1.Time{}
	put(t, x, a, red, elsewhere, named, b, misnamed, workOf(b, "m2"), workOf(b, "m1"), p, leaving, labeled("m1", "0"), overriding(t, "o", labelAB))
	ref := override.RefOf(a)
	require.Same(t, a, x.Template(ref))
	require.Equal(t, "[ConfigMap bank/c ConfigMap shop/a ConfigMap shop/b Secret shop/named]", text(x.Templates()))
	require.Equal(t, api.Binding(b), x.Binding(ref))
	require.Equal(t, "[ConfigMap shop/a]", text(x.Bound()), "the other binding is not that of its object")
	require.Equal(t, "[ConfigMap shop/a]", text(x.Claimed(p.Ref())))
	require.Equal(t, []*api.Work{workOf(b, "m1"), workOf(b, "m2")}, x.Works(b.Ref()))
	require.Same(t, b, x.Bindings().Get("shop", b.Name))
	require.NotNil(t, x.Peers())
	require.Same(t, x.Policies(), x.Policies(), "it is made once")
	require.NotNil(t, x.Policies().Source(p.Ref()))
	require.Len(t, x.Sources(), 1)
	require.Equal(t, "PropagationPolicy shop/p", x.Sources()[0].Ref().String())
	require.Same(t, x.Fleet(), x.Fleet())
	require.Len(t, x.Fleet().All(), 2)
	require.True(t, x.OverrideExists("shop", "o"))
	require.False(t, x.OverrideExists("", "o"), "it is not a ClusterOverridePolicy")
	require.Equal(t, 1, x.Overrides().Set.Len())
	of, found := x.TemplateOf(b.Ref())
	require.True(t, found)
	require.Equal(t, ref, of)
	_, found = x.TemplateOf(misnamed.Ref())
	require.False(t, found)
	for _, c := range []struct {
		name       string
		dependency interpreter.Dependency
		want       []*unstructured.Unstructured
	}{
		{"by name", interpreter.Dependency{Name: "a"}, []*unstructured.Unstructured{a}},
		{"by a name that is missing", interpreter.Dependency{Name: "x"}, nil},
		{"by labels, in its namespace", interpreter.Dependency{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"color": "red"}}}, []*unstructured.Unstructured{red}},
	} {
		c.dependency.APIVersion, c.dependency.Kind, c.dependency.Namespace = "v1", "ConfigMap", "shop"
		objects, err := x.Find(context.Background(), c.dependency)
		require.NoError(t, err)
		require.Equal(t, c.want, objects, c.name)
	}
	_, err := x.Find(context.Background(), interpreter.Dependency{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"?": "x"}}})
	require.ErrorContains(t, err, "labelSelector")
	x.DeleteOverride(overriding(t, "o", labelAB).Policy.Ref())
	x.DeletePolicy(p.Ref())
	require.Zero(t, x.Overrides().Set.Len())
	require.Nil(t, x.Policies().Source(p.Ref()))
}
