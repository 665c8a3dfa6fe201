package lint

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/override"
)

// TestKeyOf checks that one shard has all policies of a namespace, of both dialects, and that cluster-wide policies are divided.
func TestKeyOf(t *testing.T) {
	t.Parallel()
	const of = 5
	owners := func(refs ...override.Ref) map[int]bool {
		found := map[int]bool{}
		for i := range of {
			for _, ref := range refs {
				if shard.New(i, of).Owns(keyOf(ref)) {
					found[i] = true
				}
			}
		}
		return found
	}
	refs := func(namespace string) (all []override.Ref) {
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
			all = append(all, override.Ref{APIVersion: "policy.karmada.io/v1alpha1", Kind: "OverridePolicy", Namespace: namespace, Name: name})
		}
		return append(all, override.Ref{APIVersion: "core.kubeadmiral.io/v1alpha1", Kind: "OverridePolicy", Namespace: namespace, Name: "a"})
	}
	require.Len(t, owners(refs("shop")...), 1)
	require.Greater(t, len(owners(append(append(append(refs("shop"), refs("web")...), refs("db")...), refs("mail")...)...)), 1)
	require.Greater(t, len(owners(refs("")...)), 2)
}
