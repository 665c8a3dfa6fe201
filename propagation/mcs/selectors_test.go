package mcs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestNeedsDependencies(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, selector string
		needs                  bool
	}{
		{"an import", "its Service and slices follow", "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, namespace: shop, name: web}", true},
		{"without a name", "dependencies need no name", "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, namespace: shop}", true},
		{"by labels", "nor does it matter how they are selected", "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, labelSelector: {matchLabels: {a: b}}}", true},
		{"another version", "the version is matched exactly", "{apiVersion: multicluster.x-k8s.io/v1beta1, kind: ServiceImport, namespace: shop, name: web}", false},
		{"another kind", "an export needs nothing", "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport, namespace: shop, name: web}", false},
	} {
		selectors := []api.ResourceSelector{{APIVersion: "v1", Kind: "Secret"}, *casetest.Decode[api.ResourceSelector](t, c.selector)}
		require.Equal(t, c.needs, mcs.NeedsDependencies(selectors), "%s: %s", c.name, c.reason)
	}
	require.False(t, mcs.NeedsDependencies(nil))
}
