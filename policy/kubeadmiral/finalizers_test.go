package kubeadmiral_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// TestFinalizers has the finalizers of a Pod after overrides, as KubeAdmiral creates it in a cluster.
func TestFinalizers(t *testing.T) {
	t.Parallel()
	const add = "{operator: add, path: /metadata/finalizers/-, value: "
	for _, c := range []struct{ name, reason, metadata, patch, want string }{
		{"absent", "the list is made", "{name: web}", add + "a}", "{name: web, finalizers: [a]}"},
		{"equal ones", "only an update keeps the first of them", "{name: web}", add + "a}, " + add + "b}, " + add + "a}", "{name: web, finalizers: [a, b, a]}"},
		{"removed again", "an empty list is not kept", "{name: web}", add + "a}, {operator: remove, path: /metadata/finalizers/0}", "{name: web}"},
		{"of the object", "they stay", "{name: web, finalizers: [own]}", add + "own}", "{name: web, finalizers: [own, own]}"},
	} {
		p := &api.ClusterOverridePolicy{Spec: *specOf(policyOf(t, "overrideRules: [{overriders: {jsonpatch: ["+c.patch+"]}}]"))}
		p.Name = "p"
		result, err := override.Apply(dialecttest.Object(t, "{apiVersion: v1, kind: Pod, metadata: "+c.metadata+"}"), member1, anywhere(t, p))
		require.NoError(t, err, c.name)
		made, err := result.Object()
		require.NoError(t, err, c.name)
		require.Equal(t, dialecttest.Object(t, "{apiVersion: v1, kind: Pod, metadata: "+c.want+"}"), made, "%s: %s", c.name, c.reason)
		require.Empty(t, result.Divergences(), c.name)
	}
}
