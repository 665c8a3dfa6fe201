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

// Require checks the guards of a set that has none, and whose outcome for an object and a cluster is given. It replays the changes: if a guarded tier
// leaves another identity, one of its policies fails, and otherwise the result is the same.
func Require(t testing.TB, set *override.Set, obj *unstructured.Unstructured, cluster selector.Cluster, result *override.Result, err error) {
	t.Helper()
	for _, policies := range []override.GuardedPolicies{override.GuardNamespaced, override.GuardAll} {
		guarded, failed := set.Guarding(override.Guard{Policies: policies, Domains: domains}).Select(obj).Apply(cluster)
		if err != nil {
			require.Error(t, failed, "with a guard of %s policies, an error is gone: %v", policies, err)
			continue
		}
		offends, namespaced := offends(t, obj, result, policies)
		require.Equal(t, offends, failed != nil, "with a guard of %s policies: %v", policies, failed)
		if offends {
			var e *override.Error
			require.ErrorAs(t, failed, &e)
			require.Equal(t, override.CodeIdentity, e.Code, "%v", failed)
			require.NotEmpty(t, e.Pointer, "%v", failed)
			require.Equal(t, namespaced, e.Policy.Namespace != "", "%v", failed)
			require.Nil(t, guarded)
			continue
		}
		require.Equal(t, result.Changes(), guarded.Changes())
		require.Equal(t, result.Skips(), guarded.Skips())
		require.Equal(t, result.Warnings(), guarded.Warnings())
		require.True(t, jsontree.Equal(result.SharedContent(), guarded.SharedContent()), "another result with a guard of %s policies", policies)
		requireHarmless(t, set, guarded, policies)
	}
}

// offends reports whether a guarded tier left another identity, and whether it was that of the namespaced policies.
func offends(t testing.TB, obj *unstructured.Unstructured, result *override.Result, policies override.GuardedPolicies) (offends, namespaced bool) {
	t.Helper()
	tree, changes := jsontree.New(obj.Object), result.Changes()
	base := identityOf(t, tree.Root())
	for _, tier := range []override.Tier{override.ClusterWide, override.Namespaced} {
		namespaced = tier == override.Namespaced
		for len(changes) > 0 && (changes[0].Origin.Policy.Namespace != "") == namespaced {
			_, _, err := tree.Edit(changes[0].Op, changes[0].Pointer, changes[0].New)
			require.NoError(t, err, "%s", changes[0])
			changes = changes[1:]
		}
		after := identityOf(t, tree.Root())
		if after != base && (namespaced || policies == override.GuardAll) {
			return true, namespaced
		}
		base = after
	}
	return false, false
}

// requireHarmless checks that the only write which admission refuses changes nothing in a result with a guard. Several may undo each other.
func requireHarmless(t testing.TB, set *override.Set, result *override.Result, policies override.GuardedPolicies) {
	t.Helper()
	guard := override.Guard{Policies: policies, Domains: domains}
	refused := map[override.Origin]jsontree.Pointer{}
	for p := range set.All() {
		if len(p.GuardFaults(guard)) == 0 {
			continue
		}
		for _, w := range p.IdentityWrites(guard) {
			refused[override.Origin{Policy: p.Ref(), At: w.At}] = w.Pointer
		}
	}
	for _, c := range result.Changes() {
		at, found := refused[c.Origin]
		changed := found && (c.Pointer.HasPrefix(at) || at.HasPrefix(c.Pointer))
		require.False(t, len(refused) == 1 && changed, "admission refuses what is allowed: %s", c)
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
