package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestMerge merges Works with the stored ones.
func TestMerge(t *testing.T) {
	t.Parallel()
	stored := casetest.Decode[api.Work](t, `
metadata: {namespace: karmada-es-m1, name: w, uid: u, labels: {a: old, b: old}, annotations: {old: policy}, finalizers: [z, a], ownerReferences: [{apiVersion: v1, kind: K, name: n, uid: u}]}
spec: {suspendDispatching: true, preserveResourcesOnDeletion: true}
status: {conditions: [{type: Applied, status: "True", reason: r, message: m, lastTransitionTime: null}]}
`)
	desired := casetest.Decode[api.Work](t, `
metadata: {namespace: karmada-es-m1, name: w, labels: {a: new}, annotations: {new: policy}, finalizers: [m, z]}
spec: {suspendDispatching: false}
`)
	before := casetest.Frozen(t, []any{stored, desired})
	merged, err := work.Assemble(stored, desired, casetest.Object(t, web), nil)
	require.NoError(t, err)
	require.Equal(t, map[string]string{"a": "new", "b": "old"}, merged.Labels)
	require.Equal(t, map[string]string{"old": "policy", "new": "policy"}, merged.Annotations, "old annotations are kept")
	require.Equal(t, []string{"a", "m", "z"}, merged.Finalizers)
	require.Len(t, merged.OwnerReferences, 1)
	require.Len(t, merged.Status.Conditions, 1)
	require.False(t, *merged.Spec.SuspendDispatching)
	require.Nil(t, merged.Spec.PreserveResourcesOnDeletion, "the spec is the desired one, even if a field is not set")
	merged.Labels["a"], merged.Spec.Workload.Manifests[0]["kind"] = "x", "x"
	require.Equal(t, before, casetest.Frozen(t, []any{stored, desired}))

	fresh, err := work.Assemble(nil, desired, casetest.Object(t, web), nil)
	require.NoError(t, err)
	require.Equal(t, "Work", fresh.Kind)
	require.Equal(t, []string{"m", "z"}, fresh.Finalizers)

	now := stored.CreationTimestamp
	stored.DeletionTimestamp = &now
	_, err = work.Assemble(stored, desired, casetest.Object(t, web), nil)
	require.ErrorIs(t, err, work.ErrDeleting)
	require.EqualError(t, err, "Work karmada-es-m1/w: the stored Work is being deleted")
}
