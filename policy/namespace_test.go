package policy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/policy"
)

const (
	clusterTenants    = "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: tenants.example.com}, spec: {group: example.com, names: {kind: Tenant}, scope: Cluster}}\n"
	namespacedTenants = "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: tenants.example.com}, spec: {group: example.com, names: {kind: Tenant}, scope: Namespaced}}\n"
	tenant            = "{apiVersion: example.com/v1, kind: Tenant, metadata: {name: a}}\n"
)

// namespaces lists the objects of a bundle with their namespaces. Those in Assumed have a question mark.
func namespaces(b *policy.Bundle) string {
	var lines []string
	for _, o := range b.Objects {
		line := fmt.Sprintf("%s %s/%s", o.GetKind(), o.GetNamespace(), o.GetName())
		if slices.Contains(b.Assumed, o) {
			line += "?"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestNamespaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, in, want string }{
		{"no definition", "unknown kinds are taken as namespaced, as assumed", tenant, "Tenant ns/a?"},
		{"definition first", "cluster-scoped", clusterTenants + "---\n" + tenant, "CustomResourceDefinition /tenants.example.com\nTenant /a"},
		{"definition last", "the order does not count", tenant + "---\n" + clusterTenants, "Tenant /a\nCustomResourceDefinition /tenants.example.com"},
		{"namespaced definition", "nothing is assumed", tenant + "---\n" + namespacedTenants, "Tenant ns/a\nCustomResourceDefinition /tenants.example.com"},
		{"in lists", "as in documents", "{apiVersion: v1, kind: List, items: [" + tenant + "," + clusterTenants + "]}\n---\n" + tenant, "Tenant /a\nCustomResourceDefinition /tenants.example.com\nTenant /a"},
		{"another version of the kind", "a scope is that of all versions", clusterTenants + "---\n" + strings.Replace(tenant, "/v1", "/v2", 1), "CustomResourceDefinition /tenants.example.com\nTenant /a"},
		{"another group", "the definition is not its own", clusterTenants + "---\n" + strings.Replace(tenant, "example.com", "other.com", 1), "CustomResourceDefinition /tenants.example.com\nTenant ns/a?"},
		{"namespace in the text", "it is kept, even where the API server refuses it", clusterTenants + "---\n" + strings.Replace(tenant, "name: a", "name: a, namespace: own", 1), "CustomResourceDefinition /tenants.example.com\nTenant own/a"},
		{"empty namespace in the text", "as none", strings.Replace(tenant, "name: a", "name: a, namespace: ''", 1), "Tenant ns/a?"},
		{"built-in kinds", "nothing is assumed", "{apiVersion: v1, kind: Pod, metadata: {name: a}}\n---\n{apiVersion: v1, kind: Node, metadata: {name: b}}\n", "Pod ns/a\nNode /b"},
		{"malformed apiVersion", "the kind has no group, as everywhere", "{apiVersion: a/b/c, kind: Namespace, metadata: {name: a}}\n", "Namespace /a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			bundle, err := policy.Decoder{Namespace: "ns"}.Decode(strings.NewReader(c.in))
			require.NoError(t, err)
			require.Equal(t, c.want, namespaces(bundle), c.reason)

			bundle, err = policy.Decode(strings.NewReader(c.in))
			require.NoError(t, err)
			require.Empty(t, bundle.Assumed, "no namespace is set")
			require.NotContains(t, namespaces(bundle), "ns/")
		})
	}
}

// TestDefaulted checks which namespaces are the decoder's.
func TestDefaulted(t *testing.T) {
	t.Parallel()
	const p = "{apiVersion: policy.karmada.io/v1alpha1, kind: %s, metadata: {name: a%s}, spec: {}}\n"
	for _, c := range []struct{ name, reason, in, want string }{
		{"policies", "of all kinds", fmt.Sprintf(p+"---\n"+p, "OverridePolicy", "", "PropagationPolicy", ""), "OverridePolicy ns/a, PropagationPolicy ns/a"},
		{"policies with a namespace", "also with that of the decoder", fmt.Sprintf(p+"---\n"+p, "OverridePolicy", ", namespace: ns", "PropagationPolicy", ", namespace: own"), ""},
		{"cluster-wide policies", "they have none", fmt.Sprintf(p+"---\n"+p, "ClusterOverridePolicy", "", "ClusterPropagationPolicy", ""), ""},
		{"objects", "those of known kinds, too; a cluster-scoped one has no namespace", tenant + "---\n{apiVersion: v1, kind: Pod, metadata: {name: b}}\n---\n{apiVersion: v1, kind: Node, metadata: {name: c}}\n", "Tenant ns/a, Pod ns/b"},
		{"items of a list", "as documents", "{apiVersion: v1, kind: PodList, items: [{metadata: {name: b}}, {metadata: {name: c, namespace: own}}]}", "Pod ns/b"},
		{"second policy of a name", "it is an error, and is not in the bundle", fmt.Sprintf(p+"---\n"+p, "OverridePolicy", ", namespace: ns", "OverridePolicy", ""), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			names := func(b *policy.Bundle) string {
				var all []string
				for _, ref := range b.Defaulted {
					all = append(all, ref.String())
				}
				return strings.Join(all, ", ")
			}
			bundle, _ := policy.Decoder{Namespace: "ns"}.Decode(strings.NewReader(c.in))
			require.Equal(t, c.want, names(bundle), c.reason)
			definitions, err := policy.Decode(strings.NewReader(clusterTenants))
			require.NoError(t, err)
			before := slices.Clone(bundle.Defaulted)
			shared := bundle.Defaulted
			bundle.ApplyScopes(policy.ScopesOf(definitions.Objects...))
			require.Equal(t, strings.TrimPrefix(c.want, "Tenant ns/a, "), names(bundle), "a cluster-scoped object has no namespace")
			require.Equal(t, before, shared, "the list that a copy of the bundle shares is not written")
			bundle, _ = policy.Decode(strings.NewReader(c.in))
			require.Empty(t, bundle.Defaulted, "no namespace is set")
		})
	}
}

// TestNamespacesWithErrors checks that objects get their namespaces when other documents cannot be decoded.
func TestNamespacesWithErrors(t *testing.T) {
	t.Parallel()
	const twice = "{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: p}, spec: {}}\n---\n{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: p, namespace: ns}, spec: {}}\n"
	bundle, err := policy.Decoder{Namespace: "ns", Limits: policy.Limits{Errors: 1}}.Decode(strings.NewReader(tenant + "---\n" + clusterTenants + "---\n" + twice + "---\n" + tenant))
	require.EqualError(t, err, "document 4 (line 6): OverridePolicy ns/p is already defined in document 3\nthe stream has 1 documents with errors; the rest was not read")
	require.Equal(t, "Tenant /a\nCustomResourceDefinition /tenants.example.com", namespaces(bundle))
}

func TestApplyScopes(t *testing.T) {
	t.Parallel()
	const owned = "{apiVersion: example.com/v1, kind: Tenant, metadata: {name: b, namespace: own}}\n---\n{apiVersion: other.com/v1, kind: Other, metadata: {name: c}}\n"
	for _, c := range []struct{ name, reason, definition, want string }{
		{"nothing", "it remains assumed", "", "Tenant ns/a?\nTenant own/b\nOther ns/c?"},
		{"cluster-scoped", "only the namespace that was assumed is removed", clusterTenants, "Tenant /a\nTenant own/b\nOther ns/c?"},
		{"namespaced", "it is no longer assumed", namespacedTenants, "Tenant ns/a\nTenant own/b\nOther ns/c?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			bundle, err := policy.Decoder{Namespace: "ns"}.Decode(strings.NewReader(tenant + "---\n" + owned))
			require.NoError(t, err)
			definitions, err := policy.Decode(strings.NewReader(c.definition))
			require.NoError(t, err)
			first := bundle.Objects[0]
			bundle.ApplyScopes(policy.ScopesOf(definitions.Objects...))
			require.Equal(t, c.want, namespaces(bundle), c.reason)
			require.Equal(t, "ns", first.GetNamespace(), "the object itself is not written")
			bundle.ApplyScopes(policy.ScopesOf(definitions.Objects...))
			require.Equal(t, c.want, namespaces(bundle), "again, nothing changes")
		})
	}
}

// TestScopesOfHostileObjects checks objects that a Go program built: a value that contains itself, maps that are shared thirty times over, and a
// value that is not JSON must not hang or panic.
func TestScopesOfHostileObjects(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	shared := map[string]any{}
	for range 40 {
		shared = map[string]any{"a": shared, "b": shared}
	}
	for name, value := range map[string]any{"cyclic": cyclic, "shared": shared, "not JSON": 5} {
		definition := func(apiVersion, group, kind any) *unstructured.Unstructured {
			return &unstructured.Unstructured{Object: map[string]any{
				"apiVersion": apiVersion, "kind": "CustomResourceDefinition",
				"spec": map[string]any{"group": group, "names": map[string]any{"kind": kind}, "scope": "Cluster"},
			}}
		}
		const v1 = "apiextensions.k8s.io/v1"
		scopes := policy.ScopesOf(definition(value, "example.com", "A"), definition(v1, value, "A"), definition(v1, "example.com", value), definition(v1, "example.com", "Tenant"))
		require.Equal(t, policy.ScopeUnknown, scopes.Of(schema.GroupKind{Group: "example.com", Kind: "A"}), name)

		tenant := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "example.com/v1", "kind": "Tenant",
			"metadata": map[string]any{"name": value, "namespace": "ns"}, "spec": value}}
		other := &unstructured.Unstructured{Object: map[string]any{"apiVersion": value, "kind": value, "metadata": value}}
		bundle := &policy.Bundle{Objects: []*unstructured.Unstructured{tenant, other}, Assumed: []*unstructured.Unstructured{tenant, other}}
		bundle.ApplyScopes(scopes)
		require.True(t, slices.Equal([]*unstructured.Unstructured{other}, bundle.Assumed), name)
		_, found := bundle.Objects[0].Object["metadata"].(map[string]any)["namespace"]
		require.False(t, found, "%s: the copy has no namespace", name)
		require.Equal(t, "ns", tenant.Object["metadata"].(map[string]any)["namespace"], "%s: the object itself is not written", name)
	}
}
