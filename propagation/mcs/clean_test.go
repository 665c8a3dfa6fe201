package mcs_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestCleanSlice(t *testing.T) {
	t.Parallel()
	const both = "endpointslice.karmada.io/name: a, endpointslice.karmada.io/namespace: ns, multiclusterservice.karmada.io/name: b, multiclusterservice.karmada.io/namespace: ns, k: v, "
	all := map[string]string{
		"endpointslice.karmada.io/name": "a", "endpointslice.karmada.io/namespace": "ns",
		"multiclusterservice.karmada.io/name": "b", "multiclusterservice.karmada.io/namespace": "ns", "k": "v",
	}
	labels := func(without, sources string) map[string]string {
		kept := map[string]string{"endpointslice.karmada.io/managed-by": sources}
		for key, value := range all {
			if key != without+"/name" && key != without+"/namespace" {
				kept[key] = value
			}
		}
		return kept
	}
	for name, c := range map[string]struct {
		source  mcs.Source
		sources string // the label, as YAML
		want    map[string]string
		reason  string
	}{
		"last source":       {mcs.SourceServiceExport, "endpointslice.karmada.io/managed-by: ServiceExport", nil, "nothing needs the Work"},
		"last source twice": {mcs.SourceServiceExport, "endpointslice.karmada.io/managed-by: ServiceExport.ServiceExport", nil, "it is a set"},
		"another is left": {mcs.SourceServiceExport, "endpointslice.karmada.io/managed-by: ServiceExport.MultiClusterService",
			labels("endpointslice.karmada.io", "MultiClusterService"), "only the labels of the export go"},
		"the export is left": {mcs.SourceMultiClusterService, "endpointslice.karmada.io/managed-by: ServiceExport.MultiClusterService",
			labels("multiclusterservice.karmada.io", "ServiceExport"), "only the labels of the MultiClusterService go"},
		"not a source": {mcs.SourceServiceExport, "endpointslice.karmada.io/managed-by: MultiClusterService",
			labels("endpointslice.karmada.io", "MultiClusterService"), "the labels go even so"},
		"unknown sources": {mcs.SourceServiceExport, "endpointslice.karmada.io/managed-by: z.a", labels("endpointslice.karmada.io", "a.z"), "they stay, sorted"},
		"no list": {mcs.SourceServiceExport, "x: z", func() map[string]string {
			l := labels("endpointslice.karmada.io", "")
			l["x"] = "z"
			return l
		}(), "it is never deleted, as in Karmada"},
		"an empty list": {mcs.SourceMultiClusterService, "endpointslice.karmada.io/managed-by: ''", labels("multiclusterservice.karmada.io", ""), "the same"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := workOf(t, "{metadata: {namespace: karmada-es-m1, name: w, finalizers: [f], labels: {"+both+c.sources+"}}, spec: {workload: {manifests: [{a: [b]}]}}}")
			before := casetest.Frozen(t, w)
			kept, err := mcs.CleanSlice(w, c.source)
			require.NoError(t, err)
			require.Equal(t, before, casetest.Frozen(t, w))
			if c.want == nil {
				require.Nil(t, kept, c.reason)
				return
			}
			require.Equal(t, c.want, kept.Labels, c.reason)
			require.Equal(t, w.Finalizers, kept.Finalizers)
			require.Equal(t, w.Spec, kept.Spec)
			again, err := mcs.CleanSlice(kept, c.source)
			require.NoError(t, err)
			require.Equal(t, kept, again, "cleaning again changes nothing")
			kept.Spec.Workload.Manifests[0]["a"].([]any)[0] = "x"
			require.Equal(t, before, casetest.Frozen(t, w), "no memory is shared")
		})
	}
	for _, labels := range []string{"null", "{}"} {
		_, err := mcs.CleanSlice(workOf(t, "{metadata: {namespace: karmada-es-m1, name: w, labels: "+labels+"}}"), mcs.SourceServiceExport)
		require.EqualError(t, err, "Work karmada-es-m1/w has no labels, expected endpointslice.karmada.io/managed-by")
	}
	_, err := mcs.CleanSlice(workOf(t, "{metadata: {labels: {a: b}}}"), "x")
	require.EqualError(t, err, `found the source "x", expected ServiceExport or MultiClusterService`)
}
