package mcs_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/wild"
)

// calls passes an object to every function that takes one, as each of its arguments. It returns the errors.
func calls(object *unstructured.Unstructured) (errs []error) {
	note := func(err error) { errs = append(errs, err) }
	var content map[string]any
	if object != nil {
		content = object.Object
	}
	holding := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Name: "w", Labels: map[string]string{
		api.ServiceNameLabel: "web", api.MultiClusterServiceNamespaceLabel: "shop", api.MultiClusterServiceNameLabel: "web", api.CollectedByLabel: "x",
	}}}
	holding.Spec.Workload.Manifests = []api.Manifest{content}
	// The name of the object may be wild too.
	name := types.NamespacedName{Namespace: "shop", Name: "wild"}

	w, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Slice: object, Source: mcs.SourceServiceExport, NewID: idOf})
	note(err)
	if err == nil {
		_, err = mcs.ImportSlice(w, []*unstructured.Unstructured{object})
		note(err)
	}
	_, err = mcs.CleanSlice(holding, mcs.SourceServiceExport)
	note(err)
	_, err = mcs.ImportSlice(holding, []*unstructured.Unstructured{object})
	note(err)
	ending := *holding
	ending.DeletionTimestamp = &metav1.Time{Time: now}
	_, err = mcs.ImportSlice(&ending, []*unstructured.Unstructured{object})
	note(err)
	_, err = mcs.DeriveService(mcs.DeriveInput{Name: name, Import: object})
	note(err)
	_, err = mcs.DeriveService(mcs.DeriveInput{Name: name, Stored: object})
	note(err)
	for _, work := range []*api.Work{holding, &ending} {
		_, err = mcs.DispatchSlice(mcs.DispatchInput{Work: work, MultiClusterService: object, Clusters: clusters("m2"), Stored: []*api.Work{holding}, Now: now})
		note(err)
	}
	_, err = mcs.PropagateService(mcs.ServiceInput{MultiClusterService: object, Service: object, Clusters: clusters("m1"), Stored: []*api.Work{holding}, Now: now})
	note(err)
	_, _ = mcs.ShouldReport(object)
	_, _ = mcs.ServiceOf(object)
	_ = mcs.ImportedSliceNames(holding)
	return errs
}

// TestWildObjects passes objects that no decoder returns to every function. Errors are fine, panics are not.
func TestWildObjects(t *testing.T) {
	t.Parallel()
	for name, object := range wild.Objects() {
		t.Run(name, func(t *testing.T) { // not in parallel: objects share values
			calls(object)
		})
	}
}

// TestWildFields puts values that no decoder returns at each field of valid objects.
func TestWildFields(t *testing.T) {
	t.Parallel()
	const spec = "{types: [CrossCluster], type: ClusterSetIP, ips: [10.0.0.1], ports: [{port: 80}], range: {clusterNames: [a]}, providerClusters: [{name: m1}], consumerClusters: [{name: m2}]}"
	var paths func(v any, at []any, visit func(path []any))
	paths = func(v any, at []any, visit func(path []any)) {
		visit(at)
		switch v := v.(type) {
		case map[string]any:
			for key, e := range v {
				paths(e, append(at[:len(at):len(at)], key), visit)
			}
		case []any:
			for i, e := range v {
				paths(e, append(at[:len(at):len(at)], i), visit)
			}
		}
	}
	values := wild.Values()
	for _, text := range []string{web, multiClusterService + spec + ", status: {conditions: [{type: a, observedGeneration: 1}]}}", serviceImport + spec + "}", service} {
		paths(casetest.Object(t, text).Object, nil, func(path []any) {
			for what, value := range values {
				if len(path) == 0 || what == "a list that is too deep" && path[0] != "spec" {
					continue // it is slow
				}
				if testing.Short() && (len(what)+len(fmt.Sprint(path...)))%5 != 0 {
					continue
				}
				object := casetest.Object(t, text)
				var at any = object.Object
				for _, key := range path[:len(path)-1] {
					if m, isMap := at.(map[string]any); isMap {
						at = m[key.(string)]
					} else {
						at = at.([]any)[key.(int)]
					}
				}
				if m, isMap := at.(map[string]any); isMap {
					m[path[len(path)-1].(string)] = value
				} else {
					at.([]any)[path[len(path)-1].(int)] = value
				}
				require.NotPanics(t, func() { calls(object) }, "%s at %v", what, path)
			}
		})
	}
}

// TestOrder passes Works and clusters in random orders.
func TestOrder(t *testing.T) {
	t.Parallel()
	var all []*api.Cluster
	var stored []*api.Work
	for i := range 40 {
		name := fmt.Sprint("m", i)
		all = append(all, clusters(name)...)
		stored = append(stored, multiClusterWork(t, name, "i-9", ""), dispatched(t, name, "w", "m1", ""))
		w := collected(t)
		w.Namespace = "karmada-es-" + name
		stored = append(stored, w)
	}
	given := casetest.Object(t, multiClusterService+"{types: [CrossCluster], providerClusters: [{name: m1}, {name: m7}], consumerClusters: [{name: m3}, {name: m5}]}}")
	in := mcs.ServiceInput{MultiClusterService: given, Service: casetest.Object(t, service), Clusters: all, Stored: stored, Now: now}
	dispatch := mcs.DispatchInput{Work: collected(t), MultiClusterService: given, Clusters: all, Stored: stored, Now: now}
	want, err := mcs.PropagateService(in)
	require.NoError(t, err)
	require.Len(t, want.Delete, 2*38)
	wantDispatch, err := mcs.DispatchSlice(dispatch)
	require.NoError(t, err)
	require.Len(t, wantDispatch.Delete, 37, "all but the consumers and the provider itself")
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		random.Shuffle(len(stored), func(i, j int) { stored[i], stored[j] = stored[j], stored[i] })
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		got, err := mcs.PropagateService(in)
		require.NoError(t, err)
		require.Equal(t, want, got)
		gotDispatch, err := mcs.DispatchSlice(dispatch)
		require.NoError(t, err)
		require.Equal(t, wantDispatch, gotDispatch)
	}
}

// TestLarge has 100,000 endpoints, manifests, Works, slices, ports and clusters in a MultiClusterService.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes it slow")
	}
	t.Parallel()
	const n = 100_000
	slice := casetest.Object(t, web)
	endpoints := make([]any, n)
	for i := range endpoints {
		endpoints[i] = map[string]any{"addresses": []any{fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255)}}
	}
	slice.Object["endpoints"] = endpoints
	w, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Slice: slice, Source: mcs.SourceMultiClusterService})
	require.NoError(t, err)
	given := casetest.Object(t, multiClusterService+"{types: [CrossCluster]}}")
	d, err := mcs.DispatchSlice(mcs.DispatchInput{Work: w, MultiClusterService: given, Clusters: clusters("m1", "m2"), Now: now})
	require.NoError(t, err)
	require.Len(t, d.Write[0].Spec.Workload.Manifests[0]["endpoints"], n)

	many, ports := forExport(t), make([]any, n)
	stored, works, names := make([]*unstructured.Unstructured, n), make([]*api.Work, n), make([]any, n)
	one := dispatched(t, "x", "w", "m1", "")
	for i := range n {
		metadata := map[string]any{"namespace": "shop", "name": fmt.Sprint("s", i)}
		many.Spec.Workload.Manifests = append(many.Spec.Workload.Manifests, api.Manifest{"metadata": metadata})
		stored[i] = object(map[string]any{"metadata": map[string]any{"namespace": "shop", "name": fmt.Sprint("imported-m1-s", i), "labels": map[string]any{api.WorkIDLabel: "i-1"}}})
		works[i] = &api.Work{ObjectMeta: one.ObjectMeta}
		works[i].Namespace = fmt.Sprint("karmada-es-", i)
		names[i] = map[string]any{"name": fmt.Sprint(i)}
		ports[i] = map[string]any{"port": int64(i)}
	}
	made, err := mcs.ImportSlice(many, stored)
	require.NoError(t, err)
	require.Len(t, made.Write, n)
	many.DeletionTimestamp = &metav1.Time{Time: now}
	made, err = mcs.ImportSlice(many, stored)
	require.NoError(t, err)
	require.Len(t, made.Delete, n)

	require.NoError(t, unstructured.SetNestedSlice(given.Object, names, "spec", "providerClusters"))
	require.NoError(t, unstructured.SetNestedSlice(given.Object, names, "spec", "consumerClusters"))
	p, err := mcs.PropagateService(mcs.ServiceInput{MultiClusterService: given, Service: casetest.Object(t, service), Stored: works, Clusters: clusters("1", "2"), Now: now})
	require.NoError(t, err)
	require.Len(t, p.Skipped, n-2)
	d, err = mcs.DispatchSlice(mcs.DispatchInput{Work: collected(t), MultiClusterService: given, Clusters: clusters("1", "2"), Stored: works, Now: now})
	require.NoError(t, err)
	require.Len(t, d.Write, 2)

	imports := casetest.Object(t, serviceImport+"{type: ClusterSetIP}}")
	require.NoError(t, unstructured.SetNestedSlice(imports.Object, ports, "spec", "ports"))
	derived, err := mcs.DeriveService(mcs.DeriveInput{Name: named("shop", "web"), Import: imports})
	require.NoError(t, err)
	require.NotNil(t, derived.Write)
}
