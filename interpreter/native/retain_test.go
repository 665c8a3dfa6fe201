package native_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// TestRetainNoJSON has Go values that no decoder makes: they cannot be copied, so copying them is an error.
func TestRetainNoJSON(t *testing.T) {
	t.Parallel()
	number := []any{map[string]any{"name": "a", "x": 1}} // an int
	for _, c := range []struct {
		name, reason, kind string
		desired, observed  map[string]any
		err                string
	}{
		{"desired", "the result starts as a copy of it", "Secret", map[string]any{"data": 1}, nil, "Retain: Secret: "},
		{"observed", "kept fields are copied", "PersistentVolume", nil, map[string]any{"spec": map[string]any{"claimRef": 1}},
			"/spec/claimRef of the observed object "},
		{"observed entry", "added entries are copied", "ServiceAccount", nil, map[string]any{"secrets": number},
			"/secrets/0 of the observed object "},
		{"not kept", "other fields are not copied", "PersistentVolume", nil, map[string]any{"status": 1}, ""},
		{"nothing", "an observed object without content has nothing to keep", "Service", nil, nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			hook, ok := registry.Retainer(schema.GroupVersionKind{Version: "v1", Kind: c.kind})
			require.True(t, ok)
			desired := &unstructured.Unstructured{Object: map[string]any{"kind": c.kind}}
			for key, v := range c.desired {
				desired.Object[key] = v
			}
			got, err := hook.Retain(context.Background(), desired, &unstructured.Unstructured{Object: c.observed})
			if c.err != "" {
				require.ErrorContains(t, err, c.err, c.reason)
				require.Nil(t, got, c.reason)
				return
			}
			require.NoError(t, err, c.reason)
			require.Equal(t, desired.Object, got.Object, c.reason)
		})
	}
	hook, _ := registry.Retainer(schema.GroupVersionKind{Version: "v1", Kind: "Service"})
	_, err := hook.Retain(context.Background(), &unstructured.Unstructured{}, nil)
	require.NoError(t, err, "without an observed object nothing is kept")
}
