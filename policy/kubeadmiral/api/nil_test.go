package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls all functions with nil and zero values. They return errors or nothing.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"ClusterSelectorTerm.Selector": func(t *testing.T) {
			term := api.ClusterSelectorTerm{}.Selector()
			require.Empty(t, term.MatchExpressions)
			require.Empty(t, term.MatchFields)
		},
		"AddToScheme": func(t *testing.T) { require.Error(t, api.AddToScheme(nil)) },
	}
	exported.Methods(t, calls, &api.OverridePolicy{}, &api.OverridePolicyList{}, &api.ClusterOverridePolicy{}, &api.ClusterOverridePolicyList{},
		&api.FederatedCluster{}, &api.FederatedClusterList{}, &api.OverrideSpec{}, &api.TargetClusters{})
	exported.Walk(t, calls)
	require.True(t, (*api.OverridePolicy)(nil).DeepCopyObject() == nil, "no pointer in an interface")
}
