package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestZero calls functions with zero values and with JSON that is not an object.
func TestZero(t *testing.T) {
	t.Parallel()
	require.Equal(t, "-", api.BindingName("", ""))
	require.Equal(t, "karmada-es-", api.ExecutionNamespace(""))
	require.Empty(t, api.NamespacedKey("", ""))
	require.False(t, api.IsReservedNamespace(""))
	_, err := api.ClusterOfNamespace("")
	require.Error(t, err)
	require.False(t, api.FeatureGates(nil).Enabled(""))
	require.NoError(t, api.FeatureGates(nil).Check())
	require.Error(t, api.FeatureGates{"": true}.Check())
	_, err = api.ParseFeatureGates("x=")
	require.Error(t, err)
	require.Empty(t, api.ObjectSelectors(nil))
	require.Error(t, new(api.Manifest).UnmarshalJSON(nil))
}

// TestItem decodes the status of an item.
func TestItem(t *testing.T) {
	t.Parallel()
	for _, status := range []*api.JSON{{Raw: []byte("{")}, {Raw: []byte("\xff")}} {
		_, err := api.AggregatedStatusItem{Status: status}.Item()
		require.Error(t, err)
	}
	item, err := api.AggregatedStatusItem{Status: &api.JSON{}}.Item()
	require.NoError(t, err)
	require.Nil(t, item.Status)
}

// TestCopyManifest copies manifests that are nil or contain themselves.
func TestCopyManifest(t *testing.T) {
	t.Parallel()
	require.Nil(t, api.Manifest(nil).DeepCopy())
	cyclic := api.Manifest{"list": []any{5, map[string]string{}}}
	cyclic["a"], cyclic["b"] = map[string]any(cyclic), map[string]any(cyclic)
	require.Len(t, cyclic.DeepCopy(), 3, "it has no copy, and is shared")
}

// TestZeroObjects copies the zero object of every kind.
func TestZeroObjects(t *testing.T) {
	t.Parallel()
	scheme := runtime.NewScheme()
	require.NoError(t, api.AddToScheme(scheme))
	for kind := range scheme.AllKnownTypes() {
		object, err := scheme.New(kind)
		require.NoError(t, err, kind)
		require.Equal(t, object, object.DeepCopyObject(), kind)
	}
}
