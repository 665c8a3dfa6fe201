package karmada_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/testdata/exported"
)

// noPolicies are nil and nil pointers to policies.
var noPolicies = []api.OverrideSource{nil, (*api.OverridePolicy)(nil), (*api.ClusterOverridePolicy)(nil)}

// TestNilArguments calls all functions with nil and zero values. They return errors or nothing.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"Compile": func(t *testing.T) {
			for _, s := range append(noPolicies, &api.OverridePolicy{}, &api.ClusterOverridePolicy{}) {
				compiled, err := karmada.Compile(s)
				require.Error(t, err)
				require.Nil(t, compiled)
			}
		},
		"Lint": func(t *testing.T) {
			for _, s := range append(noPolicies, &api.OverridePolicy{}, &api.ClusterOverridePolicy{}) {
				require.NotEmpty(t, karmada.Lint(s))
			}
		},
		"From": func(t *testing.T) {
			cyclic := map[string]any{}
			cyclic["a"] = cyclic
			for _, v := range []any{
				nil, noPolicies[1], noPolicies[2], 5, "x", []byte(nil), (*unstructured.Unstructured)(nil), &unstructured.Unstructured{}, unstructured.Unstructured{}, cyclic,
				func() {}, make(chan int), (*override.Policy)(nil), map[string]string{"kind": "OverridePolicy"}, &api.Cluster{},
			} {
				s, err := karmada.From(v)
				require.Error(t, err)
				require.Nil(t, s)
			}
		},
		"Divergences": func(t *testing.T) {
			karmada.Divergences()[0].Code = ""
			require.NotEmpty(t, karmada.Divergences()[0].Code, "the slice is the caller's")
		},
	}
	exported.Walk(t, calls)
}
