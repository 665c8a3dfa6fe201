// Package guardtest checks what a guard of the identity of objects promises, for the tests of several packages.
package guardtest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// domains are the domains of the guarded keys.
var domains = []string{"karmada.io", "kubeadmiral.io", "b"}

// Require checks the guards of a set that has none, and whose outcome for an object and a cluster is given. It replays the changes of each
// rule: the first rule of a guarded policy that leaves another identity is the one that fails, and without one the result is the same.
func Require(t testing.TB, set *override.Set, obj *unstructured.Unstructured, cluster selector.Cluster, result *override.Result, err error) {
	t.Helper()
	for _, policies := range []override.GuardedPolicies{override.GuardNamespaced, override.GuardAll} {
		guarded, failed := set.Guarding(override.Guard{Policies: policies, Domains: domains}).Select(obj).Apply(cluster)
		if err != nil {
			require.Error(t, failed, "with a guard of %s policies, an error is gone: %v", policies, err)
			continue
		}
		want, got := firstOffender(t, obj, result, policies), override.Ref{}
		if failed != nil {
			var e *override.Error
			require.ErrorAs(t, failed, &e)
			require.Equal(t, override.CodeIdentity, e.Code, "%v", failed)
			require.NotEmpty(t, e.Pointer, "%v", failed)
			require.Nil(t, guarded)
			got = e.Policy
		}
		require.Equal(t, want, got, "with a guard of %s policies, another policy fails: %v", policies, failed)
		if failed != nil {
			continue
		}
		require.Equal(t, result.Changes(), guarded.Changes())
		require.Equal(t, result.Skips(), guarded.Skips())
		require.Equal(t, result.Warnings(), guarded.Warnings())
		require.True(t, jsontree.Equal(result.SharedContent(), guarded.SharedContent()), "another result with a guard of %s policies", policies)
		requireHarmless(t, set, guarded, policies)
	}
}

// firstOffender returns the policy whose rule is the first to leave another identity than its tier may; zero if there is none.
func firstOffender(t testing.TB, obj *unstructured.Unstructured, result *override.Result, policies override.GuardedPolicies) override.Ref {
	t.Helper()
	tree, changes := jsontree.New(obj.Object), result.Changes()
	base, namespaced := identityOf(t, tree.Root()), false
	for _, rule := range result.Applied() {
		if rule.Policy.Namespace != "" && !namespaced {
			base, namespaced = identityOf(t, tree.Root()), true
		}
		for _, c := range changes[:rule.Changes] {
			_, _, err := tree.Edit(c.Op, c.Pointer, c.New)
			require.NoError(t, err, "%s", c)
		}
		changes = changes[rule.Changes:]
		if (namespaced || policies == override.GuardAll) && identityOf(t, tree.Root()) != base {
			return rule.Policy
		}
	}
	return override.Ref{}
}

// requireHarmless checks that the writes which admission refuses change nothing in a result with a guard, apart from what their own policy undoes.
func requireHarmless(t testing.TB, set *override.Set, result *override.Result, policies override.GuardedPolicies) {
	t.Helper()
	for _, c := range result.Changes() {
		policy, _ := set.Get(c.Origin.Policy)
		if len(policy.GuardFaults(override.Guard{Policies: policies, Domains: domains})) == 0 {
			continue
		}
		writes := policy.IdentityWrites(override.Guard{Policies: policies, Domains: domains})
		for _, w := range writes {
			changed := w.At == c.Origin.At && (c.Pointer.HasPrefix(w.Pointer) || w.Pointer.HasPrefix(c.Pointer))
			require.False(t, len(writes) == 1 && changed, "admission refuses what is allowed: %s", c)
		}
	}
}

// identityOf returns the identity of an object as a string.
func identityOf(t testing.TB, root any) string {
	t.Helper()
	identity := map[string]any{}
	object, _ := root.(map[string]any)
	for _, field := range []string{"apiVersion", "kind", "items"} {
		if v, found := object[field]; found {
			identity[field] = v
		}
	}
	metadata, _ := object["metadata"].(map[string]any)
	for field, v := range metadata {
		switch field {
		case "name", "namespace", "generateName", "ownerReferences", "uid", "generation":
			identity["metadata."+field] = v
		case "labels", "annotations":
			entries, _ := v.(map[string]any)
			for key, value := range entries {
				for _, domain := range domains {
					if prefix, _, found := strings.Cut(key, "/"); found && (prefix == domain || strings.HasSuffix(prefix, "."+domain)) {
						identity[field+" "+key] = value
					}
				}
			}
		}
	}
	text, err := json.Marshal(identity)
	require.NoError(t, err)
	return string(text)
}
