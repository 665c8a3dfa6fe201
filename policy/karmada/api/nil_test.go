package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls all functions with nil and zero values. They return errors or nothing.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"BindingName":                 func(t *testing.T) { require.Equal(t, "-", api.BindingName("", "")) },
		"BindingReference":            func(t *testing.T) { require.NotEmpty(t, api.BindingReference("", "")) },
		"WorkName":                    func(t *testing.T) { require.NotEmpty(t, api.WorkName("", "", "")) },
		"PolicyName":                  func(t *testing.T) { require.NotEmpty(t, api.PolicyName("", "", "")) },
		"DerivedServiceName":          func(t *testing.T) { require.Equal(t, "derived-", api.DerivedServiceName("")) },
		"ImportedEndpointSliceName":   func(t *testing.T) { require.Equal(t, "imported--", api.ImportedEndpointSliceName("", "")) },
		"DispatchedEndpointSliceName": func(t *testing.T) { require.Equal(t, "-", api.DispatchedEndpointSliceName("", "")) },
		"ImpersonationSecretName":     func(t *testing.T) { require.Equal(t, "-impersonator", api.ImpersonationSecretName("")) },
		"NamespacedKey":               func(t *testing.T) { require.Empty(t, api.NamespacedKey("", "")) },
		"IsReservedNamespace":         func(t *testing.T) { require.False(t, api.IsReservedNamespace("")) },
		"ExecutionNamespace":          func(t *testing.T) { require.Equal(t, "karmada-es-", api.ExecutionNamespace("")) },
		"ClusterOfNamespace": func(t *testing.T) {
			_, err := api.ClusterOfNamespace("")
			require.Error(t, err)
		},
		"FeatureGates.Enabled": func(t *testing.T) { require.False(t, api.FeatureGates(nil).Enabled("")) },
		"ParseFeatureGates": func(t *testing.T) {
			_, err := api.ParseFeatureGates("x=")
			require.Error(t, err)
		},
		"FeatureGates.Check": func(t *testing.T) {
			require.NoError(t, api.FeatureGates(nil).Check())
			require.Error(t, api.FeatureGates{"": true}.Check())
		},
		"ObjectSelectors": func(t *testing.T) {
			require.Empty(t, api.ObjectSelectors(nil))
			require.Equal(t, selector.ObjectSelector{}, (*api.ResourceSelector)(nil).Selector())
		},
		"AddToScheme": func(t *testing.T) { require.Error(t, api.AddToScheme(nil)) },
		"Manifest.UnmarshalJSON": func(t *testing.T) {
			require.Error(t, (*api.Manifest)(nil).UnmarshalJSON([]byte("{}")))
			require.Error(t, new(api.Manifest).UnmarshalJSON(nil))
			require.Error(t, (*api.JSON)(nil).UnmarshalJSON([]byte("{}")))
		},
		"AggregatedStatusItem.Item": func(t *testing.T) {
			for _, status := range []*api.JSON{{Raw: []byte("{")}, {Raw: []byte("\xff")}} {
				_, err := api.AggregatedStatusItem{Status: status}.Item()
				require.Error(t, err)
			}
			item, err := api.AggregatedStatusItem{Status: &api.JSON{}}.Item()
			require.NoError(t, err)
			require.Nil(t, item.Status)
		},
		"Manifest.DeepCopy": func(t *testing.T) {
			require.Nil(t, api.Manifest(nil).DeepCopy())
			cyclic := api.Manifest{"list": []any{5, map[string]string{}}}
			cyclic["a"], cyclic["b"] = map[string]any(cyclic), map[string]any(cyclic)
			require.Len(t, cyclic.DeepCopy(), 3, "it has no copy, and is shared")
		},
	}
	exported.Methods(t, calls, &api.OverrideSpec{}, &api.Overriders{},
		&api.OverridePolicy{}, &api.OverridePolicyList{}, &api.ClusterOverridePolicy{}, &api.ClusterOverridePolicyList{},
		&api.PropagationPolicy{}, &api.PropagationPolicyList{}, &api.ClusterPropagationPolicy{}, &api.ClusterPropagationPolicyList{}, &api.ClusterTaintPolicy{}, &api.ClusterTaintPolicyList{}, &api.Taint{},
		&api.ResourceBinding{}, &api.ResourceBindingList{}, &api.ClusterResourceBinding{}, &api.ClusterResourceBindingList{},
		&api.Cluster{}, &api.ClusterList{}, &api.Work{}, &api.WorkList{}, &api.ClusterAffinity{}, &api.ResourceSelector{}, &api.FailoverBehavior{},
		&api.GracefulEvictionTask{}, &api.Placement{}, &api.PropagationSpec{}, &api.ResourceBindingSpec{}, &api.ResourceBindingStatus{}, &api.Suspension{})
	exported.Walk(t, calls)
	require.True(t, (*api.Work)(nil).DeepCopyObject() == nil, "no pointer in an interface")
}
