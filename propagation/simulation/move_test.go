package simulation

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestReasons has what happens after a world with a ConfigMap has settled, and why the ConfigMap moves.
func TestReasons(t *testing.T) {
	t.Parallel()
	put := func(t *testing.T, w *World, name, placement string) {
		require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, "{metadata: {namespace: shop, name: "+name+"}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}], placement: "+placement+"}}")))
	}
	join := func(t *testing.T, w *World, name, ring string) {
		require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: "+name+", labels: {ring: "+ring+"}}")))
	}
	const ringB = "{clusterAffinity: {labelSelector: {matchLabels: {ring: b}}}}"
	p := override.Ref{APIVersion: api.PolicyGroupVersion.String(), Kind: "PropagationPolicy", Namespace: "shop", Name: "p"}
	for _, tc := range []struct {
		name, placement string // of policy p
		event           func(t *testing.T, w *World)
		want            string
	}{
		{"a label of a cluster, when the policy had chosen none", ringB, func(t *testing.T, w *World) { join(t, w, "m1", "b") },
			"PropagationPolicy shop/p chooses more clusters now"},
		{"another policy", "{clusterAffinity: {clusterNames: [m1]}}", func(t *testing.T, w *World) { require.True(t, w.DeletePolicy(p)); put(t, w, "q", "{}") },
			"PropagationPolicy shop/q claimed the object"},
		{"a cluster joins", "{}", func(t *testing.T, w *World) { join(t, w, "m3", "a") },
			"m3 joined; PropagationPolicy shop/p chooses more clusters now"},
		{"a cluster leaves, another takes its place", "{spreadConstraints: [{spreadByField: cluster, minGroups: 1, maxGroups: 1}]}", func(t *testing.T, w *World) { require.True(t, w.Leave("m1")) },
			"m1 left; PropagationPolicy shop/p chooses other clusters now"},
		{"a cluster leaves", "{}", func(t *testing.T, w *World) { require.True(t, w.Leave("m1")) }, "m1 left"},
		{"fewer clusters", "{}", func(t *testing.T, w *World) { put(t, w, "p", "{clusterAffinity: {clusterNames: [m1]}}") },
			"PropagationPolicy shop/p chooses fewer clusters now"},
		{"the object goes", "{}", func(t *testing.T, w *World) {
			require.True(t, w.DeleteTemplate(override.RefOf(objectOf("v1", "ConfigMap", "a"))))
		},
			"the object was deleted"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld()
			join(t, w, "m1", "a")
			join(t, w, "m2", "a")
			put(t, w, "p", tc.placement)
			require.NoError(t, w.PutTemplate(objectOf("v1", "ConfigMap", "a")))
			for i := range 2 {
				step, err := w.Settle(context.Background())
				require.NoError(t, err)
				if i == 0 {
					tc.event(t, w)
					continue
				}
				require.Len(t, step.Moves, 1)
				require.Equal(t, tc.want, step.Moves[0].Reason)
			}
		})
	}
}

// TestReasonOfFollower deletes a ServiceImport. Its derived Service no longer has clusters, because nothing requires it.
func TestReasonOfFollower(t *testing.T) {
	t.Parallel()
	w := newWorld()
	imports := casetest.Object(t, "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, metadata: {namespace: shop, name: a}, spec: {type: ClusterSetIP, ports: [{port: 80}]}}")
	service := casetest.Object(t, "{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: a}, spec: {selector: {of: a}}}")
	export := casetest.Object(t, "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport, metadata: {namespace: shop, name: a}}")
	require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
	require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, `{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [
		{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport}, {apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport}, {apiVersion: v1, kind: Service, name: a}]}}`)))
	require.NoError(t, w.PutTemplate(imports))
	require.NoError(t, w.PutTemplate(service))
	require.NoError(t, w.PutTemplate(export))
	_, err := w.Settle(context.Background())
	require.NoError(t, err)
	require.True(t, w.DeleteTemplate(override.RefOf(imports)))
	step, err := w.Settle(context.Background())
	require.NoError(t, err)
	reasons := map[string]string{}
	for _, m := range step.Moves {
		reasons[m.Template.Kind] = m.Reason
	}
	require.Equal(t, map[string]string{
		"ServiceImport": "the object was deleted", "Service": "the object was deleted", "EndpointSlice": "nothing requires the object, and no policy claims it",
	}, reasons)
}
