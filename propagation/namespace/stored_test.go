package namespace_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestRenderStored merges new Works with stored ones.
func TestRenderStored(t *testing.T) {
	t.Parallel()
	render := func(stored ...*api.Work) (*api.Work, error) {
		works, err := render(namespace.Input{
			Namespace: casetest.Object(t, shop), Clusters: clusters("m1"), Stored: stored, NewID: func(override.Ref) string { return "new" },
		})
		if err != nil {
			require.Empty(t, works)
			return nil, err
		}
		require.Len(t, works, 1)
		return works[0], nil
	}
	fresh, err := render()
	require.NoError(t, err)
	require.Equal(t, "new", fresh.Labels[idLabel])

	stored := fresh.DeepCopy()
	stored.UID, stored.OwnerReferences = "w-1", nil
	stored.Labels, stored.Annotations = map[string]string{idLabel: "old", "other": "x"}, map[string]string{"old": "policy"}
	other, elsewhere := stored.DeepCopy(), stored.DeepCopy()
	other.Name, elsewhere.Namespace = "other", "karmada-es-m2"
	other.Labels, elsewhere.Labels = map[string]string{idLabel: "other"}, map[string]string{idLabel: "elsewhere"}
	before := casetest.Frozen(t, stored)
	again, err := render(nil, elsewhere, stored, other)
	require.NoError(t, err)
	require.Equal(t, map[string]string{idLabel: "old", "other": "x"}, again.Labels, "the id is kept")
	require.Equal(t, map[string]string{"old": "policy"}, again.Annotations, "old records are kept")
	require.Empty(t, again.OwnerReferences, "only a new Work gets the owner")
	require.EqualValues(t, "w-1", again.UID)
	again.Labels["x"], again.Finalizers[0] = "x", "x"
	require.Equal(t, before, casetest.Frozen(t, stored))

	now := stored.CreationTimestamp
	stored.DeletionTimestamp = &now
	_, err = render(stored)
	require.ErrorIs(t, err, work.ErrDeleting)
	require.EqualError(t, err, "Namespace shop in cluster m1: Work karmada-es-m1/"+fresh.Name+": the stored Work is being deleted")
}
