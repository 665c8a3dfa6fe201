package mcs_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// BenchmarkSlices has a slice with 100 endpoints, the default limit of Kubernetes, and a fleet of 100 clusters. DeepCopy is one copy of the slice.
func BenchmarkSlices(b *testing.B) {
	slice := casetest.Object(b, web)
	endpoints := make([]any, 100)
	for i := range endpoints {
		endpoints[i] = map[string]any{
			"addresses": []any{fmt.Sprint("10.0.0.", i)}, "conditions": map[string]any{"ready": true}, "nodeName": "n", "zone": "z",
			"targetRef": map[string]any{"kind": "Pod", "namespace": "shop", "name": fmt.Sprint("web-", i)},
		}
	}
	slice.Object["endpoints"] = endpoints
	report := mcs.ReportInput{Cluster: "m0", Slice: slice, Source: mcs.SourceServiceExport, NewID: idOf}
	w, err := mcs.ReportSlice(report)
	require.NoError(b, err)
	imported, err := mcs.ImportSlice(w, nil)
	require.NoError(b, err)
	report.Stored, report.Source = w, mcs.SourceMultiClusterService
	both, err := mcs.ReportSlice(report)
	require.NoError(b, err)
	names := make([]string, 100)
	for i := range names {
		names[i] = fmt.Sprint("m", i)
	}
	dispatch := mcs.DispatchInput{Work: both, MultiClusterService: casetest.Object(b, multiClusterService+"{types: [CrossCluster]}}"), Clusters: clusters(names...), Now: now, NewID: idOf}
	d, err := mcs.DispatchSlice(dispatch)
	require.NoError(b, err)
	require.Len(b, d.Write, 99)
	stored := append(make([]*api.Work, 0, 1000), d.Write...)
	for i := range 900 {
		stored = append(stored, dispatched(b, fmt.Sprint("gone-", i), "w", "m1", ""))
	}
	propagate := mcs.ServiceInput{MultiClusterService: dispatch.MultiClusterService, Service: casetest.Object(b, service), Clusters: dispatch.Clusters, Now: now, NewID: idOf}
	derive := mcs.DeriveInput{Name: named("shop", "web"), Import: casetest.Object(b, serviceImport+"{type: ClusterSetIP, ips: [10.0.0.1], ports: [{name: http, port: 80, protocol: TCP}]}}")}
	selectors := make([]api.ResourceSelector, 100)
	for i := range selectors {
		selectors[i] = api.ResourceSelector{APIVersion: "multicluster.x-k8s.io/v1alpha1", Kind: "ServiceImport", Namespace: "shop", Name: fmt.Sprint("s", i)}
	}
	for _, c := range []struct {
		name string
		call func() error
	}{
		{"ReportSlice", func() error { _, err := mcs.ReportSlice(report); return err }},
		{"CleanSlice", func() error { _, err := mcs.CleanSlice(both, mcs.SourceServiceExport); return err }},
		{"ImportSlice/new", func() error { _, err := mcs.ImportSlice(w, nil); return err }},
		{"ImportSlice/stored", func() error { _, err := mcs.ImportSlice(w, imported.Write); return err }},
		{"DeriveService", func() error { _, err := mcs.DeriveService(derive); return err }},
		{"DispatchSlice/new", func() error { _, err := mcs.DispatchSlice(dispatch); return err }},
		{"DispatchSlice/1000 Works", func() error {
			in := dispatch
			in.Stored = stored
			_, err := mcs.DispatchSlice(in)
			return err
		}},
		{"PropagateService", func() error { _, err := mcs.PropagateService(propagate); return err }},
		{"StaleWorks/1000 Works", func() error {
			mcs.StaleWorks(mcs.SourceMultiClusterService, "m0", named("shop", "web"), nil, stored)
			return nil
		}},
		{"DeepCopy", func() error { (&unstructured.Unstructured{Object: slice.Object}).DeepCopy(); return nil }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := c.call(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
