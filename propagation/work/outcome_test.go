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

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
)

// synced returns the result of a Work with n manifests that do not exist in the cluster.
func synced(t *testing.T, n int) *work.SyncResult {
	t.Helper()
	w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Name: "w", Generation: 4, Finalizers: []string{"other", api.ExecutionFinalizer}}}
	for i := range n {
		w.Spec.Workload.Manifests = append(w.Spec.Workload.Manifests, api.Manifest{
			"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"namespace": "shop", "name": fmt.Sprint("c", i)},
		})
	}
	result, err := work.Sync(context.Background(), work.SyncInput{Work: w, Cluster: ready("m1"), Observed: make([]*unstructured.Unstructured, n), Now: noon})
	require.NoError(t, err)
	return result
}

func TestAfter(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	for _, c := range []struct {
		name    string // why the case exists
		results []error
		message string
	}{
		{"all is done", []error{nil, nil, nil}, ""},
		{"an action without a result has not been carried out", nil, "(0/3): the action was not carried out"},
		{"manifests are independent", []error{nil, refused, nil}, "(2/3): refused"},
		{"equal errors are listed once", []error{refused, nil, refused}, "(1/3): refused"},
		{"different errors are listed as an aggregate", []error{refused, errors.New("denied"), nil}, "(1/3): [refused, denied]"},
		{"results beyond the decisions are ignored", []error{nil, nil, nil, refused}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out := synced(t, 3).After(c.results)
			applied := out.Conditions[1]
			require.Equal(t, "Applied", applied.Type)
			require.EqualValues(t, 4, applied.ObservedGeneration)
			require.Equal(t, metav1.NewTime(noon), applied.LastTransitionTime)
			require.Equal(t, c.message != "", out.Retry)
			require.True(t, out.Changed)
			require.False(t, out.Finalized)
			require.Equal(t, []string{"other", api.ExecutionFinalizer}, out.Finalizers)
			if c.message == "" {
				require.Equal(t, metav1.ConditionTrue, applied.Status)
				return
			}
			require.Equal(t, metav1.ConditionFalse, applied.Status)
			require.Equal(t, "Failed to apply all manifests "+c.message, applied.Message)
		})
	}
}

// TestAfterLongMessages checks that a message keeps to the limit of the API, and is valid UTF-8.
func TestAfterLongMessages(t *testing.T) {
	t.Parallel()
	results := make([]error, 100)
	for i := range results {
		results[i] = fmt.Errorf("%d: %s", i, strings.Repeat("ü", 5000))
	}
	message := synced(t, 100).After(results).Conditions[1].Message
	require.LessOrEqual(t, len(message), 32768)
	require.Greater(t, len(message), 32700)
	require.True(t, strings.HasSuffix(message, "ü…"))

	for i := range results {
		results[i] = fmt.Errorf("no %d", i)
	}
	require.Equal(t, "Failed to apply all manifests (0/100): [no 0, no 1, no 2, no 3, no 4, no 5, no 6, no 7, no 8, no 9, …]",
		synced(t, 100).After(results).Conditions[1].Message)
}

// TestAfterTransition checks that the time of a condition moves only with its status.
func TestAfterTransition(t *testing.T) {
	t.Parallel()
	w := applied(t, (&syncCase{}).object(t, map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "c"}}), "m1")
	for i := range w.Status.Conditions {
		w.Status.Conditions[i].LastTransitionTime = metav1.NewTime(noon)
	}
	in := work.SyncInput{Work: w, Cluster: ready("m1"), Observed: []*unstructured.Unstructured{nil}, Now: later}
	result, err := work.Sync(context.Background(), in)
	require.NoError(t, err)
	require.False(t, result.After([]error{nil}).Changed, "recreated: it is applied as before")
	failed := result.After([]error{errors.New("refused")})
	require.True(t, failed.Changed)
	require.Equal(t, metav1.NewTime(later), failed.Conditions[1].LastTransitionTime)
	require.Equal(t, metav1.NewTime(noon), failed.Conditions[0].LastTransitionTime)
	require.Equal(t, metav1.ConditionTrue, w.Status.Conditions[1].Status, "the Work is not written")
}
