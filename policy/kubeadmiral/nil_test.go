package kubeadmiral_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
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
				compiled, err := kubeadmiral.Compile(s)
				require.Error(t, err)
				require.Nil(t, compiled)
			}
		},
		"Lint": func(t *testing.T) {
			for _, s := range append(noPolicies, &api.OverridePolicy{}, &api.ClusterOverridePolicy{}) {
				require.NotEmpty(t, kubeadmiral.Lint(s))
			}
		},
		"Rules": func(t *testing.T) {
			for _, s := range noPolicies {
				require.Empty(t, kubeadmiral.Rules(s))
			}
			zero := api.OverrideSpec{OverrideRules: []api.OverrideRule{{}, {TargetClusters: &api.TargetClusters{}, Overriders: &api.Overriders{}}}}
			require.Len(t, kubeadmiral.Rules(&api.OverridePolicy{Spec: zero}), 2)
		},
		"From": func(t *testing.T) {
			cyclic := map[string]any{}
			cyclic["a"] = cyclic
			for _, v := range []any{
				nil, noPolicies[1], noPolicies[2], 5, "x", []byte(nil), (*unstructured.Unstructured)(nil), &unstructured.Unstructured{}, unstructured.Unstructured{}, cyclic,
				func() {}, make(chan int), (*override.Policy)(nil), map[string]string{"kind": "OverridePolicy"}, &api.FederatedCluster{},
			} {
				s, err := kubeadmiral.From(v)
				require.Error(t, err)
				require.Nil(t, s)
			}
		},
		"References": func(t *testing.T) {
			cyclic := map[string]any{}
			cyclic["metadata"], cyclic["labels"] = cyclic, cyclic
			for _, obj := range []*unstructured.Unstructured{nil, {}, {Object: map[string]any{"metadata": map[string]string{"labels": "x"}}}, {Object: cyclic}} {
				require.Empty(t, override.NewSet(nil, &override.Policy{}).Referring(kubeadmiral.References).Select(obj).Missing())
			}
			require.Empty(t, kubeadmiral.References(selector.Object{}))
		},
		"Divergences": func(t *testing.T) {
			kubeadmiral.Divergences()[0].Code = ""
			require.NotEmpty(t, kubeadmiral.Divergences()[0].Code, "the slice is the caller's")
		},
	}
	exported.Walk(t, calls)
}
