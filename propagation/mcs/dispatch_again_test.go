package mcs_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestDispatchOverCollected has a consumer that provides a slice of the same name. As in Karmada its Work is overwritten, and dispatched.
func TestDispatchOverCollected(t *testing.T) {
	t.Parallel()
	own := collected(t)
	own.Namespace = "karmada-es-m2"
	d, err := mcs.DispatchSlice(mcs.DispatchInput{
		Work: collected(t), MultiClusterService: casetest.Object(t, multiClusterService+"{}}"), Clusters: clusters("m1", "m2"), Stored: []*api.Work{own}, Now: now,
	})
	require.NoError(t, err)
	require.Nil(t, d.Write[0].Spec.SuspendDispatching)
	require.Equal(t, "MultiClusterService", d.Write[0].Labels[api.CollectedByLabel])
	require.Equal(t, []string{api.ExecutionFinalizer, api.DispatchFinalizer}, d.Write[0].Finalizers)
}

// TestDispatchAgain has Works that were dispatched, or have overwritten one that was. Only slices of the own cluster are dispatched.
func TestDispatchAgain(t *testing.T) {
	t.Parallel()
	in := mcs.DispatchInput{Work: collected(t), MultiClusterService: casetest.Object(t, multiClusterService+"{}}"), Clusters: clusters("m1", "m2"), Now: now}
	first, err := mcs.DispatchSlice(in)
	require.NoError(t, err)
	in.Work = first.Write[0]
	d, err := mcs.DispatchSlice(in)
	require.NoError(t, err)
	require.Equal(t, mcs.Dispatch{Reason: "Work karmada-es-m2/web-x-96dcd6d9f is dispatched from cluster m1", Finalizers: []string{api.ExecutionFinalizer}}, d,
		"slices do not go round in circles")

	own, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m2", Slice: casetest.Object(t, web), Source: mcs.SourceMultiClusterService, Stored: first.Write[0]})
	require.NoError(t, err)
	require.Equal(t, "m1", own.Annotations[api.ProvisionClusterAnnotation], "the annotation stays, as in Karmada")
	in.Work = own
	d, err = mcs.DispatchSlice(in)
	require.NoError(t, err)
	require.Equal(t, []string{"karmada-es-m1/web-x-96dcd6d9f"}, namesOf(d.Write), "it has a slice of m2")
	in.Work, in.Stored = collected(t), []*api.Work{own}
	in.Work.DeletionTimestamp = &metav1.Time{Time: now}
	d, err = mcs.DispatchSlice(in)
	require.NoError(t, err)
	require.Empty(t, d.Delete, "the slice of m2 does not end with that of m1")
	own.DeletionTimestamp = &metav1.Time{Time: now}
	in.Work, in.Stored = own, d.Write
	d, err = mcs.DispatchSlice(in)
	require.NoError(t, err)
	require.NotContains(t, d.Finalizers, api.DispatchFinalizer, "it can be cleaned up")
}

// TestDispatchGenerateName has a slice as the controller of a cluster makes it. Karmada replaces the name, the labels and the annotations of a
// dispatched slice, and prunes a list of other metadata, without generateName.
func TestDispatchGenerateName(t *testing.T) {
	t.Parallel()
	slice := casetest.Object(t, web)
	slice.SetGenerateName("web-")
	w, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Slice: slice, Source: mcs.SourceMultiClusterService, NewID: idOf})
	require.NoError(t, err)
	d, err := mcs.DispatchSlice(mcs.DispatchInput{
		Work: w, MultiClusterService: casetest.Object(t, multiClusterService+"{types: [CrossCluster], consumerClusters: [{name: m2}]}}"),
		Clusters: clusters("m1", "m2"), Now: now, NewID: idOf,
	})
	require.NoError(t, err)
	require.Len(t, d.Write, 1)
	metadata := d.Write[0].Spec.Workload.Manifests[0]["metadata"].(map[string]any)
	require.Equal(t, "m1-web-x", metadata["name"])
	require.Equal(t, "web-", metadata["generateName"])

	slice.Object["metadata"].(map[string]any)["generateName"] = int64(1)
	_, err = mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Slice: slice, Source: mcs.SourceMultiClusterService})
	require.EqualError(t, err, "EndpointSlice shop/web-x: /metadata/generateName is the number 1, expected a string")
}
