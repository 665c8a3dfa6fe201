package kubeadmiral_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/testdata/exported"
)

// noPolicies is no policy, and nil pointers to one.
var noPolicies = []kubeadmiral.OverrideSource{nil, (*kubeadmiral.OverridePolicy)(nil), (*kubeadmiral.ClusterOverridePolicy)(nil)}

// TestNothing calls everything with nil and with zero values, which are refused or come to nothing.
func TestNothing(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"Compile": func(t *testing.T) {
			for _, s := range append(noPolicies, &kubeadmiral.OverridePolicy{}, &kubeadmiral.ClusterOverridePolicy{}) {
				compiled, err := kubeadmiral.Compile(s)
				require.Error(t, err)
				require.Nil(t, compiled)
			}
		},
		"Validate": func(t *testing.T) {
			for _, s := range append(noPolicies, &kubeadmiral.OverridePolicy{}, &kubeadmiral.ClusterOverridePolicy{}) {
				require.NotEmpty(t, kubeadmiral.Validate(s))
			}
		},
		"Rules": func(t *testing.T) {
			for _, s := range noPolicies {
				require.Empty(t, kubeadmiral.Rules(s))
			}
			zero := kubeadmiral.OverrideSpec{OverrideRules: []kubeadmiral.OverrideRule{{}, {TargetClusters: &kubeadmiral.TargetClusters{}, Overriders: &kubeadmiral.Overriders{}}}}
			require.Len(t, kubeadmiral.Rules(&kubeadmiral.OverridePolicy{Spec: zero}), 2)
		},
		"From": func(t *testing.T) {
			cyclic := map[string]any{}
			cyclic["a"] = cyclic
			for _, v := range []any{
				nil, noPolicies[1], noPolicies[2], 5, "x", []byte(nil), (*unstructured.Unstructured)(nil), &unstructured.Unstructured{}, unstructured.Unstructured{}, cyclic,
				func() {}, make(chan int), (*override.Policy)(nil), map[string]string{"kind": "OverridePolicy"}, &kubeadmiral.FederatedCluster{},
			} {
				s, err := kubeadmiral.From(v)
				require.Error(t, err)
				require.Nil(t, s)
			}
		},
		"Resolve": func(t *testing.T) {
			cyclic := map[string]any{}
			cyclic["metadata"], cyclic["labels"] = cyclic, cyclic
			for _, obj := range []*unstructured.Unstructured{nil, {}, {Object: map[string]any{"metadata": map[string]string{"labels": "x"}}}, {Object: cyclic}} {
				found, err := kubeadmiral.Resolve(obj, nil, &override.Policy{})
				require.NoError(t, err)
				require.Empty(t, found)
			}
		},
		"AddToScheme": func(t *testing.T) { require.Error(t, kubeadmiral.AddToScheme(nil)) },
	}
	exported.Methods(t, calls, &kubeadmiral.OverridePolicy{}, &kubeadmiral.OverridePolicyList{}, &kubeadmiral.ClusterOverridePolicy{}, &kubeadmiral.ClusterOverridePolicyList{},
		&kubeadmiral.FederatedCluster{}, &kubeadmiral.FederatedClusterList{}, &kubeadmiral.OverrideSpec{})
	exported.Walk(t, calls)
	require.True(t, (*kubeadmiral.OverridePolicy)(nil).DeepCopyObject() == nil, "no pointer in an interface")
}
