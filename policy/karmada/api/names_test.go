package api_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestNames compares with names that Karmada's own functions return.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ reason, want, got string }{
		{"of a namespaced object", "nginx-687f7fb96f", api.WorkName("Deployment", "default", "nginx")},
		{"of an object without namespace", "foo-5dbdc7b59c", api.WorkName("Namespace", "", "foo")},
		{"a colon is replaced", "system.node-799967cd8f", api.WorkName("ClusterRole", "", "system:Node")},
		{"of another kind", "web-abc-94b55c44d", api.WorkName("EndpointSlice", "default", "web-abc")},
		{"a binding", "system.node-clusterrole", api.BindingName("ClusterRole", "system:Node")},
		{"a slice in another cluster", "m1-web-abc", api.DispatchedEndpointSliceName("web-abc", "m1")},
		{"a reference", "5bdc5c4dcf", api.BindingReference("default", "nginx-deployment")},
		{"a reference without namespace", "6d6bb69c7b", api.BindingReference("", "x-clusterrole")},
	} {
		require.Equal(t, c.want, c.got, c.reason)
	}
	cluster, err := api.ClusterOfNamespace("karmada-es-m1")
	require.NoError(t, err)
	require.Equal(t, "m1", cluster)
	_, err = api.ClusterOfNamespace("default")
	require.EqualError(t, err, `found the namespace "default", expected one that begins with karmada-es-`)
	require.True(t, api.IsReservedNamespace("karmada-es-m1"))
	require.False(t, api.IsReservedNamespace("kube-system"), "it is only skipped by default")
}

// TestHostileNames passes names that are empty, not UTF-8, or very long.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "\xff\x00", ":", "/", strings.Repeat("İ", 1<<16)} {
		require.NotEmpty(t, api.WorkName(s, s, s))
		require.NotEmpty(t, api.BindingName(s, s))
		require.NotEmpty(t, api.PolicyName(s, s, s))
		require.NotEmpty(t, api.BindingReference(s, s))
		require.Contains(t, api.NamespacedKey(s, s), s)
		require.Contains(t, api.DerivedServiceName(s)+api.ImportedEndpointSliceName(s, s)+api.ImpersonationSecretName(s), s)
		require.True(t, api.IsReservedNamespace(api.ExecutionNamespace(s)))
		cluster, err := api.ClusterOfNamespace(api.ExecutionNamespace(s))
		require.NoError(t, err)
		require.Equal(t, s, cluster)
		_, err = api.ClusterOfNamespace(s)
		require.Error(t, err)
	}
}
