package namespace_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestShouldSkip(t *testing.T) {
	t.Parallel()
	skipped := []*regexp.Regexp{nil, regexp.MustCompile("^kube-.*$")}
	for name, c := range map[string]struct {
		namespace string
		skip      bool
		why       string
		reason    string
	}{
		"propagated":     {"{metadata: {name: shop}}", false, "every cluster gets the namespace shop", "there is no reason to skip it"},
		"label false":    {"{metadata: {name: shop, labels: {namespace.karmada.io/skip-auto-propagation: 'false'}}}", false, "every cluster gets the namespace shop", "only true skips"},
		"label true":     {"{metadata: {name: shop, labels: {namespace.karmada.io/skip-auto-propagation: 'TRUE'}}}", true, "the namespace shop is skipped by its label namespace.karmada.io/skip-auto-propagation", "in any case"},
		"default":        {"{metadata: {name: default}}", true, "the namespace default is reserved", "every cluster has it"},
		"system":         {"{metadata: {name: karmada-system}}", true, "the namespace karmada-system is reserved", "Karmada runs there"},
		"leases":         {"{metadata: {name: karmada-cluster}}", true, "the namespace karmada-cluster is reserved", "it has the leases of clusters"},
		"of a cluster":   {"{metadata: {name: karmada-es-m1}}", true, "the namespace karmada-es-m1 is reserved", "it has the Works of a cluster"},
		"almost":         {"{metadata: {name: karmada}}", false, "every cluster gets the namespace karmada", "it only looks reserved"},
		"by name":        {"{metadata: {name: kube-system}}", true, "the namespace kube-system is skipped by its name", "every cluster has its own"},
		"deleted":        {"{metadata: {name: shop, deletionTimestamp: '2026-01-01T00:00:00Z'}}", true, "the namespace shop is being deleted", "its Works are deleted with it"},
		"name in middle": {"{metadata: {name: my-kube-system}}", false, "every cluster gets the namespace my-kube-system", "the expression matches from the start"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := namespace.Input{Namespace: casetest.Object(t, c.namespace), Clusters: clusters("m1"), Skipped: skipped}
			skip, why := in.ShouldSkip()
			require.Equal(t, c.skip, skip, c.reason)
			require.Equal(t, c.why, why, c.reason)
			works, err := render(in)
			require.NoError(t, err)
			if skip {
				require.Empty(t, works, c.reason)
				return
			}
			require.Len(t, works, 1, c.reason)
		})
	}
	skip, why := namespace.Input{}.ShouldSkip()
	require.True(t, skip)
	require.Equal(t, "the namespace is nil", why)
}
