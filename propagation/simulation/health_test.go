package simulation

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestNothingFails waits longer than an application may be unhealthy. No object fails, whether something writes its status or not.
func TestNothingFails(t *testing.T) {
	t.Parallel()
	for kind, apiVersion := range map[string]string{
		"Deployment": "apps/v1", "DaemonSet": "apps/v1", "Pod": "v1", "PersistentVolumeClaim": "v1", "Service": "v1", "Ingress": "networking.k8s.io/v1",
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w := failingWorld(t, kind, apiVersion)
			w.Wait(10 * time.Minute)
			step, err := w.Settle(context.Background())
			require.NoError(t, err)
			require.Empty(t, step.Evictions)
			require.Empty(t, step.Moves)
		})
	}
}

// failingWorld returns a settled world with an object that is evicted after it was unhealthy for 30 seconds.
func failingWorld(t *testing.T, kind, apiVersion string) *World {
	w := newWorld()
	require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
	require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, `
metadata: {namespace: shop, name: p}
spec:
  propagateDeps: true
  resourceSelectors: [{apiVersion: `+apiVersion+`, kind: `+kind+`}]
  failover: {application: {decisionConditions: {tolerationSeconds: 30}, purgeMode: Gracefully}}
`)))
	o := objectOf(apiVersion, kind, "a")
	if kind == "Service" {
		o.Object["spec"] = map[string]any{"type": "LoadBalancer"}
	}
	require.NoError(t, w.PutTemplate(o))
	_, err := w.Settle(context.Background())
	require.NoError(t, err)
	require.Len(t, w.Clusters()[0].Objects, 1)
	return w
}
