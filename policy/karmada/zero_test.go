package karmada_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestZeroPolicies compiles policies without a name.
func TestZeroPolicies(t *testing.T) {
	t.Parallel()
	for _, s := range []api.OverrideSource{&api.OverridePolicy{}, &api.ClusterOverridePolicy{}} {
		compiled, err := karmada.Compile(s)
		require.Error(t, err)
		require.Nil(t, compiled)
		require.NotEmpty(t, karmada.Lint(s))
	}
	karmada.Divergences()[0].Code = ""
	require.NotEmpty(t, karmada.Divergences()[0].Code, "the slice is the caller's")
}

// TestFromOther reads values that are not policies.
func TestFromOther(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	for _, v := range []any{
		nil, (*api.OverridePolicy)(nil), (*api.ClusterOverridePolicy)(nil), 5, "x", []byte(nil), (*unstructured.Unstructured)(nil), &unstructured.Unstructured{},
		unstructured.Unstructured{}, cyclic, func() {}, make(chan int), (*override.Policy)(nil), map[string]string{"kind": "OverridePolicy"}, &api.Cluster{},
	} {
		s, err := karmada.From(v)
		require.Error(t, err)
		require.Nil(t, s)
	}
}
