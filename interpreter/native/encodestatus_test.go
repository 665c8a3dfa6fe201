package native_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
)

// TestRecordedStatusText compares the text of each recorded status, which has the keys in Karmada's order.
func TestRecordedStatusText(t *testing.T) {
	t.Parallel()
	ordered := map[string]int{}
	for _, c := range readRecorded(t) {
		if c.Op != string(interpreter.InterpretStatus) || c.Want == nil {
			continue
		}
		object := c.decode(t, c.Object)
		hook, found := registry.StatusInterpreter(object.GroupVersionKind())
		require.True(t, found)
		status, err := hook.InterpretStatus(t.Context(), object)
		if err != nil && c.wraps() {
			continue
		}
		require.NoError(t, err)
		got, err := json.Marshal(status)
		if encoder, ok := hook.(interpreter.StatusEncoder); ok {
			got, err = encoder.EncodeStatus(status)
			ordered[object.GetKind()]++
		}
		require.NoError(t, err)
		var want, escaped bytes.Buffer
		require.NoError(t, json.Compact(&want, c.Want))
		json.HTMLEscape(&escaped, want.Bytes())
		require.Equal(t, escaped.String(), string(got), c.Name)
	}
	for _, kind := range []string{"DaemonSet", "Deployment", "HorizontalPodAutoscaler", "Job", "PodDisruptionBudget", "ReplicaSet", "Service", "StatefulSet"} {
		require.Positive(t, ordered[kind], kind)
	}
	require.Len(t, ordered, 8)
}
