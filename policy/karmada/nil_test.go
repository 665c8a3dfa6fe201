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

// noPolicies is no policy, and nil pointers to one.
var noPolicies = []api.OverrideSource{nil, (*api.OverridePolicy)(nil), (*api.ClusterOverridePolicy)(nil)}

var noPropagation = []api.PropagationSource{nil, (*api.PropagationPolicy)(nil), (*api.ClusterPropagationPolicy)(nil)}

// TestNothing calls everything with nil and with zero values, which are refused or come to nothing.
func TestNothing(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"AdmitOverride": func(t *testing.T) {
			for _, s := range noPolicies {
				require.NotEmpty(t, karmada.AdmitOverride(s))
			}
			require.Empty(t, karmada.AdmitOverride(&api.OverridePolicy{}))
		},
		"DefaultOverride": func(t *testing.T) {
			for _, s := range noPolicies {
				require.Equal(t, s, karmada.DefaultOverride(s))
			}
		},
		"AdmitPropagation": func(t *testing.T) {
			for _, s := range noPropagation {
				for _, old := range append(noPropagation, &api.PropagationPolicy{}) {
					require.NotEmpty(t, karmada.AdmitPropagation(s, old))
					require.NotEmpty(t, karmada.AdmitPropagation(&api.PropagationPolicy{}, s), "there is no id")
				}
			}
		},
		"ValidatePropagation": func(t *testing.T) {
			for _, s := range noPropagation {
				require.NotEmpty(t, karmada.ValidatePropagation(s))
			}
		},
		"DefaultPropagation": func(t *testing.T) {
			for _, s := range noPropagation {
				require.Equal(t, s, karmada.DefaultPropagation(s, nil))
			}
			for _, zero := range []api.PropagationSource{&api.PropagationPolicy{}, &api.ClusterPropagationPolicy{}} {
				require.NotEmpty(t, karmada.DefaultPropagation(zero, func() string { return "" }).GetFinalizers())
			}
		},
		"Compile": func(t *testing.T) {
			for _, s := range append(noPolicies, &api.OverridePolicy{}, &api.ClusterOverridePolicy{}) {
				compiled, err := karmada.Compile(s)
				require.Error(t, err)
				require.Nil(t, compiled)
			}
		},
		"Validate": func(t *testing.T) {
			for _, s := range append(noPolicies, &api.OverridePolicy{}, &api.ClusterOverridePolicy{}) {
				require.NotEmpty(t, karmada.Validate(s))
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
	}
	exported.Walk(t, calls)
}
