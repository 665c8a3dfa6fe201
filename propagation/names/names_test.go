package names_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/names"
)

// TestNames has names that Karmada's own functions gave.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ reason, want, got string }{
		{"of a namespaced object", "nginx-687f7fb96f", names.Work("Deployment", "default", "nginx")},
		{"of an object without namespace", "foo-5dbdc7b59c", names.Work("Namespace", "", "foo")},
		{"a colon is no part of a name", "system.node-799967cd8f", names.Work("ClusterRole", "", "system:Node")},
		{"of another kind", "web-abc-94b55c44d", names.Work("EndpointSlice", "default", "web-abc")},
		{"a binding", "system.node-clusterrole", names.Binding("ClusterRole", "system:Node")},
		{"a reference", "5bdc5c4dcf", names.Reference("default", "nginx-deployment")},
		{"a reference without namespace", "6d6bb69c7b", names.Reference("", "x-clusterrole")},
	} {
		require.Equal(t, c.want, c.got, c.reason)
	}
	cluster, err := names.ClusterOf("karmada-es-m1")
	require.NoError(t, err)
	require.Equal(t, "m1", cluster)
	_, err = names.ClusterOf("default")
	require.EqualError(t, err, `found the namespace "default", expected one that begins with karmada-es-`)
	require.True(t, names.Reserved("karmada-es-m1"))
	require.False(t, names.Reserved("kube-system"), "which is only skipped by default")
}

// TestWild names what nobody would: nothing, what is no UTF-8, and what is very long.
func TestWild(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "\xff\x00", ":", "/", strings.Repeat("İ", 1<<16)} {
		require.NotEmpty(t, names.Work(s, s, s))
		require.NotEmpty(t, names.Binding(s, s))
		require.NotEmpty(t, names.Policy(s, s, s))
		require.NotEmpty(t, names.Reference(s, s))
		require.Contains(t, names.Key(s, s), s)
		require.Contains(t, names.Derived(s)+names.Imported(s, s)+names.ImpersonationSecret(s), s)
		require.True(t, names.Reserved(names.ExecutionSpace(s)))
		cluster, err := names.ClusterOf(names.ExecutionSpace(s))
		require.NoError(t, err)
		require.Equal(t, s, cluster)
		_, err = names.ClusterOf(s)
		require.Error(t, err)
	}
}
