package mcs_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestNames(t *testing.T) {
	t.Parallel()
	require.Equal(t, named("karmada-es-m1", "web-abc-94b55c44d"), mcs.WorkOf("m1", named("default", "web-abc")), "as Karmada names it")
	require.Equal(t, named("shop", "derived-web"), mcs.DerivedServiceName(named("shop", "web")))
	service, found := mcs.ServiceOf(casetest.Object(t, web))
	require.True(t, found)
	require.Equal(t, named("shop", "web"), service)
	_, found = mcs.ServiceOf(casetest.Object(t, "{metadata: {namespace: shop, labels: {kubernetes.io/service-name: ''}}}"))
	require.False(t, found, "an empty name is none")
	require.Equal(t, []types.NamespacedName{named("a", "imported-m1-b"), named("shop", "imported-m1-web-x")}, mcs.ImportedSliceNames(forExport(t, web, "{metadata: {namespace: a, name: b}}")))
	outside := forExport(t, web)
	outside.Namespace = "default"
	require.Empty(t, mcs.ImportedSliceNames(outside), "it has no cluster")
}

// TestWorkEvents has Works, and what an event of each requires.
func TestWorkEvents(t *testing.T) {
	t.Parallel()
	plain, collecting, forMCS := &api.Work{}, forExport(t, web), collected(t)
	pending := forExport(t, web)
	pending.Labels, pending.Finalizers = nil, []string{"f", api.EndpointSliceFinalizer}
	cleaned, relabelled := collected(t), collected(t)
	cleaned.Labels, relabelled.Labels, relabelled.Finalizers = nil, nil, nil
	dispatchedOne := dispatched(t, "m2", "w", "m1", "")
	dispatchedOne.Spec.Workload = forMCS.Spec.Workload
	ending := dispatchedOne.DeepCopy()
	ending.DeletionTimestamp, ending.Finalizers = &metav1.Time{Time: now}, []string{api.DispatchFinalizer}
	overwritten := collected(t)
	overwritten.Annotations = map[string]string{api.ProvisionClusterAnnotation: "m9"}
	for name, c := range map[string]struct {
		old, updated *api.Work
		imports      bool
		dispatches   bool
		reason       string
	}{
		"created":                          {nil, collecting, true, false, "its slices are imported"},
		"changed":                          {collecting, collecting, true, false, "so are changed ones"},
		"label removed":                    {collecting, plain, true, false, "its slices are deleted"},
		"label added":                      {plain, collecting, true, false, "it is collected for an export now"},
		"restarted":                        {nil, pending, true, false, "the finalizer reports that the imported slices are still there"},
		"gone":                             {collecting, nil, false, false, "a finalizer has kept it until everything was deleted"},
		"MultiClusterService":              {nil, forMCS, false, true, "its slices are dispatched, not imported"},
		"service removed":                  {forMCS, relabelled, false, true, "the dispatched Works are deleted"},
		"service removed before a restart": {nil, cleaned, false, true, "the finalizer reports that the dispatched Works are still there"},
		"service gone":                     {forMCS, nil, false, false, "a finalizer has kept it until everything was deleted"},
		"its own Work":                     {nil, multiClusterWork(t, "m1", "i-9", ""), false, false, "it has no slice"},
		"dispatched":                       {nil, dispatchedOne, false, false, "it must not be dispatched again"},
		"dispatched, deleted":              {dispatchedOne, ending, false, true, "it has overwritten a collecting Work, whose finalizer must go"},
		"reported over a dispatched one":   {dispatchedOne, overwritten, false, true, "it has a slice of its own cluster, although the annotation stays"},
		"other":                            {plain, plain, false, false, "it has no slices"},
		"nothing":                          {nil, nil, false, false, "there is no Work"},
	} {
		require.Equal(t, c.imports, mcs.NeedsImport(c.old, c.updated), "%s: %s", name, c.reason)
		require.Equal(t, c.dispatches, mcs.NeedsDispatch(c.old, c.updated), "%s: %s", name, c.reason)
	}
	service, found := mcs.MultiClusterServiceOf(forMCS)
	require.True(t, found)
	require.Equal(t, named("shop", "web"), service)
	_, found = mcs.MultiClusterServiceOf(collecting)
	require.False(t, found)
	require.Equal(t, []types.NamespacedName{named("karmada-es-m1", "web-x-96dcd6d9f")}, mcs.CollectedWorks(named("shop", "web"), []*api.Work{
		nil, forMCS, plain, collecting, dispatched(t, "m2", "w", "m1", ""), multiClusterWork(t, "m1", "i-9", ""),
	}), "dispatched slices and the MultiClusterService itself are not collected")
}

func TestStaleWorks(t *testing.T) {
	t.Parallel()
	report := func(cluster, name string, source mcs.Source, stored *api.Work) *api.Work {
		slice := casetest.Object(t, web)
		slice.SetName(name)
		w, err := mcs.ReportSlice(mcs.ReportInput{Cluster: cluster, Slice: slice, Source: source, Stored: stored})
		require.NoError(t, err)
		return w
	}
	both := report("m1", "c", mcs.SourceMultiClusterService, report("m1", "c", mcs.SourceServiceExport, nil))
	pushed := report("m1", "d", mcs.SourceServiceExport, nil)
	pushed.Spec.SuspendDispatching = nil
	unlisted := report("m1", "f", mcs.SourceServiceExport, nil)
	delete(unlisted.Labels, api.CollectedByLabel)
	stored := []*api.Work{
		unlisted, dispatched(t, "m1", "w", "m2", ""), nil, both, report("m1", "b", mcs.SourceServiceExport, nil), report("m1", "a", mcs.SourceServiceExport, nil), report("m2", "a", mcs.SourceServiceExport, nil),
		report("m1", "e", mcs.SourceMultiClusterService, nil), pushed, {},
	}
	of := func(names ...string) (all []types.NamespacedName) {
		for _, name := range names {
			all = append(all, mcs.WorkOf("m1", named("shop", name)))
		}
		return all
	}
	for name, c := range map[string]struct {
		source                 mcs.Source
		service                string
		exist, stale, reported []string
		reason                 string
	}{
		"export deleted":              {mcs.SourceServiceExport, "web", nil, []string{"a", "b", "c"}, []string{"a", "b", "c", "d", "f"}, "all that are collected from this cluster"},
		"a slice is left":             {mcs.SourceServiceExport, "web", []string{"b", "x"}, []string{"a", "c"}, []string{"a", "b", "c", "d", "f"}, "slices that exist are kept"},
		"MultiClusterService deleted": {mcs.SourceMultiClusterService, "web", nil, []string{"c", "e"}, []string{"c", "e"}, "those with this source"},
		"another Service":             {mcs.SourceServiceExport, "api", nil, nil, nil, "nothing is collected for it"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var exist []types.NamespacedName
			for _, slice := range c.exist {
				exist = append(exist, named("shop", slice))
			}
			require.Equal(t, of(c.stale...), mcs.StaleWorks(c.source, "m1", named("shop", c.service), exist, stored), c.reason)
			reported := mcs.ReportedWorks(c.source, "m1", named("shop", c.service), stored)
			require.ElementsMatch(t, of(c.reported...), reported, c.reason)
			require.True(t, slices.IsSortedFunc(reported, content.CompareNames))
		})
	}
}

func TestUsesCluster(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		spec   string
		uses   bool
		reason string
	}{
		"provider":     {"{providerClusters: [{name: m1}], consumerClusters: [{name: m2}]}", true, "its slices are collected"},
		"consumer":     {"{providerClusters: [{name: m2}], consumerClusters: [{name: m1}]}", true, "it gets the slices"},
		"neither":      {"{providerClusters: [{name: m2}], consumerClusters: [{name: m3}]}", false, "it has nothing to do with it"},
		"no consumers": {"{providerClusters: [{name: m2}]}", true, "every cluster is a consumer"},
		"wrong type":   {"{providerClusters: {}}", true, "the error must be found"},
	} {
		require.Equal(t, c.uses, mcs.UsesCluster(casetest.Object(t, multiClusterService+c.spec+"}"), "m1"), "%s: %s", name, c.reason)
	}
}
