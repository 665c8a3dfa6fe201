package policy_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/policy"
)

func TestScopesOf(t *testing.T) {
	t.Parallel()
	const head = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
	for _, c := range []struct{ name, reason, in, kind, want string }{
		{"cluster-scoped, built in", "of the core group", "", "Namespace", "Cluster"},
		{"namespaced, built in", "of a group", "", "Deployment.apps", "Namespaced"},
		{"one kind in two groups", "the group counts", "", "ClusterOverridePolicy.core.kubeadmiral.io", "Cluster"},
		{"kind of Karmada", "without a Go type here", "", "ClusterTaintPolicy.policy.karmada.io", "Cluster"},
		{"unknown", "nothing defines it", "", "Tenant.example.com", ""},
		{"built-in kind of another group", "a kind alone is not enough", "", "Namespace.example.com", ""},
		{"cluster-scoped", "as defined", head + "spec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n", "Tenant.example.com", "Cluster"},
		{"namespaced", "as defined", head + "spec: {group: example.com, names: {kind: Tenant}, scope: Namespaced}\n", "Tenant.example.com", "Namespaced"},
		{"v1beta1", "the fields are the same", strings.Replace(head, "/v1", "/v1beta1", 1) + "spec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n", "Tenant.example.com", "Cluster"},
		{"another version", "its fields are not known", strings.Replace(head, "/v1", "/v2", 1) + "spec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n", "Tenant.example.com", ""},
		{"another group", "it defines nothing", strings.Replace(head, "apiextensions.k8s.io", "example.com", 1) + "spec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n", "Tenant.example.com", ""},
		{"another kind of the group", "the same", head + "spec: {group: other.com, names: {kind: Tenant}, scope: Cluster}\n", "Tenant.example.com", ""},
		{"built in and defined", "a definition does not move a built-in kind", head + "spec: {group: apps, names: {kind: Deployment}, scope: Cluster}\n", "Deployment.apps", "Namespaced"},
		{"defined twice", "the first was accepted, the second conflicts with it", head + "spec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n---\n" + head + "spec: {group: example.com, names: {kind: Tenant}, scope: Namespaced}\n", "Tenant.example.com", "Cluster"},
		{"first is malformed", "it defines nothing", head + "spec: {group: example.com, names: {kind: Tenant}, scope: Any}\n---\n" + head + "spec: {group: example.com, names: {kind: Tenant}, scope: Namespaced}\n", "Tenant.example.com", "Namespaced"},
		{"scope in lower case", "the API server refuses it", head + "spec: {group: example.com, names: {kind: Tenant}, scope: cluster}\n", "Tenant.example.com", ""},
		{"no scope", "it is required", head + "spec: {group: example.com, names: {kind: Tenant}}\n", "Tenant.example.com", ""},
		{"no scope in v1beta1", "Kubernetes defaults it", strings.Replace(head, "/v1", "/v1beta1", 1) + "spec: {group: example.com, names: {kind: Tenant}}\n", "Tenant.example.com", "Namespaced"},
		{"empty scope in v1beta1", "the same", strings.Replace(head, "/v1", "/v1beta1", 1) + "spec: {group: example.com, names: {kind: Tenant}, scope: ''}\n", "Tenant.example.com", "Namespaced"},
		{"wrong scope in v1beta1", "only a missing scope has a default", strings.Replace(head, "/v1", "/v1beta1", 1) + "spec: {group: example.com, names: {kind: Tenant}, scope: [Cluster]}\n", "Tenant.example.com", ""},
		{"no group in v1beta1", "it is required", strings.Replace(head, "/v1", "/v1beta1", 1) + "spec: {names: {kind: Tenant}}\n", "Tenant", ""},
		{"no group", "it is required: the core group has no custom kinds", head + "spec: {names: {kind: Tenant}, scope: Cluster}\n", "Tenant", ""},
		{"no names", "they are required", head + "spec: {group: example.com, scope: Cluster}\n", "Tenant.example.com", ""},
		{"wrong types", "ignored, without a panic", head + "spec: {group: [example.com], names: Tenant, scope: {a: b}}\n", "Tenant.example.com", ""},
		{"spec is a list", "ignored, without a panic", head + "spec: [group]\n", "Tenant.example.com", ""},
		{"no spec", "ignored, without a panic", head, "Tenant.example.com", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			bundle, err := policy.Decode(strings.NewReader(c.in))
			require.NoError(t, err)
			require.Equal(t, policy.Scope(c.want), policy.ScopesOf(bundle.Objects...).Of(schema.ParseGroupKind(c.kind)), c.reason)
		})
	}
}

// TestScopesShareNothing checks that scopes do not change with the objects that they were made of.
func TestScopesShareNothing(t *testing.T) {
	t.Parallel()
	bundle, err := policy.Decode(strings.NewReader("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n"))
	require.NoError(t, err)
	scopes := policy.ScopesOf(bundle.Objects...)
	clear(bundle.Objects[0].Object)
	require.Equal(t, policy.ScopeCluster, scopes.Of(schema.GroupKind{Group: "example.com", Kind: "Tenant"}))
	require.Equal(t, policy.ScopeUnknown, policy.Scopes{}.Of(schema.GroupKind{Group: "example.com", Kind: "Tenant"}))
}
