package thirdparty_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
)

// TestTimesAreCopied has a start that is an object. The result has it three times, and no two of them share memory.
func TestTimesAreCopied(t *testing.T) {
	t.Parallel()
	given := map[string]any{
		"startTime":  map[string]any{"a": int64(1)},
		"conditions": []any{map[string]any{"type": "Created", "status": "True"}},
	}
	q := question{Op: interpreter.AggregateStatus, Object: map[string]any{}, Items: []any{map[string]any{"clusterName": "a", "status": given}}}
	aggregated, err := typedAs(q, "kubeflow.org/v1 PyTorchJob").ask(registry)
	require.NoError(t, err)
	status := aggregated.(map[string]any)["status"].(map[string]any)
	created := status["conditions"].([]any)[0].(map[string]any)
	start := map[string]any{"a": int64(1)}
	for _, place := range []map[string]any{status, created} {
		for _, field := range []string{"startTime", "lastUpdateTime", "lastTransitionTime"} {
			if time, isObject := place[field].(map[string]any); isObject {
				require.Equal(t, start, time, "another time was written")
				time["a"] = "written"
				delete(place, field)
			}
		}
	}
	require.NotContains(t, status, "startTime")
	require.NotContains(t, created, "lastUpdateTime")
	require.NotContains(t, created, "lastTransitionTime")
}
