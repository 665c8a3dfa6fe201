package mcs_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

const service = "{apiVersion: v1, kind: Service, metadata: {namespace: shop, name: web, uid: u-3, resourceVersion: '7', labels: {app: web}}, spec: {clusterIP: 10.96.0.1, selector: {app: web}}}"

// multiClusterWork returns the Work of the MultiClusterService shop/web in a cluster.
func multiClusterWork(t testing.TB, cluster, id, more string) *api.Work {
	return workOf(t, "{metadata: {namespace: karmada-es-"+cluster+", name: web-66cdf46f, labels: {multiclusterservice.karmada.io/permanent-id: "+id+", "+
		"multiclusterservice.karmada.io/namespace: shop, multiclusterservice.karmada.io/name: web}"+more+"}, "+
		"spec: {workload: {manifests: [{apiVersion: networking.karmada.io/v1alpha1, kind: MultiClusterService}]}}}")
}

// TestPropagateService has a new MultiClusterService with everything in it, and what remains when it is deleted.
func TestPropagateService(t *testing.T) {
	t.Parallel()
	in := mcs.ServiceInput{
		MultiClusterService: casetest.Object(t, multiClusterService+"{types: [LoadBalancer, CrossCluster], ports: [{port: 80}], later: x, providerClusters: [{name: m1}], consumerClusters: [{name: m2}]}, status: {loadBalancer: {}}}"),
		Service:             casetest.Object(t, service), Clusters: clusters("m1", "m2", "m3"), Now: now, NewID: idOf,
	}
	before := frozenInput(t, in)
	p, err := mcs.PropagateService(in)
	require.NoError(t, err)
	require.JSONEq(t, `{"type": "ServiceApplied", "status": "True", "reason": "ServiceAppliedSucceed", "message": "Service is propagated to target clusters.", "lastTransitionTime": "2026-03-04T05:06:07Z"}`,
		casetest.Frozen(t, p.Conditions[0]))
	require.Equal(t, []string{"karmada.io/multiclusterservice-controller"}, p.Finalizers)
	require.Empty(t, p.Delete)
	require.Len(t, p.Write, 1)
	require.Equal(t, `apiVersion: work.karmada.io/v1alpha1
kind: Work
metadata:
  labels:
    multiclusterservice.karmada.io/name: web
    multiclusterservice.karmada.io/namespace: shop
    multiclusterservice.karmada.io/permanent-id: i-9
    work.karmada.io/permanent-id: id of karmada-es-m1/`+p.Write[0].Name+`
  name: `+p.Write[0].Name+`
  namespace: karmada-es-m1
spec:
  suspendDispatching: true
  workload:
    manifests:
    - apiVersion: networking.karmada.io/v1alpha1
      kind: MultiClusterService
      metadata:
        annotations:
          resourcetemplate.karmada.io/managed-annotations: resourcetemplate.karmada.io/managed-annotations,resourcetemplate.karmada.io/managed-labels,resourcetemplate.karmada.io/uid,work.karmada.io/name,work.karmada.io/namespace
          resourcetemplate.karmada.io/managed-labels: karmada.io/managed,multiclusterservice.karmada.io/permanent-id,work.karmada.io/permanent-id
          resourcetemplate.karmada.io/uid: u-2
          work.karmada.io/name: `+p.Write[0].Name+`
          work.karmada.io/namespace: karmada-es-m1
        labels:
          karmada.io/managed: "true"
          multiclusterservice.karmada.io/permanent-id: i-9
          work.karmada.io/permanent-id: id of karmada-es-m1/`+p.Write[0].Name+`
        name: web
        namespace: shop
      spec:
        consumerClusters:
        - name: m2
        later: x
        ports:
        - port: 80
        providerClusters:
        - name: m1
        range: {}
        types:
        - LoadBalancer
        - CrossCluster
`, casetest.Text(t, p.Write[0]))
	require.Equal(t, api.WorkName("MultiClusterService", "shop", "web"), p.Write[0].Name)
	require.Equal(t, `apiVersion: v1
kind: Service
metadata:
  annotations:
    multiclusterservice.karmada.io/name: web
    multiclusterservice.karmada.io/namespace: shop
  labels:
    app: web
    multiclusterservice.karmada.io/permanent-id: i-9
    resourcetemplate.karmada.io/claimed-by: MultiClusterService
  name: web
  namespace: shop
  resourceVersion: "7"
  uid: u-3
spec:
  clusterIP: 10.96.0.1
  selector:
    app: web
`, casetest.Text(t, p.Service.Object))
	require.Equal(t, `apiVersion: work.karmada.io/v1alpha2
kind: ResourceBinding
metadata:
  annotations:
    multiclusterservice.karmada.io/name: web
    multiclusterservice.karmada.io/namespace: shop
  finalizers:
  - karmada.io/binding-controller
  labels:
    binding.karmada.io/managed-by: MultiClusterService
    multiclusterservice.karmada.io/permanent-id: i-9
  name: web-service
  namespace: shop
  ownerReferences:
  - apiVersion: v1
    kind: Service
    name: web
    uid: u-3
spec:
  conflictResolution: Overwrite
  placement:
    clusterAffinity:
      clusterNames:
      - m1
      - m2
  resource:
    apiVersion: v1
    kind: Service
    name: web
    namespace: shop
    resourceVersion: "7"
    uid: u-3
`, casetest.Text(t, p.Binding))
	require.Equal(t, before, frozenInput(t, in))

	stored := in
	stored.MultiClusterService = in.MultiClusterService.DeepCopy()
	stored.MultiClusterService.SetFinalizers(p.Finalizers)
	require.NoError(t, setConditions(stored.MultiClusterService, p.Conditions))
	stored.Service, stored.Binding, stored.Stored, stored.Now = p.Service, p.Binding, p.Write, now.Add(time.Hour)
	again, err := mcs.PropagateService(stored)
	require.NoError(t, err)
	require.Nil(t, again.Service)
	require.Nil(t, again.Binding)
	require.Equal(t, casetest.Frozen(t, []any{p.Write, p.Conditions, p.Finalizers}), casetest.Frozen(t, []any{again.Write, again.Conditions, again.Finalizers}), "once more changes nothing")

	require.NoError(t, setDeleting(stored.MultiClusterService))
	end, err := mcs.PropagateService(stored)
	require.NoError(t, err)
	require.Equal(t, "MultiClusterService shop/web is being deleted", end.Reason)
	require.Empty(t, end.Finalizers)
	require.Empty(t, end.Write)
	require.Equal(t, []work.Orphan{{Work: p.Write[0].Ref(), Reason: end.Reason}}, end.Delete)
	require.Equal(t, map[string]string{"app": "web"}, end.Service.GetLabels())
	require.Equal(t, p.Service.GetAnnotations(), end.Service.GetAnnotations(), "they stay, as in Karmada")
	require.Empty(t, end.Binding.Labels)
	require.Empty(t, end.Binding.Annotations)
	require.Equal(t, p.Binding.Spec, end.Binding.Spec, "the placement stays")
	require.Equal(t, casetest.Frozen(t, p.Conditions), casetest.Frozen(t, end.Conditions), "the condition stays")
}

// TestPropagateClusters has the clusters that get a Work, keep one, or lose one with its slices.
func TestPropagateClusters(t *testing.T) {
	t.Parallel()
	notReady := clusters("m0")[0]
	notReady.Status.Conditions = nil
	all := append([]*api.Cluster{notReady}, clusters("m1", "m2")...)
	slice := func(cluster, sources string) *api.Work {
		w := collected(t)
		w.Namespace, w.Labels[api.CollectedByLabel] = "karmada-es-"+cluster, sources
		return w
	}
	stored := []*api.Work{
		nil, multiClusterWork(t, "m0", "i-9", ""), multiClusterWork(t, "m2", "i-9", ""), multiClusterWork(t, "m3", "i-9", ""),
		multiClusterWork(t, "m4", "other", ""), multiClusterWork(t, "m5", "i-9", ", deletionTimestamp: '2026-01-01T00:00:00Z'"),
		slice("m0", "MultiClusterService"), slice("m3", "MultiClusterService"), slice("m4", "MultiClusterService"), slice("m5", "ServiceExport.MultiClusterService"),
		dispatched(t, "m3", "dispatched", "m1", ""),
	}
	stray := multiClusterWork(t, "m3", "i-9", "")
	stray.Namespace = "stray"
	stored = append(stored, stray)
	for name, c := range map[string]struct {
		spec                  string
		write, delete, places []string
		skipped               []mcs.Skipped
		finalizers            []string
		reason                string
	}{
		"no list": {"{types: [CrossCluster], consumerClusters: [{name: gone}]}",
			[]string{"karmada-es-m1/" + name("MultiClusterService"), "karmada-es-m2/" + name("MultiClusterService"), "karmada-es-m5/web-x-96dcd6d9f"},
			[]string{"karmada-es-m3/dispatched", "karmada-es-m3/web-66cdf46f", "karmada-es-m3/web-x-96dcd6d9f", "karmada-es-m4/web-x-96dcd6d9f"}, []string{"gone", "m0", "m1", "m2"}, []mcs.Skipped{{Cluster: "m0", Reason: "the cluster is not ready"}},
			[]string{"f", api.MultiClusterServiceFinalizer}, "every cluster is a provider; the one that is not ready keeps its Work"},
		"a list": {"{types: [CrossCluster], providerClusters: [{name: m1}, {name: gone}]}",
			[]string{"karmada-es-m1/" + name("MultiClusterService"), "karmada-es-m5/web-x-96dcd6d9f"},
			[]string{"karmada-es-m0/web-66cdf46f", "karmada-es-m0/web-x-96dcd6d9f", "karmada-es-m2/web-66cdf46f", "karmada-es-m3/dispatched", "karmada-es-m3/web-66cdf46f", "karmada-es-m3/web-x-96dcd6d9f", "karmada-es-m4/web-x-96dcd6d9f"},
			[]string{"gone", "m0", "m1", "m2"}, []mcs.Skipped{{Cluster: "gone", Reason: "the cluster does not exist"}},
			[]string{"f", api.MultiClusterServiceFinalizer}, "the others lose the Work and the slices that nothing else collects"},
		"not across clusters": {"{types: [LoadBalancer], providerClusters: [{name: m1}]}", []string{"karmada-es-m5/web-x-96dcd6d9f"},
			[]string{"karmada-es-m0/web-66cdf46f", "karmada-es-m0/web-x-96dcd6d9f", "karmada-es-m2/web-66cdf46f", "karmada-es-m3/dispatched", "karmada-es-m3/web-66cdf46f", "karmada-es-m3/web-x-96dcd6d9f", "karmada-es-m4/web-x-96dcd6d9f"},
			nil, nil, []string{"f"}, "everything is taken back, so nothing needs the finalizer"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			object := casetest.Object(t, multiClusterService+c.spec+"}")
			object.SetFinalizers([]string{"f", api.MultiClusterServiceFinalizer})
			p, err := mcs.PropagateService(mcs.ServiceInput{MultiClusterService: object, Service: casetest.Object(t, service), Clusters: all, Stored: stored, Now: now})
			require.NoError(t, err)
			require.Equal(t, c.write, namesOf(p.Write), c.reason)
			var gone []string
			for _, o := range p.Delete {
				gone = append(gone, o.Work.Namespace+"/"+o.Work.Name)
				require.NotEmpty(t, o.Reason)
			}
			require.Equal(t, c.delete, gone, c.reason)
			require.Equal(t, c.skipped, p.Skipped, c.reason)
			require.Equal(t, c.finalizers, p.Finalizers, c.reason)
			require.Equal(t, "Service is propagated to target clusters.", p.Conditions[0].Message, "as in Karmada, even if it is not")
			kept := p.Write[len(p.Write)-1]
			require.Equal(t, "ServiceExport", kept.Labels[api.CollectedByLabel])
			if c.places == nil {
				require.Nil(t, p.Binding)
				return
			}
			require.Equal(t, c.places, p.Binding.Spec.Placement.ClusterAffinity.ClusterNames, c.reason)
		})
	}
}

// name returns the name of the Work of an object shop/web.
func name(kind string) string { return api.WorkName(kind, "shop", "web") }

// TestPropagateSharesNothing modifies the results.
func TestPropagateSharesNothing(t *testing.T) {
	t.Parallel()
	in := mcs.ServiceInput{
		MultiClusterService: casetest.Object(t, multiClusterService+"{types: [CrossCluster], range: {clusterNames: [a]}}}"),
		Service:             casetest.Object(t, service), Clusters: clusters("m1", "m2"), Now: now,
	}
	before := frozenInput(t, in)
	p, err := mcs.PropagateService(in)
	require.NoError(t, err)
	second := casetest.Frozen(t, p.Write[1])
	spec := p.Write[0].Spec.Workload.Manifests[0]["spec"].(map[string]any)
	spec["types"].([]any)[0], spec["range"].(map[string]any)["x"] = "x", "x"
	*p.Write[0].Spec.SuspendDispatching = false
	require.NoError(t, unstructured.SetNestedField(p.Service.Object, "x", "spec", "selector", "app"))
	require.Equal(t, before, frozenInput(t, in))
	require.Equal(t, second, casetest.Frozen(t, p.Write[1]))
}

// frozenInput returns the input as a string, to compare it later.
func frozenInput(t testing.TB, in mcs.ServiceInput) string {
	return casetest.Frozen(t, []any{in.MultiClusterService, in.Service, in.Binding, in.Clusters, in.Stored})
}
