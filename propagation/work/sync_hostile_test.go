package work_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/wild"
)

// syncOf syncs a Work of one manifest that has been applied, or not.
func syncOf(t testing.TB, manifest, observed *unstructured.Unstructured, registry *interpreter.Registry, applied bool) work.Decision {
	t.Helper()
	in := work.SyncInput{Work: workOf(manifest.Object), Cluster: ready("m1"), Observed: []*unstructured.Unstructured{observed}, Interpreter: registry}
	if !applied {
		in.Work.Status.Conditions = nil
	}
	result, err := work.Sync(context.Background(), in)
	require.NoError(t, err)
	require.NotPanics(t, func() { result.After(nil); result.After([]error{errors.New("no")}) })
	return result.Decisions[0]
}

// workOf returns a Work of manifests that have been applied.
func workOf(manifests ...api.Manifest) *api.Work {
	w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Name: "w", Generation: 1}}
	w.Spec.Workload.Manifests = manifests
	w.Status.Conditions = []metav1.Condition{{Type: api.WorkApplied, Status: metav1.ConditionTrue, ObservedGeneration: 1}}
	return w
}

// widget returns an object that Karmada manages, with a spec.
func widget(spec any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: m{
		"apiVersion": "example.io/v1", "kind": "Widget", "metadata": m{"name": "w", "labels": m{api.ManagedLabel: "true"}, "annotations": m{}}, "spec": spec,
	}}
}

// TestSyncWild syncs objects that no decoder returns, as manifests and as observed objects. Errors are fine, panics are not.
func TestSyncWild(t *testing.T) {
	t.Parallel()
	for name, object := range wild.Objects() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sound := widget(m{})
			for _, registry := range []*interpreter.Registry{nil, hooks} {
				for _, pair := range [][2]*unstructured.Unstructured{{object, sound}, {sound, object}, {object, object}} {
					retained, err := work.Retain(context.Background(), registry, pair[0], pair[1])
					require.Equal(t, retained == nil, err != nil)
					work.MemberEvent{Old: pair[0], New: pair[1], Written: "1"}.Work()
					if pair[0] != nil {
						syncOf(t, pair[0], pair[1], registry, true)
						d := syncOf(t, pair[0], pair[1], registry, false)
						require.Equal(t, d.Action == work.ActionRefuse, d.Err != nil)
					}
				}
			}
			released, err := work.Release(object)
			require.Equal(t, released == nil, err != nil)
		})
	}
}

// wildRetainer returns what a function returns.
type wildRetainer func(desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error)

func (wildRetainer) Kinds() []schema.GroupVersionKind { return wildReviser{}.Kinds() }

func (r wildRetainer) Retain(_ context.Context, desired, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	return r(desired, observed)
}

// TestSyncWildRetainers has interpreters that break their contract.
func TestSyncWildRetainers(t *testing.T) {
	t.Parallel()
	manifest, observed := widget(m{"a": "x"}), widget(m{"a": "y"})
	act := func(r wildRetainer) work.Action {
		return syncOf(t, manifest, observed, interpreter.NewRegistry(r), true).Action
	}
	for name, object := range wild.Objects() {
		action := act(func(_, _ *unstructured.Unstructured) (*unstructured.Unstructured, error) { return object, nil })
		require.Contains(t, []work.Action{work.ActionRefuse, work.ActionUpdate}, action, name)
	}
	require.Equal(t, work.ActionUpdate, act(func(desired, _ *unstructured.Unstructured) (*unstructured.Unstructured, error) { return desired, nil }), "its argument")
	require.Equal(t, work.ActionLeave, act(func(_, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) { return observed, nil }), "its other argument")
	d := syncOf(t, manifest, observed, interpreter.NewRegistry(wildRetainer(func(desired, _ *unstructured.Unstructured) (*unstructured.Unstructured, error) { return desired, nil })), true)
	scribble(d.Send.Object)
	require.Equal(t, "x", manifest.Object["spec"].(m)["a"], "what is sent does not share memory with the manifest")
	require.Equal(t, work.ActionRefuse, act(func(_, _ *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		return nil, errors.New("no")
	}))
}

// nested returns an object with many levels, and a value in the innermost.
func nested(levels int, v any) map[string]any {
	for range levels {
		v = m{"a": v}
	}
	return m{"b": v}
}

// TestSyncLarge syncs objects that are large in one respect. Time and memory do not grow with the square.
func TestSyncLarge(t *testing.T) {
	t.Parallel()
	many := 30_000
	if testing.Short() {
		many = 3_000
	}
	wide := func(value string) m {
		all := make(m, many)
		for i := range many {
			all[fmt.Sprint(i)] = value
		}
		return all
	}
	all := interpreter.NewRegistry(wildRetainer(func(_, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
		return observed.DeepCopy(), nil
	}))
	for name, pair := range map[string][2]*unstructured.Unstructured{
		"places":                {widget(wide("x")), widget(wide("y"))},
		"levels":                {widget(nested(9000, "x")), widget(nested(9000, "y"))},
		"places at many levels": {widget(nested(9000, wide("x"))), widget(nested(9000, wide("y")))},
		"retained labels":       {widget(m{}), withKeys(many, false)},
		"managed labels":        {widget(m{}), withKeys(many, true)},
		"lists":                 {widget(make([]any, many)), widget(make([]any, many+1))},
		"quantities":            {widget(m{"limits": m{"cpu": strings.Repeat("9", 1<<20)}}), widget(m{"limits": m{"cpu": strings.Repeat("8", 1<<20)}})},
	} {
		t.Run(name, func(t *testing.T) {
			for _, applied := range []bool{true, false} {
				d := syncOf(t, pair[0], pair[1], nil, applied)
				require.NotEqual(t, work.ActionRefuse, d.Action, d.Reason)
				d = syncOf(t, pair[0], pair[1], all, applied)
				require.Equal(t, work.ActionLeave, d.Action, d.Reason)
				work.MemberEvent{Old: pair[0], New: pair[1], Written: "1"}.Work()
			}
		})
	}
}

// withKeys returns an object with many labels, which are listed as managed or not.
func withKeys(n int, listed bool) *unstructured.Unstructured {
	o := widget(m{})
	labels := o.Object["metadata"].(m)["labels"].(m)
	var list strings.Builder
	for i := range n {
		key := fmt.Sprintf("label-%d", i)
		labels[key] = "x"
		list.WriteString(key + ",")
	}
	if listed {
		o.Object["metadata"].(m)["annotations"].(m)[api.ManagedLabelsAnnotation] = list.String()
	}
	return o
}

// TestSyncManyManifests has a Work with many manifests, most of them fail, and many conditions.
func TestSyncManyManifests(t *testing.T) {
	t.Parallel()
	const many = 30_000
	w := workOf()
	for i := range many {
		o := widget(m{})
		if o.SetName(fmt.Sprint(i)); i%2 == 0 {
			o.SetLabels(nil)
		}
		w.Spec.Workload.Manifests = append(w.Spec.Workload.Manifests, o.Object)
		w.Status.Conditions = append(w.Status.Conditions, metav1.Condition{Type: fmt.Sprint("condition-", i)})
	}
	observed := make([]*unstructured.Unstructured, many)
	for i := range observed {
		observed[i] = &unstructured.Unstructured{Object: w.Spec.Workload.Manifests[i]}
	}
	result, err := work.Sync(context.Background(), work.SyncInput{Work: w, Cluster: ready("m1"), Observed: observed})
	require.NoError(t, err)
	require.Len(t, result.Decisions, many)
	after := result.After(nil)
	require.True(t, after.Changed)
	require.Less(t, len(after.Conditions[0].Message), 1<<15+1)
}
