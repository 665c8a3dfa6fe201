package simulation

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// shop is a Deployment a with its Service, which m1 exports and m2 imports.
type shop struct {
	*World
	t *testing.T
}

func newShop(t *testing.T) shop {
	s := shop{newWorld(), t}
	for _, name := range []string{"m1", "m2"} {
		require.NoError(t, s.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: "+name+"}")))
	}
	for name, selectors := range map[string]string{
		"m1": "{apiVersion: apps/v1, kind: Deployment}, {apiVersion: v1, kind: Service, name: a}, {apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport}",
		"m2": "{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport}",
	} {
		require.NoError(t, s.PutPolicy(casetest.Decode[api.PropagationPolicy](t, fmt.Sprintf(
			"{metadata: {namespace: shop, name: %s}, spec: {resourceSelectors: [%s], placement: {clusterAffinity: {clusterNames: [%s]}}}}", name, selectors, name))))
	}
	s.put("{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: a}, spec: {replicas: 2, template: {metadata: {labels: {of: a}}}}}")
	s.put("{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: a}, spec: {selector: {of: a}, ports: [{port: 80, targetPort: 8080}]}}")
	s.put("{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceExport, metadata: {namespace: shop, name: a}}")
	s.put("{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, metadata: {namespace: shop, name: a}, spec: {type: ClusterSetIP, ports: [{port: 80}]}}")
	s.settle()
	return s
}

func (s shop) put(text string) { require.NoError(s.t, s.PutTemplate(casetest.Object(s.t, text))) }

func (s shop) settle() *Step {
	step, err := s.Settle(context.Background())
	require.NoError(s.t, err)
	return step
}

// slice returns the EndpointSlice of the Service in m1, or the imported one in m2, or nil.
func (s shop) slice(cluster string) *unstructured.Unstructured {
	all := s.members[cluster].Kind(sliceVersion, "EndpointSlice")
	require.LessOrEqual(s.t, len(all), 1)
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

// TestServiceParts takes one part of a Service away. What depends on it goes, and the rest stays.
func TestServiceParts(t *testing.T) {
	t.Parallel()
	ref := func(apiVersion, kind string) override.Ref {
		return override.Ref{APIVersion: apiVersion, Kind: kind, Namespace: "shop", Name: "a"}
	}
	for _, tc := range []struct {
		name, reason string
		event        func(s shop)
		collected    bool // the slice of m1 is in the control plane
		derived      bool // the Service of the import is
		m1, m2       int  // the number of objects
	}{
		{"nothing", "m1 has a Deployment, a Service, its slice and its export; m2 has the import, its Service and the slice", func(shop) {}, true, true, 4, 3},
		{"export", "the slice is not collected any more", func(s shop) { s.DeleteTemplate(ref(importVersion, "ServiceExport")) }, false, true, 3, 2},
		{"export in m1", "somebody deletes it there, and it is created again", func(s shop) {
			require.NoError(s.t, s.Edit("m1", ref(importVersion, "ServiceExport"), nil))
		}, true, true, 4, 3},
		{"service", "its slice goes with it", func(s shop) { s.DeleteTemplate(ref("v1", "Service")) }, false, true, 2, 2},
		{"deployment", "the slice has no endpoints, but exists", func(s shop) { s.DeleteTemplate(ref("apps/v1", "Deployment")) }, true, true, 3, 3},
		{"import", "nothing follows it, and the slice stays in the control plane", func(s shop) { s.DeleteTemplate(ref(importVersion, "ServiceImport")) }, true, false, 4, 0},
		{"m1 cut off", "everything stays", func(s shop) { s.SetReady("m1", false) }, true, true, 4, 3},
		{"m1 lost", "the Works in its execution namespace go, and it keeps its objects", func(s shop) { s.SetReady("m1", false); s.Leave("m1") }, false, true, 4, 2},
		{"m1 left", "nothing is left there, not even the slice, which it has written itself", func(s shop) { s.Leave("m1") }, false, true, 0, 2},
		{"m2 left", "nobody imports the slice", func(s shop) { s.Leave("m2") }, true, true, 4, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := newShop(t)
			tc.event(s)
			s.settle()
			found := map[string]bool{}
			for _, o := range s.Templates() {
				found[o.GetKind()+" "+o.GetName()] = true
			}
			require.Equal(t, tc.collected, strings.Contains(fmt.Sprint(found), "EndpointSlice imported-m1-a-"), tc.reason)
			require.Equal(t, tc.derived, found["Service derived-a"], tc.reason)
			require.Equal(t, tc.m1, len(s.members["m1"].All()), tc.reason)
			require.Equal(t, tc.m2, len(s.members["m2"].All()), tc.reason)

			for name := range s.clusters {
				s.SetReady(name, true)
			}
			for _, ref := range []override.Ref{ref("apps/v1", "Deployment"), ref("v1", "Service"), ref(importVersion, "ServiceExport"), ref(importVersion, "ServiceImport")} {
				s.DeleteTemplate(ref)
			}
			s.settle()
			for _, left := range []int{len(s.templates), len(s.bindings), len(s.works), len(s.derived), len(s.pending), len(s.members["m2"].All())} {
				require.Zero(t, left, "the rest goes, too")
			}
			if tc.name != "m1 lost" {
				require.Zero(t, len(s.members["m1"].All()), "the rest goes, too")
			}
		})
	}
}

// TestEndpoints checks the slice of m1, and the imported one in m2.
func TestEndpoints(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	want := s.slice("m1").Object["endpoints"]
	require.Len(t, want, 2)
	require.Equal(t, []any{map[string]any{"port": int64(8080), "protocol": "TCP"}}, s.slice("m1").Object["ports"])
	require.Equal(t, want, s.slice("m2").Object["endpoints"])
	require.Equal(t, "derived-a", s.slice("m2").GetLabels()["kubernetes.io/service-name"])

	// Somebody edits the slice in m1. Its endpoints controller repairs it before anything is reported.
	require.NoError(t, s.Edit("m1", override.RefOf(s.slice("m1")), func(o *unstructured.Unstructured) error {
		o.Object["endpoints"] = []any{}
		return nil
	}))
	require.Empty(t, s.settle().Changes)
	require.Equal(t, want, s.slice("m1").Object["endpoints"])

	s.put("{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: a}, spec: {replicas: 1000000000, template: {metadata: {labels: {of: a}}}}}")
	s.settle()
	require.Len(t, s.slice("m1").Object["endpoints"], maxEndpoints)
	require.Len(t, s.slice("m2").Object["endpoints"], maxEndpoints)
	s.put("{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: a}, spec: {replicas: -1, template: {metadata: {labels: {of: a}}}}}")
	s.settle()
	require.Empty(t, s.slice("m1").Object["endpoints"])
	require.Empty(t, s.slice("m2").Object["endpoints"])
}

// TestServiceErrors has objects of users where the controllers write. The error is reported once in a step, and when the object is gone, what was missing
// is written.
func TestServiceErrors(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	require.NotNil(t, s.slice("m2"))
	derived := override.Ref{APIVersion: "v1", Kind: "Service", Namespace: "shop", Name: "derived-a"}
	s.put("{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: derived-a}, spec: 7}")
	s.put("{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, metadata: {namespace: shop, name: a}, spec: {type: ClusterSetIP, ports: [{port: 81}]}}")
	step := s.settle()
	require.Len(t, step.Changes, 1)
	require.EqualError(t, step.Changes[0].Err, "Service shop/derived-a: /spec is the number 7, expected an object")
	require.True(t, s.DeleteTemplate(derived))
	s.settle()
	port, _, err := unstructured.NestedSlice(s.members["m2"].Get(objectOf("v1", "Service", "derived-a")).Object, "spec", "ports")
	require.NoError(t, err)
	require.Equal(t, int64(81), port[0].(map[string]any)["port"])

	imported := override.RefOf(s.slice("m2"))
	s.put(fmt.Sprintf("{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {namespace: shop, name: %s}, endpoints: x}", imported.Name))
	s.put("{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: a}, spec: {replicas: 3, template: {metadata: {labels: {of: a}}}}}")
	require.ErrorContains(t, s.settle().Changes[1].Err, imported.String()+": /endpoints is the string \"x\", expected a list")
	require.True(t, s.DeleteTemplate(imported))
	s.settle()
	require.Len(t, s.slice("m2").Object["endpoints"], 3)
}

// TestReplacedImport replaces a ServiceImport by one that no policy selects. Its Service, which stays in the control plane, leaves m2. It stays in m1,
// where a policy had sent it by itself: without a policy it does not move.
func TestReplacedImport(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	require.NoError(t, s.PutPolicy(casetest.Decode[api.PropagationPolicy](t, `{metadata: {namespace: shop, name: extra}, spec: {
		resourceSelectors: [{apiVersion: v1, kind: Service, name: derived-a}], placement: {clusterAffinity: {clusterNames: [m1]}}}}`)))
	s.settle()
	derived := objectOf("v1", "Service", "derived-a")
	for _, name := range []string{"extra", "m2"} {
		require.True(t, s.DeletePolicy(override.Ref{APIVersion: api.PolicyGroupVersion.String(), Kind: "PropagationPolicy", Namespace: "shop", Name: name}))
	}
	s.settle()
	require.NotNil(t, s.members["m1"].Get(derived))
	require.NotNil(t, s.members["m2"].Get(derived))

	require.True(t, s.DeleteTemplate(override.RefOf(objectOf(importVersion, "ServiceImport", "a"))))
	s.put("{apiVersion: multicluster.x-k8s.io/v1alpha1, kind: ServiceImport, metadata: {namespace: shop, name: a}, spec: {type: ClusterSetIP, ports: [{port: 80}]}}")
	s.settle()
	require.NotNil(t, s.members["m1"].Get(derived))
	require.Zero(t, len(s.members["m2"].All()))
}

// TestLeavingCluster lets m2 leave while its API server refuses all writes, so that its Works stay. No policy claims the ServiceImport any more, so the
// scheduler does not move it, and m2 is still a target. Somebody deletes the imported slice there: its Work goes, and is not made again.
func TestLeavingCluster(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	imported := override.RefOf(s.slice("m2"))
	require.True(t, s.DeletePolicy(override.Ref{APIVersion: api.PolicyGroupVersion.String(), Kind: "PropagationPolicy", Namespace: "shop", Name: "m2"}))
	s.refuse = func(cluster string) error {
		if cluster == "m2" {
			return errRefused
		}
		return nil
	}
	require.True(t, s.Leave("m2"))
	s.settle()
	require.NoError(t, s.Edit("m2", imported, nil))
	s.settle()
	require.Nil(t, s.slice("m2"))
	s.refuse = nil
	s.settle()
	require.Nil(t, s.clusters["m2"])
	require.Zero(t, len(s.members["m2"].All()))
}
