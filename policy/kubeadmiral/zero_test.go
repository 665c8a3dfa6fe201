package kubeadmiral_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// TestZeroPolicies compiles policies without a name.
func TestZeroPolicies(t *testing.T) {
	t.Parallel()
	for _, s := range []api.OverrideSource{&api.OverridePolicy{}, &api.ClusterOverridePolicy{}} {
		compiled, err := kubeadmiral.Compile(s)
		require.Error(t, err)
		require.Nil(t, compiled)
		require.NotEmpty(t, kubeadmiral.Lint(s))
	}
	kubeadmiral.Divergences()[0].Code = ""
	require.NotEmpty(t, kubeadmiral.Divergences()[0].Code, "the slice is the caller's")
}

// TestFromOther reads values that are not policies.
func TestFromOther(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	for _, v := range []any{
		nil, (*api.OverridePolicy)(nil), (*api.ClusterOverridePolicy)(nil), 5, "x", []byte(nil), (*unstructured.Unstructured)(nil), &unstructured.Unstructured{},
		unstructured.Unstructured{}, cyclic, func() {}, make(chan int), (*override.Policy)(nil), map[string]string{"kind": "OverridePolicy"}, &api.FederatedCluster{},
	} {
		s, err := kubeadmiral.From(v)
		require.Error(t, err)
		require.Nil(t, s)
	}
}

// TestZeroReferences has objects without names of policies, and a set with a zero policy.
func TestZeroReferences(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{}
	cyclic["metadata"], cyclic["labels"] = cyclic, cyclic
	for _, obj := range []*unstructured.Unstructured{nil, {}, {Object: map[string]any{"metadata": map[string]string{"labels": "x"}}}, {Object: cyclic}} {
		require.Empty(t, override.NewSet(nil, &override.Policy{}).Referring(kubeadmiral.References).Select(obj).Missing())
	}
	require.Empty(t, kubeadmiral.References(selector.Object{}))
	zero := api.OverrideSpec{OverrideRules: []api.OverrideRule{{}, {TargetClusters: &api.TargetClusters{}, Overriders: &api.Overriders{}}}}
	require.Len(t, kubeadmiral.Rules(&api.OverridePolicy{Spec: zero}), 2)
}
