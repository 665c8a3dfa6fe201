package simulation

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestUnobserved evicts an object that has got another scheduler. Nobody observes the eviction, so the object stays until the grace period is over.
func TestUnobserved(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.config.Options.FeatureGates = api.FeatureGates{api.GateFailover: true}
	w.config.Options.Taints.NoExecute = true
	cluster := casetest.Decode[api.Cluster](t, "metadata: {name: m1}")
	require.NoError(t, w.PutCluster(cluster))
	put := func(scheduler string) {
		require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t,
			"{metadata: {namespace: shop, name: p}, spec: {schedulerName: "+scheduler+", resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}")))
	}
	put("default-scheduler")
	require.NoError(t, w.PutTemplate(objectOf("v1", "ConfigMap", "a")))
	settle := func() *Step {
		step, err := w.Settle(context.Background())
		require.NoError(t, err)
		return step
	}
	settle()
	put("another")
	settle()
	cluster.Spec.Taints = []api.Taint{{Key: "x", Effect: api.TaintNoExecute}}
	require.NoError(t, w.PutCluster(cluster))
	require.Len(t, settle().Evictions, 1, "it is evicted")
	require.Len(t, w.Clusters()[0].Objects, 1)
	w.Wait(time.Minute)
	require.Empty(t, settle().Evictions)
	require.Len(t, w.Clusters()[0].Objects, 1)
	w.Wait(10 * time.Minute)
	require.Len(t, settle().Evictions, 1, "it ends")
	require.Empty(t, w.Clusters()[0].Objects)
}
