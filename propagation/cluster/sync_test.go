package cluster_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/casetest"
)

const (
	ready    = "status: {conditions: [{type: Ready, status: 'True'}]}"
	deleting = "deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [other, karmada.io/cluster-controller]"
)

// TestSync has clusters that exist.
func TestSync(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, cluster string
		hasNamespace          bool
		creates               bool
		finalizers            []string // nil: the cluster does not change
		taints                []string
	}{
		{"new", "rules 1 and 2", "{metadata: {name: m1}}", false, true, []string{"karmada.io/cluster-controller"}, []string{"cluster.karmada.io/not-ready:NoSchedule+"}},
		{"other finalizers", "they stay", "{metadata: {name: m1, finalizers: [a]}, " + ready + "}", true, false, []string{"a", "karmada.io/cluster-controller"}, nil},
		{"lost namespace", "rule 1: it is created again", "{metadata: {name: m1, finalizers: [karmada.io/cluster-controller]}, " + ready + "}", false, true, nil, nil},
		{"settled", "there is nothing to do", "{metadata: {name: m1, finalizers: [karmada.io/cluster-controller]}, " + ready + "}", true, false, nil, nil},
		{"broken", "rule 2: it is tainted", "{metadata: {name: m1, finalizers: [karmada.io/cluster-controller]}, status: {conditions: [{type: Ready, status: Unknown}]}}", true, false, []string{"karmada.io/cluster-controller"}, []string{"cluster.karmada.io/unreachable:NoSchedule+"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := cluster.SyncInput{Cluster: casetest.Decode[api.Cluster](t, c.cluster), Now: now}
			if c.hasNamespace {
				in.Namespace = casetest.Object(t, "{metadata: {name: karmada-es-m1}}")
			}
			in.Works = []*api.Work{casetest.Decode[api.Work](t, "{metadata: {namespace: karmada-es-m1, finalizers: [karmada.io/execution-controller]}}")}
			if c.creates {
				in.Namespace = casetest.Object(t, "{metadata: {name: karmada-es-m2}}") // of another cluster
				require.NotNil(t, cluster.Sync(in).Namespace, "rule 1: another namespace does not count")
				in.Namespace = nil
			}
			before := casetest.Frozen(t, in)
			r := cluster.Sync(in)
			require.Equal(t, before, casetest.Frozen(t, in), "the input has not changed")
			require.Empty(t, r.Works)
			require.Empty(t, r.Wait)
			require.False(t, r.DeleteNamespace)
			if c.creates {
				require.Equal(t, "apiVersion: v1\nkind: Namespace\nmetadata:\n  labels:\n    karmada.io/system: \"true\"\n  name: karmada-es-m1\n", casetest.Text(t, r.Namespace), c.reason)
			} else {
				require.Nil(t, r.Namespace, c.reason)
			}
			if c.finalizers == nil {
				require.Nil(t, r.Cluster, c.reason)
				return
			}
			require.Equal(t, c.finalizers, r.Cluster.Finalizers, c.reason)
			require.Equal(t, c.taints, taintTexts(t, r.Cluster.Spec.Taints), c.reason)

			in.Cluster = r.Cluster
			require.Nil(t, cluster.Sync(in).Cluster, "a second call changes nothing")
		})
	}
}

// TestSyncDeleting has clusters that are being deleted.
func TestSyncDeleting(t *testing.T) {
	t.Parallel()
	const pull, push = "spec: {syncMode: Pull}", "spec: {syncMode: Push}"
	const stored = "{metadata: {name: karmada-es-m1}}"
	const released = "{metadata: {name: m1, deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [other]}"
	for _, c := range []struct {
		name, reason, cluster, namespace string
		bindings                         []string
		deletes                          bool
		works                            []string
		wait                             string
		finalizers                       []string // nil: the cluster does not change
	}{
		{"namespace exists", "rule 4", "{metadata: {name: m1, " + deleting + "}, " + push + "}", stored, nil, true, nil, "the namespace karmada-es-m1 must be gone first", nil},
		{"namespace is being deleted", "rule 5", "{metadata: {name: m1, " + deleting + "}, " + push + "}", "{metadata: {name: karmada-es-m1, deletionTimestamp: '2026-01-01T00:00:00Z'}}", nil, false, nil, "the namespace karmada-es-m1 must be gone first", nil},
		{"lost agent", "rule 3", "{metadata: {name: m1, " + deleting + "}, " + pull + "}", stored, nil, true, []string{`a ["other"]`, "b []"}, "the namespace karmada-es-m1 must be gone first", nil},
		{"agent works", "rule 3: it removes the finalizers itself", "{metadata: {name: m1, " + deleting + "}, " + pull + ", " + ready + "}", stored, nil, true, nil, "the namespace karmada-es-m1 must be gone first", nil},
		{"bindings", "rule 5: the first by name is in the reason", "{metadata: {name: m1, " + deleting + "}, " + push + "}", "", []string{"{metadata: {name: z}, spec: {clusters: [{name: m1}]}}", "{metadata: {name: b}, spec: {clusters: [{name: m2}, {name: m1}]}}", "{metadata: {name: a}, spec: {clusters: [{name: m2}]}}"}, false, nil, "ResourceBinding b still has the cluster m1", nil},
		{"required by", "rule 5: only the binding's own clusters count", "{metadata: {name: m1, " + deleting + "}, " + push + "}", "", []string{"{metadata: {name: a}, spec: {requiredBy: [{clusters: [{name: m1}]}]}}"}, false, nil, "", []string{"other"}},
		{"done", "rule 5", "{metadata: {name: m1, " + deleting + "}, " + push + "}", "", nil, false, nil, "", []string{"other"}},
		{"other namespace", "another namespace is never deleted, and does not count", "{metadata: {name: m1, " + deleting + "}, " + push + "}", "{metadata: {name: karmada-es-m2}}", nil, false, nil, "", []string{"other"}},
		{"done before", "its finalizer is gone", released + "}", "", nil, false, nil, "", nil},
		{"done before, namespace exists", "rule 4: it is deleted, but the cluster does not wait for it", released + "}", stored, nil, true, nil, "", nil},
		{"done before, bindings", "the cluster does not wait for them", released + "}", "", []string{"{metadata: {name: a}, spec: {clusters: [{name: m1}]}}"}, false, nil, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := cluster.SyncInput{Cluster: casetest.Decode[api.Cluster](t, c.cluster), Now: now, Bindings: []api.Binding{&api.ClusterResourceBinding{}}}
			if c.namespace != "" {
				in.Namespace = casetest.Object(t, c.namespace)
			}
			for _, text := range c.bindings {
				in.Bindings = append(in.Bindings, casetest.Decode[api.ResourceBinding](t, text))
			}
			for _, text := range []string{
				"{metadata: {namespace: karmada-es-m1, name: b, finalizers: [karmada.io/execution-controller]}}",
				"{metadata: {namespace: karmada-es-m1, name: a, finalizers: [karmada.io/execution-controller, other]}}",
				"{metadata: {namespace: karmada-es-m1, name: c, finalizers: [other]}}",
				"{metadata: {namespace: karmada-es-m2, name: d, finalizers: [karmada.io/execution-controller]}}",
			} {
				in.Works = append(in.Works, casetest.Decode[api.Work](t, text))
			}
			before := casetest.Frozen(t, in)
			r := cluster.Sync(in)
			require.Nil(t, r.Namespace)
			require.Equal(t, c.deletes, r.DeleteNamespace, c.reason)
			require.Equal(t, c.wait, r.Wait, c.reason)
			var works []string
			for _, w := range r.Works {
				works = append(works, w.Name+" "+casetest.Frozen(t, w.Finalizers))
				w.Finalizers = append(w.Finalizers, "more")
			}
			require.Equal(t, c.works, works, c.reason)
			if c.finalizers == nil {
				require.Nil(t, r.Cluster, c.reason)
			} else {
				require.Equal(t, c.finalizers, r.Cluster.Finalizers, c.reason)
				require.Empty(t, r.Cluster.Spec.Taints, "a cluster that is being deleted gets no taints")
				r.Cluster.Finalizers[0] = "changed"
			}
			require.Equal(t, before, casetest.Frozen(t, in), "the input has not changed, and shares nothing with the results")
		})
	}
}

// TestDeletion carries out the results until the cluster is gone.
func TestDeletion(t *testing.T) {
	t.Parallel()
	in := cluster.SyncInput{Cluster: casetest.Decode[api.Cluster](t, "{metadata: {name: m1, "+deleting+"}}"), Now: now}
	in.Cluster.Finalizers = in.Cluster.Finalizers[1:]
	in.Namespace = cluster.ExecutionNamespace("m1")
	in.Bindings = []api.Binding{casetest.Decode[api.ResourceBinding](t, "{spec: {clusters: [{name: m1}]}}")}
	var waits []string
	for range 9 {
		r := cluster.Sync(in)
		switch {
		case r.Cluster != nil:
			in.Cluster = r.Cluster
		case r.DeleteNamespace:
			require.NoError(t, unstructured.SetNestedField(in.Namespace.Object, "2026-01-01T00:00:00Z", "metadata", "deletionTimestamp"))
		case in.Namespace != nil:
			in.Namespace = nil
		default:
			in.Bindings = nil
		}
		waits = append(waits, r.Wait)
		if len(in.Cluster.Finalizers) == 0 {
			break
		}
	}
	gone := "the namespace karmada-es-m1 must be gone first"
	require.Equal(t, []string{gone, gone, "ResourceBinding still has the cluster m1", ""}, waits)
}
