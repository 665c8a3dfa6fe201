package native_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
)

// statusKinds are the kinds whose status AggregateStatus writes.
var statusKinds = []string{aJob, aCronJob, aPod, aBudget, anAutoscaler}

// Only the status changes: upstream encodes the whole object again, but writes only the status.
func TestAggregateStatusLeavesTheRest(t *testing.T) {
	t.Parallel()
	for _, kind := range statusKinds {
		object := anObject(t, kind+"junk: {a: [1.5]}\nspec: {junk: 1}\nstatus: {junk: 1}")
		hook, found := registry.StatusAggregator(object.GroupVersionKind())
		require.True(t, found, kind)
		got, err := hook.AggregateStatus(t.Context(), object, []interpreter.StatusItem{})
		require.NoError(t, err, kind)
		delete(object.Object, "status")
		delete(got.Object, "status")
		require.Equal(t, object.Object, got.Object)
	}
}

// An object without content, and values that no JSON decoder makes, must not panic.
func TestStatusKindsOfNoJSON(t *testing.T) {
	t.Parallel()
	for _, kind := range statusKinds {
		for _, content := range []map[string]any{
			nil,
			{"status": nil, "spec": map[string]any(nil)},
			{"status": map[string]any{"active": 1}, "spec": map[string]any{"parallelism": uint(1), "nodeName": struct{}{}}},
			{"junk": 1},
		} {
			for _, items := range [][]interpreter.StatusItem{nil, {{Status: []string{}}}, {{Status: map[string]any{"active": 1, "phase": t}}}} {
				o, whole := &unstructured.Unstructured{Object: content}, anObject(t, kind)
				for _, i := range native.Interpreters(clock) {
					if i.Kinds()[0] == whole.GroupVersionKind() {
						require.NotPanics(t, func() { askAll(i, o, whole, items); askAll(i, whole, o, items) }, "%s with %v and %v", kind, content, items)
					}
				}
			}
		}
	}
}

func anObject(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	return &unstructured.Unstructured{Object: decode(t, toJSON(t, text)).(map[string]any)}
}
