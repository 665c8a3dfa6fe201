package mcs_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestReportSlice has a new Work with everything in it.
func TestReportSlice(t *testing.T) {
	t.Parallel()
	w, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Slice: casetest.Object(t, web), Source: mcs.SourceServiceExport, NewID: idOf})
	require.NoError(t, err)
	require.Equal(t, `apiVersion: work.karmada.io/v1alpha1
kind: Work
metadata:
  finalizers:
  - karmada.io/endpointslice-controller
  labels:
    endpointslice.karmada.io/managed-by: ServiceExport
    endpointslice.karmada.io/name: web
    endpointslice.karmada.io/namespace: shop
    work.karmada.io/permanent-id: id of karmada-es-m1/web-x-96dcd6d9f
  name: web-x-96dcd6d9f
  namespace: karmada-es-m1
spec:
  suspendDispatching: true
  workload:
    manifests:
    - addressType: IPv4
      apiVersion: discovery.k8s.io/v1
      endpoints:
      - addresses:
        - 10.1.2.3
        conditions:
          ready: true
        nodeName: n1
      kind: EndpointSlice
      metadata:
        annotations:
          a: b
          resourcetemplate.karmada.io/managed-annotations: a,resourcetemplate.karmada.io/managed-annotations,resourcetemplate.karmada.io/managed-labels,resourcetemplate.karmada.io/uid,work.karmada.io/name,work.karmada.io/namespace
          resourcetemplate.karmada.io/managed-labels: app,karmada.io/managed,kubernetes.io/service-name,work.karmada.io/permanent-id
          resourcetemplate.karmada.io/uid: u-1
          work.karmada.io/name: web-x-96dcd6d9f
          work.karmada.io/namespace: karmada-es-m1
        labels:
          app: web
          karmada.io/managed: "true"
          kubernetes.io/service-name: web
          work.karmada.io/permanent-id: id of karmada-es-m1/web-x-96dcd6d9f
        name: web-x
        namespace: shop
      ports:
      - name: http
        port: 8080
        protocol: TCP
`, casetest.Text(t, w))
}

// TestReportLabels has the labels and finalizers of a Work after a report.
func TestReportLabels(t *testing.T) {
	t.Parallel()
	const of = "endpointslice.karmada.io/"
	for name, c := range map[string]struct {
		source     mcs.Source
		slice      string // labels of the slice
		stored     string // labels of the stored Work; empty: it does not exist
		labels     map[string]string
		finalizers []string
		reason     string
	}{
		"for an export": {mcs.SourceServiceExport, "{kubernetes.io/service-name: web}", "",
			map[string]string{of + "namespace": "shop", of + "name": "web", of + "managed-by": "ServiceExport"}, []string{api.EndpointSliceFinalizer},
			"the ImportSlice of the control plane reads it"},
		"for a MultiClusterService": {mcs.SourceMultiClusterService, "{kubernetes.io/service-name: web}", "",
			map[string]string{"multiclusterservice.karmada.io/namespace": "shop", "multiclusterservice.karmada.io/name": "web", of + "managed-by": "MultiClusterService"},
			[]string{api.DispatchFinalizer}, "DispatchSlice reads it"},
		"without a Service": {mcs.SourceServiceExport, "{}", "",
			map[string]string{of + "namespace": "shop", of + "name": "", of + "managed-by": "ServiceExport"}, []string{api.EndpointSliceFinalizer},
			"the name is empty, as in Karmada"},
		"no labels stored": {mcs.SourceServiceExport, "{kubernetes.io/service-name: web}", "{}",
			map[string]string{of + "namespace": "shop", of + "name": "web", of + "managed-by": "ServiceExport"},
			[]string{api.EndpointSliceFinalizer, "z"}, "it counts as a new Work, but keeps its finalizers"},
		"the other source": {mcs.SourceMultiClusterService, "{kubernetes.io/service-name: web}", "{endpointslice.karmada.io/managed-by: ServiceExport, a: b}",
			map[string]string{"multiclusterservice.karmada.io/namespace": "shop", "multiclusterservice.karmada.io/name": "web", of + "managed-by": "MultiClusterService.ServiceExport", "a": "b"},
			[]string{api.DispatchFinalizer, "z"}, "both sources are listed, sorted"},
		"the same source": {mcs.SourceServiceExport, "{kubernetes.io/service-name: web}", "{endpointslice.karmada.io/managed-by: ServiceExport.MultiClusterService.ServiceExport}",
			map[string]string{of + "namespace": "shop", of + "name": "web", of + "managed-by": "MultiClusterService.ServiceExport"},
			[]string{api.EndpointSliceFinalizer, "z"}, "each source is listed once"},
		"another Service": {mcs.SourceServiceExport, "{kubernetes.io/service-name: web}", "{endpointslice.karmada.io/name: old, endpointslice.karmada.io/namespace: else}",
			map[string]string{of + "namespace": "else", of + "name": "old", of + "managed-by": "ServiceExport"},
			[]string{api.EndpointSliceFinalizer, "z"}, "stored labels take precedence"},
		"an empty list": {mcs.SourceServiceExport, "{kubernetes.io/service-name: web}", "{endpointslice.karmada.io/managed-by: ''}",
			map[string]string{of + "namespace": "shop", of + "name": "web", of + "managed-by": ".ServiceExport"},
			[]string{api.EndpointSliceFinalizer, "z"}, "an empty string is a source, as in Karmada"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			slice := casetest.Object(t, "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {namespace: shop, name: web-x, labels: "+c.slice+"}}")
			in := mcs.ReportInput{Cluster: "m1", Slice: slice, Source: c.source}
			if c.stored != "" {
				in.Stored = workOf(t, "metadata: {namespace: karmada-es-m1, name: web-x-96dcd6d9f, finalizers: [z], labels: "+c.stored+"}")
			}
			w, err := mcs.ReportSlice(in)
			require.NoError(t, err)
			require.Equal(t, c.labels, w.Labels, c.reason)
			require.Equal(t, c.finalizers, w.Finalizers, c.reason)
			in.Stored = w
			again, err := mcs.ReportSlice(in)
			require.NoError(t, err)
			require.Equal(t, w, again, "reporting again changes nothing")
		})
	}
}

func TestReportErrors(t *testing.T) {
	t.Parallel()
	slice := casetest.Object(t, web)
	deleting := workOf(t, "metadata: {namespace: karmada-es-m1, name: web-x-96dcd6d9f, deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [f]}")
	for name, c := range map[string]struct {
		in   mcs.ReportInput
		want string
	}{
		"deleting":     {mcs.ReportInput{Cluster: "m1", Slice: slice, Source: mcs.SourceServiceExport, Stored: deleting}, "Work karmada-es-m1/web-x-96dcd6d9f: the stored Work is being deleted"},
		"another Work": {mcs.ReportInput{Cluster: "m2", Slice: slice, Source: mcs.SourceServiceExport, Stored: deleting}, "Work karmada-es-m1/web-x-96dcd6d9f is not the Work of the slice, expected karmada-es-m2/web-x-96dcd6d9f"},
		"no source":    {mcs.ReportInput{Cluster: "m1", Slice: slice}, `found the source "", expected ServiceExport or MultiClusterService`},
		"no cluster":   {mcs.ReportInput{Slice: slice, Source: mcs.SourceServiceExport}, "found no name of a cluster, expected one"},
		"no name":      {mcs.ReportInput{Cluster: "m1", Slice: casetest.Object(t, "{metadata: {namespace: shop}}"), Source: mcs.SourceServiceExport}, "found no name of the EndpointSlice, expected one"},
		"another kind": {mcs.ReportInput{Cluster: "m1", Slice: casetest.Object(t, "{apiVersion: v1, kind: Endpoints, metadata: {name: web, namespace: shop}}"), Source: mcs.SourceServiceExport},
			`EndpointSlice shop/web: found the string "Endpoints" as the kind and the string "v1" as the apiVersion, expected EndpointSlice of discovery.k8s.io/v1`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, err := mcs.ReportSlice(c.in)
			require.EqualError(t, err, c.want)
			require.Nil(t, w)
		})
	}
	_, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Slice: slice, Source: mcs.SourceServiceExport, Stored: deleting})
	require.ErrorIs(t, err, work.ErrDeleting)
}

func TestShouldReport(t *testing.T) {
	t.Parallel()
	for by, report := range map[string]bool{
		"": true, "endpointslice-controller.k8s.io": true, "endpointslice-controller.karmada.io": false, "endpointslice-dispatch-controller.karmada.io": false,
	} {
		slice := casetest.Object(t, web)
		slice.SetLabels(map[string]string{api.EndpointSliceManagedByLabel: by, api.EndpointSliceServiceLabel: "web"})
		got, reason := mcs.ShouldReport(slice)
		require.Equal(t, report, got, by)
		require.Equal(t, report, reason == "the slice belongs to the cluster", reason)
		slice.SetLabels(map[string]string{api.EndpointSliceManagedByLabel: by})
		got, _ = mcs.ShouldReport(slice)
		require.False(t, got, "without a Service nothing would delete its Work")
	}
}

// TestWrongTypes has a field of a wrong type in each kind. The errors name the object and the place.
func TestWrongTypes(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"endpoints: {}": "/endpoints is an object, expected a list", "endpoints: [{addresses: [1]}]": "/endpoints/0/addresses/0 is the number 1, expected a string",
		"endpoints: [null, x]":                                  `/endpoints/1 is the string "x", expected an object`,
		"endpoints: [{conditions: {ready: 'yes'}}]":             `/endpoints/0/conditions/ready is the string "yes", expected true or false`,
		"endpoints: [{deprecatedTopology: {b: 1, a: 2, c: x}}]": "/endpoints/0/deprecatedTopology/a is the number 2, expected a string",
		"endpoints: [{hints: {forZones: [{name: 1}]}}]":         "/endpoints/0/hints/forZones/0/name is the number 1, expected a string",
		"ports: [{port: 2147483648}]":                           "/ports/0/port is the number 2147483648, expected an integer of 32 bits",
		"ports: [{port: 1.5}]":                                  "/ports/0/port is the number 1.5, expected an integer of 32 bits",
		"addressType: 4":                                        "/addressType is the number 4, expected a string",
	} {
		slice := casetest.Object(t, "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {namespace: shop, name: web-x}, "+in+"}")
		_, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Slice: slice, Source: mcs.SourceServiceExport})
		require.EqualError(t, err, "EndpointSlice shop/web-x: "+want)
		w := workOf(t, "metadata: {namespace: karmada-es-m1, name: w, labels: {endpointslice.karmada.io/name: web}}")
		w.Spec.Workload.Manifests = []api.Manifest{slice.Object}
		made, err := mcs.ImportSlice(w, nil)
		require.EqualError(t, err, "Work karmada-es-m1/w: manifest 0: EndpointSlice shop/web-x: "+want)
		require.Zero(t, made)
	}
	for _, metadata := range []string{"x", "{labels: [a]}", "{labels: {a: 1}}", "{name: 1}", "{finalizers: x}"} {
		slice := casetest.Object(t, "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: "+metadata+"}")
		_, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Slice: slice, Source: mcs.SourceServiceExport})
		require.ErrorContains(t, err, "/metadata")
	}
}

// TestReportCollision reports a slice whose Work propagates an object. The Work of either kind of binding counts, also without an id.
func TestReportCollision(t *testing.T) {
	t.Parallel()
	slice := casetest.Object(t, "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {namespace: shop, name: x, labels: {kubernetes.io/service-name: a}}}")
	name := mcs.WorkOf("m1", types.NamespacedName{Namespace: "shop", Name: "x"})
	for label, collides := range map[string]bool{api.BindingIDLabel: true, api.ClusterBindingIDLabel: true, api.WorkIDLabel: false} {
		stored := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name, Labels: map[string]string{label: ""}}}
		_, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Slice: slice, Source: mcs.SourceServiceExport, Stored: stored})
		if !collides {
			require.NoError(t, err)
			continue
		}
		require.EqualError(t, err, "Work "+name.String()+" propagates an EndpointSlice shop/x, so the slice of the cluster cannot be collected")
	}
}
