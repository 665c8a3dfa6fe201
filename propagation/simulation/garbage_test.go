package simulation

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestGarbage deletes templates. What they own goes with them, also what has no binding, and nothing else.
func TestGarbage(t *testing.T) {
	t.Parallel()
	ctx, w := context.Background(), newWorld()
	settle := func() {
		_, err := w.Settle(ctx)
		require.NoError(t, err)
	}
	require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
	require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, `{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}`)))
	a := casetest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: a}}")
	b := casetest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: b}}")
	shop := casetest.Object(t, "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}")
	for _, o := range []override.Ref{override.RefOf(a), override.RefOf(b), override.RefOf(shop)} {
		require.False(t, w.DeleteTemplate(o))
	}
	require.NoError(t, w.PutTemplate(a))
	require.NoError(t, w.PutTemplate(b))
	require.NoError(t, w.PutTemplate(shop))
	settle()
	require.Len(t, w.bindings, 2)
	require.Len(t, w.works, 3)
	require.Equal(t, 3, len(w.members["m1"].All()))

	require.True(t, w.DeleteTemplate(override.RefOf(shop)))
	settle()
	require.Len(t, w.bindings, 2)
	require.Equal(t, 2, len(w.members["m1"].All()), "the namespace has no binding, but owns its Works")

	require.True(t, w.DeleteTemplate(override.RefOf(a)))
	require.NoError(t, w.PutTemplate(a))
	before := w.members["m1"].Get(a).GetUID()
	settle()
	require.Len(t, w.bindings, 2)
	require.NotEqual(t, before, w.members["m1"].Get(a).GetUID(), "the binding of the first object does not belong to the second")

	require.True(t, w.DeleteTemplate(override.RefOf(a)))
	require.True(t, w.DeleteTemplate(override.RefOf(b)))
	settle()
	require.Empty(t, w.bindings)
	require.Empty(t, w.works)
	require.Zero(t, len(w.members["m1"].All()))
}
