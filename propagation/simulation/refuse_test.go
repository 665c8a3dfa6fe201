package simulation

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestRefused lets the API server of one of two clusters refuse all writes. It misses a creation, an update and a deletion. Each is reported once
// and made up for later.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, reason string
		begin        string // what is there before, if anything
		put          string // what is put while m1 refuses; nothing: delete the template
		want         work.Action
	}{
		{"create", "m1 lacks the object until it accepts it", "", "{k: v}", work.ActionCreate},
		{"update", "m1 has the old data until it accepts the new", "{k: old}", "{k: v}", work.ActionUpdate},
		{"delete", "m1 has the object until it can be deleted", "{k: v}", "", work.ActionDelete},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			ctx, w, refused := context.Background(), newWorld(), errors.New("no space left")
			settle := func() *Step {
				step, err := w.Settle(ctx)
				require.NoError(t, err)
				return step
			}
			set := func(data string) {
				require.NoError(t, w.PutTemplate(casetest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: a}, data: "+data+"}")))
			}
			data := func(cluster string) (all []any) {
				for _, o := range w.members[cluster].All() {
					all = append(all, o.Object["data"])
				}
				return all
			}
			for _, name := range []string{"m1", "m2"} {
				require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: "+name+"}")))
			}
			require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, `{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}`)))
			if tc.begin != "" {
				set(tc.begin)
				settle()
			}
			w.refuse = func(cluster string) error {
				if cluster == "m1" {
					return refused
				}
				return nil
			}
			if tc.put != "" {
				set(tc.put)
			} else {
				require.True(t, w.DeleteTemplate(override.Ref{APIVersion: "v1", Kind: "ConfigMap", Namespace: "shop", Name: "a"}))
			}
			step := settle()
			require.Len(t, step.Actions, 2, tc.reason)
			require.ErrorIs(t, step.Actions[0].Err, refused)
			require.NoError(t, step.Actions[1].Err)
			require.NotEqual(t, data("m1"), data("m2"), tc.reason)

			w.refuse = nil
			step = settle()
			require.Len(t, step.Actions, 1, tc.reason)
			require.Equal(t, tc.want, step.Actions[0].Action)
			require.Equal(t, "m1", step.Actions[0].Cluster)
			require.Equal(t, data("m1"), data("m2"), tc.reason)
			require.Empty(t, settle().Actions)
		})
	}
}

// TestUnmanaged removes the label of the control plane from an object. The object is no longer written, and each step says so. When the template is
// deleted, the object stays.
func TestUnmanaged(t *testing.T) {
	t.Parallel()
	ctx, w := context.Background(), newWorld()
	a := override.Ref{APIVersion: "v1", Kind: "ConfigMap", Namespace: "shop", Name: "a"}
	settle := func() []Action {
		step, err := w.Settle(ctx)
		require.NoError(t, err)
		return step.Actions
	}
	put := func(data string) {
		require.NoError(t, w.PutTemplate(casetest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: a}, data: "+data+"}")))
	}
	require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
	require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, `{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]}}`)))
	put("{k: old}")
	require.Len(t, settle(), 1)
	require.NoError(t, w.Edit("m1", a, func(o *unstructured.Unstructured) error {
		unstructured.RemoveNestedField(o.Object, "metadata", "labels", api.ManagedLabel)
		return nil
	}))
	put("{k: v}")
	for range 2 {
		actions := settle()
		require.Len(t, actions, 1)
		require.Equal(t, work.ActionRefuse, actions[0].Action)
		conflict := (*work.ConflictError)(nil)
		require.ErrorAs(t, actions[0].Err, &conflict)
		require.Equal(t, work.ConflictError{Object: a, Cluster: "m1"}, *conflict)
	}
	require.True(t, w.DeleteTemplate(a))
	require.Equal(t, []Action{{"m1", work.ActionLeave, a, "the object is not managed by Karmada", nil}}, settle())
	require.Empty(t, settle())
	require.Equal(t, 1, len(w.members["m1"].All()))
}

// TestWithoutEffect has objects that API servers store in their own form. An update of them changes nothing, and is not an action.
func TestWithoutEffect(t *testing.T) {
	t.Parallel()
	w := newWorld()
	require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
	require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, `{metadata: {namespace: shop, name: p}, spec: {resourceSelectors: [{apiVersion: v1, kind: Secret}, {apiVersion: v1, kind: ResourceQuota}]}}`)))
	require.NoError(t, w.PutTemplate(casetest.Object(t, "{apiVersion: v1, kind: Secret, metadata: {namespace: shop, name: a}, data: {k: null}}")))
	require.NoError(t, w.PutTemplate(casetest.Object(t, "{apiVersion: v1, kind: ResourceQuota, metadata: {namespace: shop, name: a}, spec: {hard: {cpu: 1}}}")))
	step, err := w.Settle(context.Background())
	require.NoError(t, err)
	require.Len(t, step.Actions, 2)
	step, err = w.Settle(context.Background())
	require.NoError(t, err)
	require.Empty(t, step.Actions)
}
