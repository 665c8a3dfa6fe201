package mcs_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls everything with nil and zero values. The results are errors or empty.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	exported.Walk(t, map[string]func(t *testing.T){
		"ReportSlice": func(t *testing.T) {
			for _, slice := range []*unstructured.Unstructured{nil, {}} {
				w, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Source: mcs.SourceServiceExport, Slice: slice})
				require.EqualError(t, err, "found no EndpointSlice, expected one")
				require.Nil(t, w)
			}
			_, err := mcs.ReportSlice(mcs.ReportInput{})
			require.Error(t, err)
		},
		"CollisionError.Error": func(t *testing.T) {
			require.Equal(t, "Work / propagates an EndpointSlice /, so the slice of the cluster cannot be collected", (&mcs.CollisionError{}).Error())
		},
		"CleanSlice": func(t *testing.T) {
			for _, w := range []*api.Work{nil, {}} {
				kept, err := mcs.CleanSlice(w, mcs.SourceServiceExport)
				require.Error(t, err)
				require.Nil(t, kept)
			}
		},
		"ImportSlice": func(t *testing.T) {
			_, err := mcs.ImportSlice(nil, nil)
			require.EqualError(t, err, "found no Work, expected one")
			made, err := mcs.ImportSlice(&api.Work{}, []*unstructured.Unstructured{nil, {}})
			require.NoError(t, err)
			require.Empty(t, made.Delete)
		},
		"DeriveService": func(t *testing.T) {
			made, err := mcs.DeriveService(mcs.DeriveInput{})
			require.NoError(t, err)
			require.Nil(t, made.Write)
			require.Nil(t, made.Delete)
			for _, in := range []mcs.DeriveInput{{Import: &unstructured.Unstructured{}}, {Stored: &unstructured.Unstructured{}}} {
				_, err := mcs.DeriveService(in)
				require.Error(t, err)
			}
		},
		"DispatchSlice": func(t *testing.T) {
			_, err := mcs.DispatchSlice(mcs.DispatchInput{})
			require.EqualError(t, err, "found no Work, expected one")
			d, err := mcs.DispatchSlice(mcs.DispatchInput{Work: &api.Work{}, Clusters: []*api.Cluster{nil}, Stored: []*api.Work{nil}})
			require.NoError(t, err)
			require.Empty(t, d.Write)
			_, err = mcs.DispatchSlice(mcs.DispatchInput{Work: &api.Work{}, MultiClusterService: &unstructured.Unstructured{}})
			require.EqualError(t, err, "found no MultiClusterService, expected one")
		},
		"PropagateService": func(t *testing.T) {
			for _, in := range []mcs.ServiceInput{{}, {MultiClusterService: &unstructured.Unstructured{}}} {
				_, err := mcs.PropagateService(in)
				require.EqualError(t, err, "found no MultiClusterService, expected one")
			}
			empty := &unstructured.Unstructured{Object: map[string]any{}}
			_, err := mcs.PropagateService(mcs.ServiceInput{MultiClusterService: empty})
			require.EqualError(t, err, `MultiClusterService: found namespace "" and name "", expected both`)
			named := object(map[string]any{"metadata": map[string]any{"namespace": "shop", "name": "billing"}})
			p, err := mcs.PropagateService(mcs.ServiceInput{MultiClusterService: named, Service: named, Clusters: []*api.Cluster{nil}, Stored: []*api.Work{nil, {}}})
			require.NoError(t, err)
			require.Empty(t, p.Write)
		},
		"ShouldReport": func(t *testing.T) {
			for _, slice := range []*unstructured.Unstructured{nil, {}} {
				_, reason := mcs.ShouldReport(slice)
				require.NotEmpty(t, reason)
			}
		},
		"WorkOf":             func(t *testing.T) { require.Equal(t, "karmada-es-", mcs.WorkOf("", types.NamespacedName{}).Namespace) },
		"DerivedServiceName": func(t *testing.T) { require.Equal(t, "derived-", mcs.DerivedServiceName(types.NamespacedName{}).Name) },
		"ServiceOf": func(t *testing.T) {
			for _, slice := range []*unstructured.Unstructured{nil, {}} {
				_, found := mcs.ServiceOf(slice)
				require.False(t, found)
			}
		},
		"StaleWorks": func(t *testing.T) {
			require.Empty(t, mcs.StaleWorks("", "", types.NamespacedName{}, nil, []*api.Work{nil, {}}))
		},
		"ReportedWorks": func(t *testing.T) {
			require.Empty(t, mcs.ReportedWorks("", "", types.NamespacedName{}, []*api.Work{nil, {}}))
		},
		"ImportedSliceNames": func(t *testing.T) {
			require.Empty(t, append(mcs.ImportedSliceNames(nil), mcs.ImportedSliceNames(&api.Work{})...))
		},
		"MultiClusterServiceOf": func(t *testing.T) {
			_, found := mcs.MultiClusterServiceOf(nil)
			require.False(t, found)
		},
	})
}
