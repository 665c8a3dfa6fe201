package work_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestSyncSharesNothing overwrites what Sync, Retain and Release return, and the Work before After is called.
func TestSyncSharesNothing(t *testing.T) {
	t.Parallel()
	for _, action := range []work.Action{work.ActionCreate, work.ActionUpdate, work.ActionRelease} {
		t.Run(string(action), func(t *testing.T) {
			t.Parallel()
			manifest := widget(m{"size": int64(3), "list": []any{m{"a": "b"}}})
			in := work.SyncInput{Work: workOf(manifest.Object), Cluster: ready("m1"), Observed: []*unstructured.Unstructured{nil}, Now: noon}
			in.Work.Finalizers = []string{api.ExecutionFinalizer, "other"}
			if action != work.ActionCreate {
				in.Observed[0] = widget(m{"size": int64(4), "list": []any{m{"a": "b"}}})
			}
			if action == work.ActionRelease {
				preserve := true
				in.Work.DeletionTimestamp, in.Work.Spec.PreserveResourcesOnDeletion = &metav1.Time{Time: noon}, &preserve
			} else {
				in.Work.Status.Conditions = nil
			}
			before := casetest.Frozen(t, []any{in.Work, in.Cluster, in.Observed})
			result, err := work.Sync(context.Background(), in)
			require.NoError(t, err)
			require.Equal(t, action, result.Decisions[0].Action)
			scribble(result.Decisions[0].Send.Object)
			require.Equal(t, before, casetest.Frozen(t, []any{in.Work, in.Cluster, in.Observed}))

			want := casetest.Frozen(t, result.After([]error{nil}))
			in.Work.Finalizers[0], in.Work.Generation, in.Work.DeletionTimestamp = "scribbled", 99, nil
			in.Work.Status.Conditions = append(in.Work.Status.Conditions, metav1.Condition{Type: "scribbled"})
			require.Equal(t, want, casetest.Frozen(t, result.After([]error{nil})), "a client may write into the Work before After is called")
		})
	}
	manifest, observed := widget(m{"list": []any{m{"a": "b"}}}), widget(m{})
	before := casetest.Frozen(t, []any{manifest, observed})
	merged, err := work.Retain(context.Background(), nil, manifest, observed)
	require.NoError(t, err)
	released, err := work.Release(manifest)
	require.NoError(t, err)
	scribble(merged.Object)
	scribble(released.Object)
	require.Equal(t, before, casetest.Frozen(t, []any{manifest, observed}))
}

// hookedRetainer is a Retainer of every kind.
type hookedRetainer func(desired *unstructured.Unstructured) (*unstructured.Unstructured, error)

func (hookedRetainer) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: interpreter.Any, Version: interpreter.Any, Kind: interpreter.Any}}
}

func (r hookedRetainer) Retain(_ context.Context, desired, _ *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	return r(desired.DeepCopy())
}

// TestSyncRetainers has interpreters that return something else than the object with retained fields.
func TestSyncRetainers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string // why the case exists
		retain hookedRetainer
		fault  string
	}{
		{"nothing", func(*unstructured.Unstructured) (*unstructured.Unstructured, error) { return nil, nil }, "found no object with retained fields"},
		{"an empty object", func(*unstructured.Unstructured) (*unstructured.Unstructured, error) {
			return &unstructured.Unstructured{}, nil
		}, "found no object with retained fields"},
		{"another object", func(d *unstructured.Unstructured) (*unstructured.Unstructured, error) {
			d.SetName("other")
			return d, nil
		}, "the interpreter returned example.io/v1 Widget other, expected example.io/v1 Widget w"},
		{"a value that is not JSON", func(d *unstructured.Unstructured) (*unstructured.Unstructured, error) {
			d.Object["spec"] = m{"size": 3}
			return d, nil
		}, "with retained fields, "},
		{"the observed object itself, which must not be written", nil, ""},
		{"an object without its version, which would be overwritten unseen", func(d *unstructured.Unstructured) (*unstructured.Unstructured, error) {
			d.SetResourceVersion("")
			return d, nil
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			observed := widget(m{"size": int64(4)})
			observed.SetResourceVersion("7")
			if c.retain == nil {
				c.retain = func(*unstructured.Unstructured) (*unstructured.Unstructured, error) { return observed, nil }
				require.Equal(t, work.ActionLeave, syncOf(t, widget(m{"size": int64(3)}), observed, interpreter.NewRegistry(c.retain), true).Action)
				return
			}
			d := syncOf(t, widget(m{"size": int64(3)}), observed, interpreter.NewRegistry(c.retain), true)
			if c.fault == "" {
				require.Equal(t, "7", d.Send.GetResourceVersion())
				return
			}
			require.ErrorContains(t, d.Err, c.fault)
			require.Nil(t, d.Send)
		})
	}
}

// TestSyncHides has errors about objects with values that must not be shown.
func TestSyncHides(t *testing.T) {
	t.Parallel()
	failing := hookedRetainer(func(*unstructured.Unstructured) (*unstructured.Unstructured, error) {
		return nil, errors.New("password hunter2")
	})
	secret := func() *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: m{
			"apiVersion": "v1", "kind": "Secret", "metadata": m{"name": "s", "labels": m{api.ManagedLabel: "true"}}, "data": m{"password": "aHVudGVyMg=="},
		}}
	}
	d := syncOf(t, secret(), secret(), interpreter.NewRegistry(failing), true)
	require.Error(t, d.Err)
	require.NotContains(t, d.Reason, "hunter2")

	numbered := widget(m{})
	numbered.Object["metadata"].(m)["labels"].(m)["pin"] = int64(31337)
	labels := redact.Places(func(selector.Object) []jsontree.Pointer { return []jsontree.Pointer{{"metadata", "labels"}} })
	d = syncOf(t, numbered, widget(m{}), interpreter.NewRegistry().Hiding(labels), true)
	require.ErrorContains(t, d.Err, "/metadata/labels/pin")
	require.NotContains(t, d.Reason, "31337")
	d = syncOf(t, numbered, widget(m{}), nil, true)
	require.ErrorContains(t, d.Err, "cluster m1: Widget w: /metadata/labels/pin is the number 31337, expected a string")
}

// TestSyncManifests has a Work whose second manifest fails. The others are independent of it.
func TestSyncManifests(t *testing.T) {
	t.Parallel()
	foreign := widget(m{})
	foreign.SetLabels(nil)
	in := work.SyncInput{
		Work: workOf(widget(m{"a": "b"}).Object, m{}, widget(m{}).Object), Cluster: ready("m1"),
		Observed: []*unstructured.Unstructured{widget(m{}), widget(m{}), foreign},
	}
	result, err := work.Sync(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, []work.Action{work.ActionUpdate, work.ActionRefuse, work.ActionRefuse}, actionsOf(result))
	require.ErrorContains(t, result.Decisions[1].Err, `manifest 1: found the kind "" and the name "", expected both`)
	require.ErrorAs(t, result.Decisions[2].Err, new(*work.ConflictError))
	out := result.After([]error{nil, nil, nil})
	require.ErrorContains(t, errors.New(out.Conditions[0].Message), "(1/3)")

	in.Work.DeletionTimestamp, in.Work.Finalizers = &metav1.Time{Time: noon}, []string{api.ExecutionFinalizer}
	result, err = work.Sync(context.Background(), in)
	require.NoError(t, err)
	require.Equal(t, []work.Action{work.ActionDelete, work.ActionDelete, work.ActionLeave}, actionsOf(result))
	require.False(t, result.After([]error{errors.New("refused"), nil}).Finalized)
	require.True(t, result.After([]error{nil, nil}).Finalized)
}

func actionsOf(result *work.SyncResult) (all []work.Action) {
	for _, d := range result.Decisions {
		all = append(all, d.Action)
	}
	return all
}

// TestSyncCanceled stops with its context.
func TestSyncCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := work.Sync(ctx, work.SyncInput{Work: workOf(m{}), Cluster: ready("m1"), Observed: make([]*unstructured.Unstructured, 1)})
	require.ErrorIs(t, err, context.Canceled)
	_, err = work.Sync(context.Background(), work.SyncInput{Work: workOf(m{}), Cluster: ready("m2"), Observed: make([]*unstructured.Unstructured, 1)})
	require.ErrorContains(t, err, "Work karmada-es-m1/w: found cluster m2, expected m1")
}
