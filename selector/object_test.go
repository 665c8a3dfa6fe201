package selector_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/selector"
)

// objectSeeds are contents with unusual types and nulls.
var objectSeeds = []string{
	`{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"b","labels":{"c":"d","e":""}}}`,
	`{}`,
	`{"apiVersion":1,"kind":null,"metadata":{"name":true,"namespace":[]}}`,
	`{"metadata":null}`,
	`{"metadata":"string"}`,
	`{"metadata":{"labels":null}}`,
	`{"metadata":{"labels":"string"}}`,
	`{"metadata":{"labels":{}}}`,
	`{"metadata":{"labels":{"a":null,"b":"c"}}}`,
	`{"metadata":{"labels":{"a":1,"b":"c"}}}`,
	`{"metadata":{"labels":{"a":{"b":"c"},"d":null}}}`,
}

// FuzzObjectOf compares ObjectOf with the accessors of an unstructured object.
func FuzzObjectOf(f *testing.F) {
	for _, seed := range objectSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var content map[string]any
		if json.Unmarshal([]byte(text), &content) != nil {
			t.Skip()
		}
		obj := selector.ObjectOf(content)
		oracle := unstructured.Unstructured{Object: content}
		require.Equal(t, oracle.GetAPIVersion(), obj.APIVersion)
		require.Equal(t, oracle.GetKind(), obj.Kind)
		require.Equal(t, oracle.GetNamespace(), obj.Namespace)
		require.Equal(t, oracle.GetName(), obj.Name)
		want := oracle.GetLabels()
		require.Len(t, obj.Labels, len(want))
		for key, value := range want {
			label, present := obj.Labels[key]
			require.True(t, present)
			if value != "" || label != nil {
				require.Equal(t, value, label)
			}
		}
	})
}

func TestObjectOfShares(t *testing.T) {
	labels := map[string]any{"app": "web"}
	content := map[string]any{"metadata": map[string]any{"labels": labels}}
	obj := selector.ObjectOf(content)
	labels["app"] = "api"
	require.Equal(t, "api", obj.Labels["app"], "the label map is shared, not copied")
	require.Zero(t, selector.ObjectOf(nil))
	require.Zero(t, testing.AllocsPerRun(100, func() { obj = selector.ObjectOf(content) }))
}
