package simulation

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestRenamed lets a cluster-wide policy rename a Deployment in its cluster. Its status reaches the template only if a guard allows that: Karmada never has
// a status of the binding. When the template is deleted, so is the object of the other name.
func TestRenamed(t *testing.T) {
	t.Parallel()
	for guarded, want := range map[override.GuardedPolicies]int64{override.GuardNone: 0, override.GuardNamespaced: 2} {
		w := newWorld()
		w.config.Options.Guard.Policies = guarded
		require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
		require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, "{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]}}")))
		require.NoError(t, w.PutOverride(casetest.Decode[api.ClusterOverridePolicy](t,
			"{metadata: {name: p}, spec: {overrideRules: [{overriders: {plaintext: [{path: /metadata/name, operator: replace, value: other}]}}]}}")))
		template := casetest.Object(t, "{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: web}, spec: {replicas: 2, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}}}}")
		require.NoError(t, w.PutTemplate(template))
		_, err := w.Settle(context.Background())
		require.NoError(t, err)
		require.Len(t, w.members["m1"].Kind("apps/v1", "Deployment"), 1)
		require.Equal(t, "other", w.members["m1"].Kind("apps/v1", "Deployment")[0].GetName())
		ready, _, err := unstructured.NestedInt64(w.Templates()[0].Object, "status", "readyReplicas")
		require.NoError(t, err)
		require.Equal(t, want, ready, guarded)

		require.True(t, w.DeleteTemplate(override.RefOf(template)))
		_, err = w.Settle(context.Background())
		require.NoError(t, err)
		require.Empty(t, w.members["m1"].Kind("apps/v1", "Deployment"))
	}
}
