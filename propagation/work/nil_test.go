package work_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls everything with nil and zero values. The results are errors or empty.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"Action.Calls": func(t *testing.T) { require.False(t, work.Action("").Calls()) },
		"PreservedLabels": func(t *testing.T) {
			require.Nil(t, work.PreservedLabels(nil, ""))
			require.Nil(t, work.PreservedLabels(&api.ResourceBindingSpec{Clusters: make([]api.TargetCluster, 1), GracefulEvictionTasks: make([]api.GracefulEvictionTask, 1)}, ""))
		},
		"PurgedClusters": func(t *testing.T) { require.Empty(t, work.PurgedClusters(nil)) },
		"MemberEvent.Work": func(t *testing.T) {
			_, found := work.MemberEvent{}.Work()
			require.False(t, found)
			_, found = work.MemberEvent{Old: &unstructured.Unstructured{}, New: &unstructured.Unstructured{}, Written: "1"}.Work()
			require.False(t, found)
		},
		"KeptClusters": func(t *testing.T) { require.Empty(t, work.KeptClusters(nil)) },
		"NewOverrides": func(t *testing.T) {
			made, err := work.NewOverrides()
			require.NoError(t, err)
			require.Zero(t, made.Set.Len())
		},
		"Orphans": func(t *testing.T) {
			cleanup, err := work.Orphans(nil, nil)
			require.Error(t, err)
			require.Empty(t, cleanup)
		},
		"Superseded": func(t *testing.T) {
			orphans, err := work.Superseded(nil, nil, nil)
			require.Error(t, err)
			require.Empty(t, orphans)
			orphans, err = work.Superseded(&api.ResourceBinding{}, []*api.Work{nil, {}}, []work.Prepared{{}})
			require.NoError(t, err)
			require.Empty(t, orphans)
		},
		"Overrides.Annotations": func(t *testing.T) {
			result, err := override.Apply(&unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test"}}, selector.Cluster{})
			require.NoError(t, err)
			require.Empty(t, work.Overrides{}.Annotations(result))
		},
		"BindingOf": func(t *testing.T) {
			ref, found := work.BindingOf(nil)
			require.False(t, found)
			require.Zero(t, ref)
		},
		"Owned": func(t *testing.T) {
			works, err := work.Owned(nil, []*api.Work{nil})
			require.Error(t, err)
			require.Empty(t, works)
			works, err = work.Owned(&api.ResourceBinding{}, []*api.Work{nil, {}})
			require.NoError(t, err)
			require.Empty(t, works, "a Work without the label")
		},
		"Prune": func(t *testing.T) {
			pruned, err := work.Prune(nil)
			require.NoError(t, err)
			require.Empty(t, pruned.Object)
		},
		"Record": func(t *testing.T) {
			records, err := work.Record(&api.OverridePolicy{})
			require.Error(t, err)
			require.Nil(t, records)
		},
		"Release": func(t *testing.T) {
			released, err := work.Release(nil)
			require.NoError(t, err)
			require.Empty(t, released.Object)
		},
		"Render": func(t *testing.T) {
			works, err := work.Render(context.Background(), work.Input{})
			require.Error(t, err)
			require.Empty(t, works)
		},
		"Prepare": func(t *testing.T) {
			rendered, err := work.Prepare(context.Background(), work.Input{})
			require.Error(t, err)
			require.Empty(t, rendered)
		},
		"NewDraft": func(t *testing.T) {
			_, err := work.NewDraft(nil, nil)
			require.EqualError(t, err, "found no desired Work, expected one")
			_, err = work.NewDraft(&api.Work{}, nil)
			require.ErrorContains(t, err, "found no object, expected one")
		},
		"Draft.For": func(t *testing.T) {
			d, err := work.NewDraft(&api.Work{}, &unstructured.Unstructured{Object: map[string]any{}})
			require.NoError(t, err)
			r, err := d.For("", nil, nil)
			require.NoError(t, err)
			require.Equal(t, "karmada-es-", r.Work().Namespace)
		},
		"PreparedOf":       func(t *testing.T) { require.Equal(t, work.Prepared{}, work.PreparedOf(nil)) },
		"Prepared.Ref":     func(t *testing.T) { require.Zero(t, work.Prepared{}.Ref()) },
		"Prepared.Cluster": func(t *testing.T) { require.Empty(t, work.Prepared{}.Cluster()) },
		"Prepared.Name":    func(t *testing.T) { require.Empty(t, work.Prepared{}.Name()) },
		"Prepared.AppendJSON": func(t *testing.T) {
			text, err := work.Prepared{}.AppendJSON(nil)
			require.NoError(t, err)
			require.Equal(t, "null", string(text))
		},
		"Prepared.Work": func(t *testing.T) { require.Nil(t, work.Prepared{}.Work()) },
		"Retain": func(t *testing.T) {
			_, err := work.Retain(context.Background(), nil, nil, nil)
			require.Error(t, err)
			merged, err := work.Retain(context.Background(), nil, &unstructured.Unstructured{Object: map[string]any{}}, &unstructured.Unstructured{Object: map[string]any{}})
			require.NoError(t, err)
			require.Empty(t, merged.Object)
		},
		"Sync": func(t *testing.T) {
			_, err := work.Sync(context.Background(), work.SyncInput{})
			require.Error(t, err)
			w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1"}, Spec: api.WorkSpec{Workload: api.WorkloadTemplate{Manifests: []api.Manifest{nil}}}}
			_, err = work.Sync(context.Background(), work.SyncInput{Work: w, Cluster: ready("m1")})
			require.ErrorContains(t, err, "found 0 observed objects, expected one for each of 1 manifests")
			_, err = work.Sync(context.Background(), work.SyncInput{Work: w, Observed: []*unstructured.Unstructured{nil}})
			require.ErrorContains(t, err, "cluster m1 does not exist")
			result, err := work.Sync(context.Background(), work.SyncInput{Work: w, Observed: []*unstructured.Unstructured{nil}, Cluster: ready("m1")})
			require.NoError(t, err)
			require.ErrorContains(t, result.Decisions[0].Err, `manifest 0: found the kind "" and the name "", expected both`)
		},
		"SyncResult.After": func(t *testing.T) { require.Zero(t, (&work.SyncResult{}).After(nil)) },
		"Targets":          func(t *testing.T) { require.Empty(t, work.Targets(nil)) },
	}
	exported.Methods(t, calls, &work.Error{})
	exported.Methods(t, calls, &work.ConflictError{})
	exported.Walk(t, calls)
}
