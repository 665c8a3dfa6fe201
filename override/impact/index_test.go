package impact_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/selector"
)

// TestSelected finds objects by a selector, in one namespace or in all.
func TestSelected(t *testing.T) {
	t.Parallel()
	var objects []*unstructured.Unstructured
	for _, namespace := range []string{"bank", "shop"} {
		o := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"namespace": namespace, "name": "a"}}}
		objects = append(objects, o)
	}
	index := impact.NewIndex(objects...)
	byName, err := selector.NewObjects(selector.ObjectSelector{APIVersion: "v1", Kind: "ConfigMap", Name: "a"})
	require.NoError(t, err)
	require.Equal(t, "[ConfigMap shop/a]", fmt.Sprint(index.Selected(byName, "shop")))
	require.Len(t, index.Selected(byName, ""), 2)
	other, err := selector.NewObjects(selector.ObjectSelector{APIVersion: "v1", Kind: "Secret"})
	require.NoError(t, err)
	require.Empty(t, index.Selected(other, ""))
}
