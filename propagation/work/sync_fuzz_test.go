package work_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// fuzzedPairs are manifests with observed objects.
var fuzzedPairs = [][2]string{
	{`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"shop","labels":{"karmada.io/managed":"true","resourcetemplate.karmada.io/retain-replicas":"true"}},"spec":{"replicas":2,"template":{"spec":{"containers":[{"name":"a","resources":{"limits":{"cpu":"1000m"}}}]}}}}`,
		`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"shop","labels":{"karmada.io/managed":"true","x":"y"},"annotations":{"resourcetemplate.karmada.io/managed-labels":"x,"},"resourceVersion":"7","finalizers":["f"]},"spec":{"replicas":5,"paused":true,"template":{"spec":{"containers":[{"name":"a","resources":{"limits":{"cpu":"1","memory":"1Gi"}}}]}}},"status":{}}`},
	{`{"apiVersion":"v1","kind":"Service","metadata":{"name":"web"},"spec":{"ports":[{"port":80}]}}`, `{"apiVersion":"v1","kind":"Service","metadata":{"name":"web","labels":{"karmada.io/managed":"true"}},"spec":{"clusterIP":"10.0.0.1","clusterIPs":["10.0.0.1"],"healthCheckNodePort":3,"ports":[{"port":80,"nodePort":30000}]}}`},
	{`{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"stringData":{"a":"x","b":null},"data":{"c":"eA=="}}`, `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","labels":{"karmada.io/managed":"true"}},"type":"Opaque","data":{"a":"eA=="}}`},
	{`{"apiVersion":"v1","kind":"Secret","type":"kubernetes.io/service-account-token","metadata":{"name":"s"},"data":null}`, `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","labels":{"karmada.io/managed":"true"}},"type":"kubernetes.io/service-account-token","data":{"token":"eA=="}}`},
	{`{"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"a"},"secrets":[{"name":"mine"}]}`, `{"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"a","labels":{"karmada.io/managed":"true"}},"secrets":[{"name":"a-token-1"},{"name":"a-token-2"}],"imagePullSecrets":[]}`},
	{`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"containers":[{"name":"a"}]}}`, `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","labels":{"karmada.io/managed":"true"}},"spec":{"nodeName":"n","volumes":[{"name":"t"}],"containers":[{"name":"a","volumeMounts":[{"name":"t","mountPath":"/t"}]}]}}`},
	{`{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j"},"spec":{"template":{"metadata":{"labels":{"a":"b"}}}}}`, `{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j","labels":{"karmada.io/managed":"true"}},"spec":{"ttlSecondsAfterFinished":3,"selector":{"matchLabels":{"controller-uid":"u"}},"template":{"metadata":{"labels":{"controller-uid":"u"}}}}}`},
	{`{"apiVersion":"example.io/v1","kind":"W","metadata":{"name":"w","annotations":{"work.karmada.io/conflict-resolution":"overwrite"}},"a":[null,{}],"b":{"emptyDir":{}},"data":{"x":""},"n":1}`, `{"apiVersion":"example.io/v1","kind":"W","metadata":{"name":"w","ownerReferences":[{"uid":3}]},"b":{"hostPath":{"p":1}},"data":{"x":1,"y":null},"n":1.0}`},
}

func decoded(t testing.TB, text string) *unstructured.Unstructured {
	var content map[string]any
	if utiljson.Unmarshal([]byte(text), &content) != nil || content == nil {
		t.Skip()
	}
	return &unstructured.Unstructured{Object: content}
}

// FuzzSync syncs a manifest with an observed object. Neither is written, and two calls agree. If what must be sent is stored as it is, nothing is left to do.
func FuzzSync(f *testing.F) {
	for i, pair := range fuzzedPairs {
		f.Add(pair[0], pair[1], byte(i))
	}
	f.Fuzz(func(t *testing.T, manifest, observed string, flags byte) {
		checkSync(t, decoded(t, manifest), decoded(t, observed), flags)
	})
}

// checkSync implements [FuzzSync].
func checkSync(t *testing.T, manifest, observed *unstructured.Unstructured, flags byte) {
	t.Helper()
	has := func(flag byte) bool { return flags&(1<<flag) != 0 }
	yes, suspend := has(0), has(1) && has(2)
	w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Name: "w", Generation: 3, Finalizers: []string{api.ExecutionFinalizer}}}
	w.Spec.PreserveResourcesOnDeletion, w.Spec.SuspendDispatching = &yes, &suspend
	w.Spec.Workload.Manifests = []api.Manifest{manifest.Object}
	if has(3) {
		w.Status.Conditions = []metav1.Condition{{Type: api.WorkApplied, Status: metav1.ConditionTrue, ObservedGeneration: 3}}
	}
	if has(4) {
		w.DeletionTimestamp = &metav1.Time{Time: time.Unix(1, 0)}
	}
	in := work.SyncInput{Work: w, Cluster: ready("m1"), Observed: []*unstructured.Unstructured{observed}, Interpreter: hooks, Now: time.Unix(9, 0)}
	if has(5) {
		in.Observed[0] = nil
	}
	if has(6) && has(7) {
		in.Cluster.Status.Conditions = nil
	}
	d := syncFrozen(t, in)
	require.True(t, d.NeedsUpdate || len(d.Drift) == 0)
	require.Equal(t, d.Action.Calls() && d.Action != work.ActionDelete, d.Send != nil)
	require.Equal(t, d.Action == work.ActionRefuse, d.Err != nil)
	if d.Send == nil {
		return
	}
	in.Observed[0] = d.Send.DeepCopy()
	if in.Observed[0].GetLabels()[api.ManagedLabel] != "true" && w.Spec.Workload.Manifests[0]["kind"] != nil && stringsOf(d.Send, "annotations")[api.ConflictResolutionAnnotation] != "overwrite" {
		return // Finish sets the label
	}
	for _, applied := range []metav1.ConditionStatus{metav1.ConditionFalse, metav1.ConditionTrue} {
		in.Work.Status.Conditions = []metav1.Condition{{Type: api.WorkApplied, Status: applied, ObservedGeneration: 3}}
		again := syncFrozen(t, in)
		if again.Action == work.ActionRefuse {
			continue // an object that was created may have fields that the interpreter cannot retain
		}
		require.Equal(t, work.ActionLeave, again.Action, "%s: %v", again.Reason, again.Drift)
		require.Empty(t, again.Drift)
	}
}

// TestSyncVerbatim is FuzzSync with random edits of known kinds.
func TestSyncVerbatim(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*syncSeed, 2))
	pairs := 10 * *syncCount
	if testing.Short() {
		pairs /= 5
	}
	for range pairs {
		kind := syncKinds[r.IntN(len(syncKinds))]
		pair := [2]*unstructured.Unstructured{casetest.Object(t, kind.template), casetest.Object(t, kind.template)}
		pair[1].SetLabels(map[string]string{api.ManagedLabel: "true"})
		for _, o := range pair {
			for range r.IntN(4) {
				s := kind.slots[r.IntN(len(kind.slots))]
				v := s.values[r.IntN(len(s.values))]
				if r.IntN(3) == 0 {
					v = oddValues[r.IntN(len(oddValues))]
				}
				setAt(o.Object, s.at, v)
			}
		}
		checkSync(t, pair[0], pair[1], byte(r.IntN(256)))
	}
}

var oddValues = []any{m{}, []any{}, "", int64(0), 1.0, int64(1), false, "1000m", m{"a": nil}, m{"a": ""}, m{"a": m{}}, []any{m{}}, []any{nil}, m{"limits": m{"cpu": ""}}}

func stringsOf(o *unstructured.Unstructured, field string) map[string]string {
	all, _, _ := unstructured.NestedStringMap(o.Object, "metadata", field)
	return all
}

// syncFrozen syncs twice, and checks that the input has not changed and the decisions are equal.
func syncFrozen(t *testing.T, in work.SyncInput) work.Decision {
	t.Helper()
	before := casetest.Frozen(t, in.Work) + casetest.Frozen(t, in.Observed)
	first, err := work.Sync(context.Background(), in)
	require.NoError(t, err)
	second, err := work.Sync(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, casetest.Frozen(t, first.After(nil)), casetest.Frozen(t, second.After(nil)))
	a, b := first.Decisions[0], second.Decisions[0]
	if a.Err != nil {
		require.EqualError(t, b.Err, a.Err.Error())
		a.Err, b.Err = nil, nil
	}
	require.Equal(t, casetest.Frozen(t, a), casetest.Frozen(t, b))
	if b.Send != nil {
		scribble(b.Send.Object)
	}
	require.Equal(t, before, casetest.Frozen(t, in.Work)+casetest.Frozen(t, in.Observed), "the input has changed")
	return first.Decisions[0]
}

// FuzzRetain retains twice, which is the same as once. The labels of the manifest win.
func FuzzRetain(f *testing.F) {
	for _, pair := range fuzzedPairs {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, manifest, observed string) {
		m, o := decoded(t, manifest), decoded(t, observed)
		before := casetest.Frozen(t, m) + casetest.Frozen(t, o)
		for _, registry := range []*interpreter.Registry{nil, hooks} {
			once, err := work.Retain(context.Background(), registry, m, o)
			require.Equal(t, once == nil, err != nil)
			if err != nil {
				continue
			}
			twice, err := work.Retain(context.Background(), registry, once, o)
			if m.GetKind() != "ServiceAccount" { // its lists become null, and null lists are errors
				require.NoError(t, err)
				require.Equal(t, once.Object, twice.Object)
			}
			merged := stringsOf(once, "labels")
			for key, value := range stringsOf(m, "labels") {
				require.Equal(t, value, merged[key])
			}
			require.Equal(t, o.GetResourceVersion(), once.GetResourceVersion())
			scribble(once.Object)
			require.Equal(t, before, casetest.Frozen(t, m)+casetest.Frozen(t, o), "the result shares memory with the arguments")
		}
	})
}

// FuzzMemberEvent has pairs of old and new objects.
func FuzzMemberEvent(f *testing.F) {
	for _, pair := range fuzzedPairs {
		f.Add(pair[0], pair[1], "7")
	}
	f.Add(`{"metadata":{"labels":{"karmada.io/managed":"true"},"annotations":{"work.karmada.io/namespace":"karmada-es-m1","work.karmada.io/name":"w"}}}`, `{"metadata":{"resourceVersion":"8"}}`, "7")
	f.Fuzz(func(t *testing.T, before, after, written string) {
		older, newer := decoded(t, before), decoded(t, after)
		_, found := work.MemberEvent{Old: older, New: older.DeepCopy(), Written: written}.Work()
		require.False(t, found, "nothing has changed")
		_, found = work.MemberEvent{New: newer, Written: written}.Work()
		require.False(t, found, "a created object has no Work")
		annotations := stringsOf(older, "annotations")
		isManaged := stringsOf(older, "labels")[api.ManagedLabel] == "true" && annotations[api.WorkNameAnnotation] != "" && annotations[api.WorkNamespaceAnnotation] != ""
		ref, found := work.MemberEvent{Old: older, Written: written}.Work()
		if isManaged {
			require.Equal(t, annotations[api.WorkNameAnnotation], ref.Name)
			require.True(t, found, "a managed object was deleted")
		}
		_, changed := work.MemberEvent{Old: older, New: newer, Written: written}.Work()
		require.False(t, changed && !found, "a change needs no Sync if a deletion needs none")
		require.False(t, changed && (written == "" || written == newer.GetResourceVersion()))
	})
}

// FuzzRelease releases an object twice, which is the same as once. Nothing but labels and annotations changes.
func FuzzRelease(f *testing.F) {
	for _, pair := range fuzzedPairs {
		f.Add(pair[0])
		f.Add(pair[1])
	}
	f.Fuzz(func(t *testing.T, manifest string) {
		o := decoded(t, manifest)
		before := casetest.Frozen(t, o)
		released, err := work.Release(o)
		require.Equal(t, released == nil, err != nil)
		if err != nil {
			return
		}
		again, err := work.Release(released)
		require.NoError(t, err)
		require.Equal(t, released.Object, again.Object)
		require.NotContains(t, stringsOf(released, "labels"), api.ManagedLabel)
		require.NotContains(t, stringsOf(released, "annotations"), api.ManagedLabelsAnnotation)
		for _, field := range []string{"labels", "annotations"} {
			for _, of := range []*unstructured.Unstructured{again, o} {
				if metadata, ok := of.Object["metadata"].(map[string]any); ok {
					metadata[field] = nil
				}
			}
		}
		require.Equal(t, o.Object, again.Object, "more than labels and annotations has changed")
		scribble(again.Object)
		o = decoded(t, manifest)
		require.Equal(t, before, casetest.Frozen(t, o))
	})
}
