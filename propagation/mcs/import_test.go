package mcs_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// forExport returns the Work of a slice that is collected for a ServiceExport.
func forExport(t *testing.T, slices ...string) *api.Work {
	w := workOf(t, "metadata: {namespace: karmada-es-m1, name: w, finalizers: [karmada.io/endpointslice-controller, f], labels: {endpointslice.karmada.io/name: web, work.karmada.io/permanent-id: i-1}}")
	for _, s := range slices {
		w.Spec.Workload.Manifests = append(w.Spec.Workload.Manifests, casetest.Object(t, s).Object)
	}
	return w
}

// TestImportUnchanged has stored slices without fields that are always written. They are equal, and are not written again.
func TestImportUnchanged(t *testing.T) {
	t.Parallel()
	w := forExport(t, "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {namespace: shop, name: web-x}, addressType: IPv4, endpoints: [{addresses: [10.1.2.3]}]}")
	first, err := mcs.ImportSlice(w, nil)
	require.NoError(t, err)
	for name, without := range map[string][]string{
		"as written": {"x"}, "no list of ports": {"ports"}, "no kind, as a typed client has it": {"apiVersion", "kind"},
	} {
		stored := first.Write[0].DeepCopy()
		for _, field := range without {
			delete(stored.Object, field)
		}
		again, err := mcs.ImportSlice(w, []*unstructured.Unstructured{stored})
		require.NoError(t, err)
		require.Empty(t, again.Write, name)
	}
	stored := first.Write[0].DeepCopy()
	delete(stored.Object, "endpoints")
	again, err := mcs.ImportSlice(w, []*unstructured.Unstructured{stored})
	require.NoError(t, err)
	require.Equal(t, first.Write, again.Write, "a list with elements is not empty")
}

// TestImportSlice has a new slice with everything in it, and a Work that ends.
func TestImportSlice(t *testing.T) {
	t.Parallel()
	w := forExport(t, web)
	made, err := mcs.ImportSlice(w, nil)
	require.NoError(t, err)
	require.Equal(t, "Work karmada-es-m1/w has endpoints of cluster m1", made.Reason)
	require.Equal(t, w.Finalizers, made.Finalizers)
	require.Empty(t, made.Delete)
	require.Len(t, made.Write, 1)
	require.Equal(t, `addressType: IPv4
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
    work.karmada.io/name: w
    work.karmada.io/namespace: karmada-es-m1
  labels:
    endpointslice.kubernetes.io/managed-by: endpointslice-controller.karmada.io
    kubernetes.io/service-name: derived-web
    work.karmada.io/permanent-id: i-1
  name: imported-m1-web-x
  namespace: shop
ports:
- name: http
  port: 8080
  protocol: TCP
`, casetest.Text(t, made.Write[0].Object))

	again, err := mcs.ImportSlice(w, made.Write)
	require.NoError(t, err)
	require.Empty(t, again.Write, "it is stored already")

	before := casetest.Frozen(t, w)
	made.Write[0].Object["endpoints"].([]any)[0].(map[string]any)["addresses"].([]any)[0] = "x"
	made.Finalizers[0] = "x"
	require.Equal(t, before, casetest.Frozen(t, w), "no memory is shared")
}

func TestImportFields(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ slice, want, reason string }{
		"nothing":     {"{}", "{addressType: '', endpoints: null, ports: null}", "the Go type writes these fields always"},
		"empty lists": {"{endpoints: [], ports: []}", "{addressType: '', endpoints: [], ports: []}", "an empty list is not null"},
		"empty endpoints": {"{endpoints: [{}, null]}", "{addressType: '', endpoints: [{addresses: null, conditions: {}}, {addresses: null, conditions: {}}], ports: null}",
			"conditions are always there"},
		"null conditions": {"{endpoints: [{addresses: [a], conditions: null}]}", "{addressType: '', endpoints: [{addresses: [a], conditions: {}}], ports: null}", "null is absent"},
		"unknown fields": {"{endpoints: [{addresses: [a], conditions: {}, later: {x: 1}}], ports: [{name: a, later: x}], elsewhere: 1}",
			"{addressType: '', endpoints: [{addresses: [a], conditions: {}, later: {x: 1}}], ports: [{name: a, later: x}]}",
			"endpoints and ports are copied whole, other fields are not"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			slice := casetest.Object(t, c.slice)
			slice.SetName("web-x")
			slice.SetNamespace("shop")
			w := forExport(t)
			w.Spec.Workload.Manifests = []api.Manifest{slice.Object}
			made, err := mcs.ImportSlice(w, nil)
			require.NoError(t, err)
			got := made.Write[0].Object
			for _, field := range []string{"apiVersion", "kind", "metadata"} {
				require.NotEmpty(t, got[field])
				delete(got, field)
			}
			require.Equal(t, casetest.Object(t, c.want).Object, got, c.reason)
		})
	}
}

// TestImportStored has slices that exist in the control plane.
func TestImportStored(t *testing.T) {
	t.Parallel()
	const stored = "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {namespace: shop, name: imported-m1-web-x, uid: u, resourceVersion: '7', " +
		"ownerReferences: [{name: o}], labels: {old: label, work.karmada.io/permanent-id: i-1}, annotations: {mine: kept}}, addressType: IPv6, endpoints: [], more: 1}"
	slice := casetest.Object(t, stored)
	made, err := mcs.ImportSlice(forExport(t, web), []*unstructured.Unstructured{nil, casetest.Object(t, web), slice})
	require.NoError(t, err)
	require.Len(t, made.Write, 1)
	got := made.Write[0]
	require.Equal(t, "u", string(got.GetUID()), "metadata stays")
	require.Equal(t, "7", got.GetResourceVersion())
	require.Equal(t, map[string]string{"mine": "kept"}, got.GetAnnotations(), "annotations stay, and none are added")
	require.Equal(t, map[string]string{
		"endpointslice.kubernetes.io/managed-by": "endpointslice-controller.karmada.io", "kubernetes.io/service-name": "derived-web", "work.karmada.io/permanent-id": "i-1",
	}, got.GetLabels(), "labels are replaced")
	require.Equal(t, "IPv4", got.Object["addressType"], "Karmada tries to, but an API server refuses")
	require.Equal(t, int64(1), got.Object["more"], "unknown fields stay")
	require.Equal(t, casetest.Object(t, stored).Object, slice.Object, "the input has not changed")

	two, err := mcs.ImportSlice(forExport(t, web, "{metadata: {namespace: a, name: b}}", web), nil)
	require.NoError(t, err)
	require.Len(t, two.Write, 2, "equal slices are one")
	require.Equal(t, named("a", "imported-m1-b"), nameOf(two.Write[0]), "they are sorted")
}

// TestImportEnds has Works whose slices are deleted.
func TestImportEnds(t *testing.T) {
	t.Parallel()
	slice := func(name, metadata string) *unstructured.Unstructured {
		return casetest.Object(t, "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {namespace: shop, name: "+name+", "+metadata+"}}")
	}
	stored := []*unstructured.Unstructured{
		slice("z", "labels: {work.karmada.io/permanent-id: i-1}"), slice("a", "labels: {work.karmada.io/permanent-id: i-1}"), nil,
		slice("deleting", "deletionTimestamp: '2026-01-01T00:00:00Z', labels: {work.karmada.io/permanent-id: i-1}"),
		slice("other", "labels: {work.karmada.io/permanent-id: i-2}"), slice("empty", "labels: {work.karmada.io/permanent-id: ''}"), slice("none", "uid: x"),
	}
	for name, c := range map[string]struct {
		metadata string
		delete   []string
		left     []string
		reason   string
	}{
		"deleting": {"deletionTimestamp: '2026-01-01T00:00:00Z', labels: {endpointslice.karmada.io/name: web, work.karmada.io/permanent-id: i-1}", []string{"a", "z"}, []string{"f"},
			"Work karmada-es-m1/w is being deleted"},
		"no label": {"labels: {work.karmada.io/permanent-id: i-1}", []string{"a", "z"}, []string{"f"}, "Work karmada-es-m1/w has no label endpointslice.karmada.io/name"},
		"an empty label": {"labels: {endpointslice.karmada.io/name: '', work.karmada.io/permanent-id: i-1}", []string{"a", "z"}, []string{"f"},
			"Work karmada-es-m1/w has no label endpointslice.karmada.io/name"},
		"no id": {"annotations: {a: b}", []string{"empty"}, []string{"f"}, "Work karmada-es-m1/w has no label endpointslice.karmada.io/name"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := workOf(t, "metadata: {namespace: karmada-es-m1, name: w, finalizers: [karmada.io/endpointslice-controller, f], "+c.metadata+"}")
			w.Spec.Workload.Manifests = []api.Manifest{casetest.Object(t, web).Object}
			made, err := mcs.ImportSlice(w, stored)
			require.NoError(t, err)
			require.Equal(t, c.reason, made.Reason)
			require.Equal(t, c.left, made.Finalizers)
			require.Empty(t, made.Write)
			var want []override.Ref
			for _, name := range c.delete {
				want = append(want, override.Ref{APIVersion: "discovery.k8s.io/v1", Kind: "EndpointSlice", Namespace: "shop", Name: name})
			}
			require.Equal(t, want, made.Delete)
			require.Len(t, w.Finalizers, 2, "the input has not changed")
		})
	}
}

func TestImportErrors(t *testing.T) {
	t.Parallel()
	w := forExport(t, web)
	w.Namespace = "default"
	made, err := mcs.ImportSlice(w, nil)
	require.EqualError(t, err, `Work default/w: found the namespace "default", expected one that begins with karmada-es-`)
	require.Zero(t, made)
	w = forExport(t, web, "{apiVersion: v1, kind: Pod, metadata: {namespace: shop, name: p}}")
	made, err = mcs.ImportSlice(w, nil)
	require.EqualError(t, err, `Work karmada-es-m1/w: manifest 1: EndpointSlice shop/p: found the string "Pod" as the kind and the string "v1" as the apiVersion, expected EndpointSlice of discovery.k8s.io/v1`)
	require.Zero(t, made)
	made, err = mcs.ImportSlice(forExport(t, web), []*unstructured.Unstructured{casetest.Object(t, "{metadata: {namespace: shop, name: imported-m1-web-x, labels: 1}}")})
	require.EqualError(t, err, "EndpointSlice shop/imported-m1-web-x: /metadata/labels is the number 1, expected an object")
	require.Zero(t, made)
}
