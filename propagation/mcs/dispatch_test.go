package mcs_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/mcs"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

const multiClusterService = "{apiVersion: networking.karmada.io/v1alpha1, kind: MultiClusterService, metadata: {namespace: shop, name: web, uid: u-2, " +
	"labels: {multiclusterservice.karmada.io/permanent-id: i-9}}, spec: "

// collected returns the Work of a slice of m1 that is collected for the MultiClusterService shop/web.
func collected(t testing.TB) *api.Work {
	w, err := mcs.ReportSlice(mcs.ReportInput{Cluster: "m1", Slice: casetest.Object(t, web), Source: mcs.SourceMultiClusterService, NewID: idOf})
	require.NoError(t, err)
	return w
}

// dispatched returns a Work with a dispatched slice.
func dispatched(t testing.TB, cluster, name, provider, more string) *api.Work {
	return workOf(t, "{metadata: {namespace: karmada-es-"+cluster+", name: "+name+", annotations: {endpointslice.karmada.io/provision-cluster: "+provider+"}, "+
		"labels: {multiclusterservice.karmada.io/namespace: shop, multiclusterservice.karmada.io/name: web}"+more+"}}")
}

// TestDispatchSlice has a new Work with everything in it.
func TestDispatchSlice(t *testing.T) {
	t.Parallel()
	in := mcs.DispatchInput{
		Work: collected(t), MultiClusterService: casetest.Object(t, multiClusterService+"{types: [CrossCluster], consumerClusters: [{name: m2}]}}"),
		Clusters: clusters("m1", "m2", "m3"), Now: now, NewID: idOf,
	}
	d, err := mcs.DispatchSlice(in)
	require.NoError(t, err)
	require.Empty(t, d.Delete)
	require.Len(t, d.Write, 1)
	require.Equal(t, []metav1.Condition{{
		Type: "EndpointSliceDispatched", Status: "True", Reason: "EndpointSliceDispatchedSucceed", Message: "EndpointSlice are dispatched successfully",
		LastTransitionTime: metav1.NewTime(now),
	}}, d.Conditions)
	require.Equal(t, `apiVersion: work.karmada.io/v1alpha1
kind: Work
metadata:
  annotations:
    endpointslice.karmada.io/provision-cluster: m1
  finalizers:
  - karmada.io/execution-controller
  labels:
    multiclusterservice.karmada.io/name: web
    multiclusterservice.karmada.io/namespace: shop
    work.karmada.io/permanent-id: id of karmada-es-m2/web-x-96dcd6d9f
  name: web-x-96dcd6d9f
  namespace: karmada-es-m2
spec:
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
          endpointslice.karmada.io/provision-cluster: m1
          resourcetemplate.karmada.io/managed-annotations: endpointslice.karmada.io/provision-cluster,resourcetemplate.karmada.io/managed-annotations,resourcetemplate.karmada.io/managed-labels,resourcetemplate.karmada.io/uid,work.karmada.io/name,work.karmada.io/namespace
          resourcetemplate.karmada.io/managed-labels: endpointslice.kubernetes.io/managed-by,karmada.io/managed,kubernetes.io/service-name,work.karmada.io/permanent-id
          resourcetemplate.karmada.io/uid: ""
          work.karmada.io/name: web-x-96dcd6d9f
          work.karmada.io/namespace: karmada-es-m2
        labels:
          endpointslice.kubernetes.io/managed-by: endpointslice-dispatch-controller.karmada.io
          karmada.io/managed: "true"
          kubernetes.io/service-name: web
          work.karmada.io/permanent-id: id of karmada-es-m2/web-x-96dcd6d9f
        name: m1-web-x
        namespace: shop
      ports:
      - name: http
        port: 8080
        protocol: TCP
`, casetest.Text(t, d.Write[0]))

	in.Stored = d.Write
	in.Now = now.Add(time.Hour)
	require.NoError(t, setConditions(in.MultiClusterService, d.Conditions))
	again, err := mcs.DispatchSlice(in)
	require.NoError(t, err)
	require.Equal(t, casetest.Frozen(t, d), casetest.Frozen(t, again), "dispatching again changes nothing")
}

// TestDispatchClusters has the clusters that get a Work, keep one, or lose one.
func TestDispatchClusters(t *testing.T) {
	t.Parallel()
	notReady, lacking, unknown, two := clusters("a")[0], clusters("b")[0], clusters("c")[0], clusters("d")[0]
	notReady.Status.Conditions[0].Status = metav1.ConditionUnknown
	other := []api.APIEnablement{{GroupVersion: "discovery.k8s.io/v1", Resources: []api.APIResource{{Kind: "Other"}}}, {GroupVersion: "v1"}}
	lacking.Status.APIEnablements, unknown.Status.APIEnablements = other, other
	lacking.Status.Conditions = append(lacking.Status.Conditions, metav1.Condition{Type: api.ClusterCompleteAPIEnablements, Status: metav1.ConditionTrue})
	two.Status.Conditions = append([]metav1.Condition{{Type: api.ClusterReady, Status: metav1.ConditionFalse}}, two.Status.Conditions...)
	all := append([]*api.Cluster{nil, notReady, lacking, unknown, two}, clusters("m1", "m2", "m2")...)
	stray := dispatched(t, "m2", "w", "m1", "")
	stray.Namespace = "stray"
	for name, c := range map[string]struct {
		spec          string
		stored        []*api.Work
		write, delete []string
		skipped       []mcs.Skipped
		reason        string
	}{
		"no list": {"{}", nil, []string{"c", "m2"}, nil, []mcs.Skipped{
			{Cluster: "a", Reason: "the cluster is not ready"}, {Cluster: "b", Reason: "the cluster has no EndpointSlice of discovery.k8s.io/v1"}, {Cluster: "d", Reason: "the cluster is not ready"},
		}, "every cluster is a consumer; APIs that are unknown may exist; the first condition counts"},
		"an empty list": {"{consumerClusters: []}", nil, []string{"c", "m2"}, nil, []mcs.Skipped{
			{Cluster: "a", Reason: "the cluster is not ready"}, {Cluster: "b", Reason: "the cluster has no EndpointSlice of discovery.k8s.io/v1"}, {Cluster: "d", Reason: "the cluster is not ready"},
		}, "it is the same as none"},
		"a list": {"{consumerClusters: [{name: m2}, {name: gone}, {name: m1}, {name: m2}]}", nil, []string{"m2"}, nil, []mcs.Skipped{{Cluster: "gone", Reason: "the cluster does not exist"}},
			"the provider has the slice itself, and each cluster counts once"},
		"odd entries": {"{consumerClusters: [null, {}, {name: m2}]}", nil, []string{"m2"}, nil, []mcs.Skipped{{Cluster: "", Reason: "the cluster does not exist"}}, "a name is missing"},
		"orphans": {"{consumerClusters: [{name: m2}]}", []*api.Work{
			nil, dispatched(t, "m9", "other", "m7", ""), dispatched(t, "m3", "web-x-96dcd6d9f", "m1", ""), dispatched(t, "m2", "other", "m1", ""),
			dispatched(t, "m4", "w", "m1", ", deletionTimestamp: '2026-01-01T00:00:00Z'"), dispatched(t, "m5", "w", "''", ""),
			workOf(t, "metadata: {namespace: karmada-es-m6, name: w, annotations: {endpointslice.karmada.io/provision-cluster: m1}, labels: {multiclusterservice.karmada.io/name: web}}"),
		}, []string{"m2"}, []string{"karmada-es-m3/web-x-96dcd6d9f", "karmada-es-m9/other"}, nil,
			"dispatched Works of the MultiClusterService, of any provider; not those that are collected, deleted already or of another namespace"},
		"a stray Work": {"{consumerClusters: [{name: m2}]}", []*api.Work{dispatched(t, "m3", "w", "m1", ""), stray, dispatched(t, "m4", "w", "m1", "")},
			[]string{"m2"}, []string{"karmada-es-m3/w", "karmada-es-m4/w"}, nil, "it is not in the namespace of a cluster, and does not affect the others"},
		"listed twice": {"{consumerClusters: [{name: m2}]}", []*api.Work{dispatched(t, "m3", "w", "m1", ""), dispatched(t, "m3", "w", "m1", "")},
			[]string{"m2"}, []string{"karmada-es-m3/w"}, nil, "it is one Work"},
		"a skipped cluster": {"{consumerClusters: [{name: a}]}", []*api.Work{dispatched(t, "a", "web-x-96dcd6d9f", "m1", "")}, nil, nil,
			[]mcs.Skipped{{Cluster: "a", Reason: "the cluster is not ready"}}, "it keeps what it has"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := mcs.DispatchInput{Work: collected(t), MultiClusterService: casetest.Object(t, multiClusterService+c.spec+"}"), Clusters: all, Stored: c.stored, Now: now}
			before := casetest.Frozen(t, []any{in.Work, in.MultiClusterService, in.Stored})
			d, err := mcs.DispatchSlice(in)
			require.NoError(t, err)
			require.Equal(t, before, casetest.Frozen(t, []any{in.Work, in.MultiClusterService, in.Stored}))
			var write, gone []string
			for _, w := range d.Write {
				write = append(write, strings.TrimPrefix(w.Namespace, "karmada-es-"))
			}
			for _, o := range d.Delete {
				gone = append(gone, o.Work.Namespace+"/"+o.Work.Name)
			}
			require.Equal(t, c.write, write, c.reason)
			require.Equal(t, c.delete, gone, c.reason)
			require.Equal(t, c.skipped, d.Skipped, c.reason)
			slices.Reverse(in.Stored)
			reversed, err := mcs.DispatchSlice(in)
			require.NoError(t, err)
			require.Equal(t, d, reversed, "the order does not matter")
		})
	}
}

// TestDispatchEnds has Works whose slices are no longer dispatched.
func TestDispatchEnds(t *testing.T) {
	t.Parallel()
	deleting := collected(t)
	deleting.DeletionTimestamp = &metav1.Time{Time: now}
	unlabelled := collected(t)
	delete(unlabelled.Labels, api.MultiClusterServiceNameLabel)
	empty := collected(t)
	empty.Spec.Workload.Manifests = []api.Manifest{nil, {"apiVersion": "v1", "kind": "EndpointSlice"}}
	mine := dispatched(t, "m2", deleting.Name, "m1", ", finalizers: [f]")
	mine.Labels = nil // labels do not matter
	stored := []*api.Work{
		dispatched(t, "m3", deleting.Name, "m7", ""), mine, dispatched(t, "m2", "other", "m1", ""), nil,
		dispatched(t, "m4", deleting.Name, "m1", ", deletionTimestamp: '2026-01-01T00:00:00Z'"),
	}
	given := casetest.Object(t, multiClusterService+"{}}")
	for name, c := range map[string]struct {
		in         *api.Work
		delete     []work.Orphan
		finalizers []string
		reason     string
	}{
		"deleting": {deleting, []work.Orphan{{Work: mine.Ref(), Reason: "Work karmada-es-m1/web-x-96dcd6d9f is being deleted"}}, []string{},
			"Work karmada-es-m1/web-x-96dcd6d9f is being deleted"},
		"no label": {unlabelled, []work.Orphan{{Work: mine.Ref(), Reason: "Work karmada-es-m1/web-x-96dcd6d9f has no label multiclusterservice.karmada.io/name"}}, []string{},
			"Work karmada-es-m1/web-x-96dcd6d9f has no label multiclusterservice.karmada.io/name"},
		"no slice": {empty, nil, []string{api.DispatchFinalizer}, "Work karmada-es-m1/web-x-96dcd6d9f has no EndpointSlice"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := mcs.DispatchSlice(mcs.DispatchInput{Work: c.in, MultiClusterService: given, Clusters: clusters("m1", "m2"), Stored: stored, Now: now})
			require.NoError(t, err)
			require.Equal(t, mcs.Dispatch{Reason: c.reason, Delete: c.delete, Finalizers: c.finalizers}, d)
		})
	}
	d, err := mcs.DispatchSlice(mcs.DispatchInput{Work: collected(t), Stored: stored})
	require.NoError(t, err)
	require.Equal(t, mcs.Dispatch{Reason: "the MultiClusterService shop/web does not exist", Finalizers: []string{api.DispatchFinalizer}}, d, "what is dispatched stays")
	other := casetest.Object(t, multiClusterService+"{}}")
	other.SetName("api")
	d, err = mcs.DispatchSlice(mcs.DispatchInput{Work: collected(t), MultiClusterService: other, Stored: stored})
	require.EqualError(t, err, "found the MultiClusterService shop/api, expected shop/web")
	require.Zero(t, d)
}

func TestDispatchErrors(t *testing.T) {
	t.Parallel()
	outside, twoKinds := collected(t), collected(t)
	outside.Namespace = "default"
	twoKinds.Spec.Workload.Manifests = append([]api.Manifest{{"apiVersion": "v1", "kind": "Pod"}}, twoKinds.Spec.Workload.Manifests...)
	deleting := dispatched(t, "m2", "web-x-96dcd6d9f", "m1", ", finalizers: [f], deletionTimestamp: '2026-01-01T00:00:00Z'")
	for name, c := range map[string]struct {
		in      mcs.DispatchInput
		want    string
		written []string
	}{
		"namespace":      {mcs.DispatchInput{Work: outside}, `Work default/web-x-96dcd6d9f: found the namespace "default", expected one that begins with karmada-es-`, nil},
		"first manifest": {mcs.DispatchInput{Work: twoKinds}, `Work karmada-es-m1/web-x-96dcd6d9f: EndpointSlice: found the string "Pod" as the kind and the string "v1" as the apiVersion, expected EndpointSlice of discovery.k8s.io/v1`, nil},
		"one cluster":    {mcs.DispatchInput{Work: collected(t), Stored: []*api.Work{deleting}}, "Work karmada-es-m1/web-x-96dcd6d9f in cluster m2: Work karmada-es-m2/web-x-96dcd6d9f: the stored Work is being deleted", []string{"karmada-es-m3/web-x-96dcd6d9f"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.in.MultiClusterService, c.in.Clusters, c.in.Now = casetest.Object(t, multiClusterService+"{}}"), clusters("m2", "m3"), now
			d, err := mcs.DispatchSlice(c.in)
			require.EqualError(t, err, c.want)
			require.Equal(t, c.written, namesOf(d.Write), "the other clusters get their Works")
			require.Equal(t, c.want, d.Conditions[0].Message)
			require.Equal(t, metav1.ConditionFalse, d.Conditions[0].Status)
			require.Equal(t, "EndpointSliceDispatchedFailed", d.Conditions[0].Reason)
		})
	}
	for _, spec := range []string{"{consumerClusters: x}", "{consumerClusters: [x]}", "{consumerClusters: [{name: 1}]}", "{}, status: {conditions: [{lastTransitionTime: x}]}"} {
		d, err := mcs.DispatchSlice(mcs.DispatchInput{Work: collected(t), MultiClusterService: casetest.Object(t, multiClusterService+spec+"}")})
		require.ErrorContains(t, err, "MultiClusterService shop/web: /s", spec)
		require.Zero(t, d)
	}
	ending := outside.DeepCopy()
	ending.DeletionTimestamp = &metav1.Time{Time: now}
	d, err := mcs.DispatchSlice(mcs.DispatchInput{Work: ending})
	require.ErrorContains(t, err, `found the namespace "default"`)
	require.Zero(t, d)
}

// TestConditionMessages has an error that is longer than a message may be, and one that is not UTF-8.
func TestConditionMessages(t *testing.T) {
	t.Parallel()
	for _, namespace := range []string{strings.Repeat("é", 40_000), "\xff"} {
		w := collected(t)
		w.Namespace = namespace
		d, err := mcs.DispatchSlice(mcs.DispatchInput{Work: w, MultiClusterService: casetest.Object(t, multiClusterService+"{}}"), Now: now})
		require.Error(t, err)
		require.LessOrEqual(t, len(d.Conditions[0].Message), 32768)
		require.NotContains(t, d.Conditions[0].Message, "\xff")
		require.Equal(t, strings.ToValidUTF8(d.Conditions[0].Message, ""), d.Conditions[0].Message)
	}
}
