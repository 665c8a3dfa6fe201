package mcs_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
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
	require.False(t, found, "an empty name names no object")
	require.Equal(t, []types.NamespacedName{named("a", "imported-m1-b"), named("shop", "imported-m1-web-x")}, mcs.ImportedSliceNames(forExport(t, web, "{metadata: {namespace: a, name: b}}")))
	outside := forExport(t, web)
	outside.Namespace = "default"
	require.Empty(t, mcs.ImportedSliceNames(outside), "it has no cluster")
}

func TestMultiClusterServiceOf(t *testing.T) {
	t.Parallel()
	service, found := mcs.MultiClusterServiceOf(collected(t))
	require.True(t, found)
	require.Equal(t, named("shop", "web"), service)
	_, found = mcs.MultiClusterServiceOf(forExport(t, web))
	require.False(t, found)
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
