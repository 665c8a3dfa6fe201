package work_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

func TestNamespace(t *testing.T) {
	t.Parallel()
	skipped := []*regexp.Regexp{nil, regexp.MustCompile("^kube-.*$")}
	for name, c := range map[string]struct{ namespace, skip string }{
		"propagated":   {"{metadata: {name: shop}}", ""},
		"said no":      {"{metadata: {name: shop, labels: {namespace.karmada.io/skip-auto-propagation: 'false'}}}", ""},
		"said so":      {"{metadata: {name: shop, labels: {namespace.karmada.io/skip-auto-propagation: 'TRUE'}}}", "the namespace shop is skipped by its label namespace.karmada.io/skip-auto-propagation"},
		"default":      {"{metadata: {name: default}}", "the namespace default is reserved"},
		"Karmada's":    {"{metadata: {name: karmada-es-m1}}", "the namespace karmada-es-m1 is reserved"},
		"almost":       {"{metadata: {name: karmada}}", ""},
		"by name":      {"{metadata: {name: kube-system}}", "the namespace kube-system is skipped by its name"},
		"deleted":      {"{metadata: {name: shop, deletionTimestamp: '2026-01-01T00:00:00Z'}}", "the namespace shop is being deleted"},
		"unlike name":  {"{metadata: {name: my-kube-system}}", ""},
		"without name": {"{}", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := work.NamespaceInput{Namespace: object(t, c.namespace), Clusters: []*api.Cluster{nil, clusters("b")["b"], clusters("a")["a"]}, Skipped: skipped}
			before := frozen(t, []any{in.Namespace.Object, in.Clusters})
			skip, why := in.ShouldSkip()
			require.Equal(t, c.skip != "", skip)
			if skip {
				require.Equal(t, c.skip, why)
			}
			works, err := work.Namespace(in)
			require.NoError(t, err)
			require.Equal(t, before, frozen(t, []any{in.Namespace.Object, in.Clusters}))
			if c.skip != "" {
				require.Empty(t, works)
				return
			}
			require.Len(t, works, 2)
			require.Equal(t, "karmada-es-a", works[0].Namespace)
			require.Nil(t, works[0].Spec.SuspendDispatching, "it is not set")
			require.NotContains(t, works[0].Annotations, "work.karmada.io/conflict-resolution")
			require.Equal(t, map[string]any{}, works[0].Spec.Workload.Manifests[0]["spec"])
			require.Equal(t, "Namespace", works[0].OwnerReferences[0].Kind)
		})
	}
	skip, why := work.NamespaceInput{}.ShouldSkip()
	require.True(t, skip)
	require.Equal(t, "the namespace is nil", why)
}
