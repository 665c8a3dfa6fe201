package simulation

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestCollision propagates EndpointSlices to a cluster that exports their Service. The world settles, and a change says which slice cannot be
// collected.
func TestCollision(t *testing.T) {
	t.Parallel()
	const (
		export  = "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport, metadata: {namespace: shop, name: a}}"
		service = "{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: a}, spec: {selector: {of: a}}}"
		slice   = "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {namespace: shop, name: x, labels: {kubernetes.io/service-name: a}}, addressType: IPv4}"
		own     = "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {namespace: shop, name: a-995f4, labels: {kubernetes.io/service-name: a}}, addressType: IPv4}"
	)
	for _, tc := range []struct {
		name, reason, conflict string
		put                    []string
		collides               string // a slice; empty: none
		slices                 int    // in the cluster
	}{
		{"of a user", "the policy brings the slice, so its Work exists", "Abort", []string{export, slice}, "x", 1},
		{"own name first", "the endpoints controller takes another name", "Abort", []string{own, service, export}, "a-995f4", 2},
		{"own name later", "the cluster has the slice of the controller, and Karmada does not manage that", "Abort", []string{export, service, own}, "a-995f4", 1},
		{"own name overwritten", "the endpoints controller makes another slice", "Overwrite", []string{export, service, own}, "a-995f4", 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld()
			require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
			require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, `{metadata: {namespace: shop, name: p}, spec: {conflictResolution: `+tc.conflict+`, resourceSelectors: [
				{apiVersion: v1, kind: Service}, {apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport}, {apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, labelSelector: {matchLabels: {kubernetes.io/service-name: a}}}]}}`)))
			var step *Step
			for _, text := range tc.put {
				require.NoError(t, w.PutTemplate(casetest.Object(t, text)))
				var err error
				step, err = w.Settle(context.Background())
				require.NoError(t, err)
			}
			var collisions []string
			for _, c := range step.Changes {
				if collision := (*mcs.CollisionError)(nil); c.Err != nil {
					require.ErrorAs(t, c.Err, &collision)
					collisions = append(collisions, collision.Slice.Name)
				}
			}
			require.Equal(t, []string{tc.collides}, collisions, tc.reason)
			require.Len(t, w.members["m1"].Kind(sliceVersion, "EndpointSlice"), tc.slices, tc.reason)
			again, err := w.Settle(context.Background())
			require.NoError(t, err)
			require.Equal(t, 1, again.Rounds)
		})
	}
}

// TestImportOnce overrides the labels of imported slices, so that they look like slices of an exported Service. They are not exported again.
func TestImportOnce(t *testing.T) {
	t.Parallel()
	w := newWorld()
	for _, name := range []string{"m1", "m2"} {
		require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: "+name+"}")))
	}
	require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, `{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [
		{apiVersion: v1, kind: Service}, {apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport}, {apiVersion: discovery.k8s.io/v1, kind: EndpointSlice}]}}`)))
	require.NoError(t, w.PutOverride(casetest.Decode[api.OverridePolicy](t, `{metadata: {namespace: shop, name: o}, spec: {
		resourceSelectors: [{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice}],
		overrideRules: [{overriders: {labelsOverrider: [{operator: replace, value: {endpointslice.kubernetes.io/managed-by: me, kubernetes.io/service-name: a}}]}}]}}`)))
	for _, text := range []string{
		"{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: a}, spec: {selector: {of: a}}}",
		"{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport, metadata: {namespace: shop, name: a}}",
	} {
		require.NoError(t, w.PutTemplate(casetest.Object(t, text)))
	}
	step, err := w.Settle(context.Background())
	require.NoError(t, err)
	require.Len(t, w.Templates(), 4, "the Service, the ServiceExport, and the slices of both clusters")
	collisions := 0
	for _, c := range step.Changes {
		if c.Err != nil {
			require.ErrorAs(t, c.Err, new(*mcs.CollisionError))
			collisions++
		}
	}
	require.Equal(t, 4, collisions, "each cluster has both imported slices")
}

// TestUnsettled has a fault: each Sync changes an object. The step is there, and the error names the object.
func TestUnsettled(t *testing.T) {
	t.Parallel()
	w := newWorld()
	n := 0
	decides(func(in work.SyncInput, manifest int, d *work.Decision) {
		if n++; d.Action == work.ActionLeave {
			d.Action, d.Send = work.ActionUpdate, in.Observed[manifest].DeepCopy()
			d.Send.Object["data"] = map[string]any{"n": int64(n)}
		}
	})(w)
	require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
	require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, `{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}`)))
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		step, err := w.Settle(context.Background())
		if name == "a" {
			require.NoError(t, err)
		}
		if name == "b" {
			require.EqualError(t, err, "the world still changes after 50 rounds: ConfigMap shop/a in cluster m1")
			require.Equal(t, 50, step.Rounds)
			require.Len(t, step.Moves, 1)
			require.Len(t, step.Actions, 50)
			require.Equal(t, override.RefOf(objectOf("v1", "ConfigMap", "a")), step.Actions[0].Object)
		}
		require.NoError(t, w.PutTemplate(objectOf("v1", "ConfigMap", name)))
	}
	_, err := w.Settle(context.Background())
	require.ErrorContains(t, err, "ConfigMap shop/e in cluster m1 and 1 more")
}
