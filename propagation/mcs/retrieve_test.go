package mcs_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestRetrieve has the Works that a MultiClusterService loses, in clusters that are not providers.
func TestRetrieve(t *testing.T) {
	t.Parallel()
	slice := func(cluster string) *api.Work {
		w := collected(t)
		w.Namespace = "karmada-es-" + cluster
		return w
	}
	ending := slice("m3")
	ending.DeletionTimestamp = ending.CreationTimestamp.DeepCopy()
	foreign := multiClusterWork(t, "m2", "i-9", "")
	foreign.Labels[api.MultiClusterServiceNameLabel] = "api"
	unnamed := multiClusterWork(t, "m2", "''", "")
	unnamed.Labels[api.MultiClusterServiceNamespaceLabel] = "bank"
	reported := slice("m2")
	reported.Annotations = map[string]string{api.ProvisionClusterAnnotation: "m1"}
	for name, c := range map[string]struct {
		labels string // of the MultiClusterService
		stored []*api.Work
		want   []string
		reason string
	}{
		"restarted": {"{multiclusterservice.karmada.io/permanent-id: i-9}", []*api.Work{slice("m2"), slice("m3")},
			[]string{"karmada-es-m2/web-x-96dcd6d9f", "karmada-es-m3/web-x-96dcd6d9f"}, "the Work of the MultiClusterService was deleted before, the slices were not"},
		"listed twice": {"{multiclusterservice.karmada.io/permanent-id: i-9}", []*api.Work{slice("m2"), slice("m2")},
			[]string{"karmada-es-m2/web-x-96dcd6d9f"}, "it is one Work"},
		"ending":    {"{multiclusterservice.karmada.io/permanent-id: i-9}", []*api.Work{ending}, nil, "it is being deleted already"},
		"providers": {"{multiclusterservice.karmada.io/permanent-id: i-9}", []*api.Work{slice("m1")}, nil, "a provider keeps its slices"},
		"another id": {"{multiclusterservice.karmada.io/permanent-id: i-1}", []*api.Work{multiClusterWork(t, "m2", "i-9", "")},
			nil, "the Work is that of an earlier MultiClusterService with the name"},
		"another name": {"{multiclusterservice.karmada.io/permanent-id: i-9}", []*api.Work{foreign}, nil, "a copied id is not enough"},
		"no id":        {"{}", []*api.Work{unnamed}, nil, "other MultiClusterServices without an id keep their Works"},
		"dispatched": {"{multiclusterservice.karmada.io/permanent-id: i-9}", []*api.Work{
			slice("m1"), dispatched(t, "m4", "web-x-96dcd6d9f", "m1", ""), dispatched(t, "m4", "w", "m5", ""),
		}, []string{"karmada-es-m4/w"}, "cluster m5 was unjoined, and its Works with it; m1 still has the slice"},
		"overwritten": {"{multiclusterservice.karmada.io/permanent-id: i-9}", []*api.Work{reported}, []string{"karmada-es-m2/web-x-96dcd6d9f"},
			"it collects a slice of m2, although it has the annotation of a dispatched Work"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			given := casetest.Object(t, "{metadata: {namespace: shop, name: web, labels: "+c.labels+"}, spec: {types: [CrossCluster], providerClusters: [{name: m1}]}}")
			p, err := mcs.PropagateService(mcs.ServiceInput{MultiClusterService: given, Service: casetest.Object(t, service), Stored: c.stored, Now: now})
			require.NoError(t, err)
			var gone []string
			for _, o := range p.Delete {
				gone = append(gone, o.Work.Namespace+"/"+o.Work.Name)
			}
			require.Equal(t, c.want, gone, c.reason)
		})
	}
}

// TestRetrieveFails has a Work that cannot be cleaned while the MultiClusterService is being deleted. Nothing that finds it again is removed.
func TestRetrieveFails(t *testing.T) {
	t.Parallel()
	given := casetest.Object(t, multiClusterService+"{types: [CrossCluster]}}")
	given.SetFinalizers([]string{api.MultiClusterServiceFinalizer, "f"})
	require.NoError(t, setDeleting(given))
	odd := collected(t)
	odd.Labels[api.CollectedByLabel] = "MultiClusterService.ServiceExport"
	odd.Spec.Workload.Manifests = append(odd.Spec.Workload.Manifests, api.Manifest{"x": struct{}{}})
	p, err := mcs.PropagateService(mcs.ServiceInput{
		MultiClusterService: given, Stored: []*api.Work{multiClusterWork(t, "m1", "i-9", ""), odd, multiClusterWork(t, "m2", "i-9", "")}, Now: now,
	})
	require.ErrorContains(t, err, "Work karmada-es-m1/web-x-96dcd6d9f")
	require.Equal(t, []string{api.MultiClusterServiceFinalizer, "f"}, p.Finalizers, "it must be tried again")
	require.Equal(t, []work.Orphan{{Work: multiClusterWork(t, "m2", "i-9", "").Ref(), Reason: p.Reason}}, p.Delete, "cluster m1 keeps its Work")

	require.NoError(t, unstructured.SetNestedStringSlice(given.Object, []string{"LoadBalancer"}, "spec", "types"))
	unstructured.RemoveNestedField(given.Object, "metadata", "deletionTimestamp")
	p, err = mcs.PropagateService(mcs.ServiceInput{MultiClusterService: given, Stored: []*api.Work{odd}, Now: now})
	require.Error(t, err)
	require.Equal(t, err.Error(), p.Conditions[0].Message)
	require.Equal(t, []string{api.MultiClusterServiceFinalizer, "f"}, p.Finalizers, "without the type it must be tried again, too")
}
