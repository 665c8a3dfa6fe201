package karmada_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/testdata/exported"
)

// noPolicies is no policy, and nil pointers to one; noPropagation is the same of the other kinds.
var (
	noPolicies    = []karmada.OverrideSource{nil, (*karmada.OverridePolicy)(nil), (*karmada.ClusterOverridePolicy)(nil)}
	noPropagation = []karmada.PropagationSource{nil, (*karmada.PropagationPolicy)(nil), (*karmada.ClusterPropagationPolicy)(nil)}
)

// TestNothing calls everything with nil and with zero values, which are refused or come to nothing.
func TestNothing(t *testing.T) {
	t.Parallel()
	calls := map[string]func(t *testing.T){
		"Compile": func(t *testing.T) {
			for _, s := range append(noPolicies, &karmada.OverridePolicy{}, &karmada.ClusterOverridePolicy{}) {
				compiled, err := karmada.Compile(s)
				require.Error(t, err)
				require.Nil(t, compiled)
			}
		},
		"Validate": func(t *testing.T) {
			for _, s := range append(noPolicies, &karmada.OverridePolicy{}, &karmada.ClusterOverridePolicy{}) {
				require.NotEmpty(t, karmada.Validate(s))
			}
		},
		"AdmitOverride": func(t *testing.T) {
			for _, s := range noPolicies {
				require.NotEmpty(t, karmada.AdmitOverride(s))
			}
			require.Empty(t, karmada.AdmitOverride(&karmada.OverridePolicy{}))
		},
		"DefaultOverride": func(t *testing.T) {
			for _, s := range noPolicies {
				require.Equal(t, s, karmada.DefaultOverride(s))
			}
		},
		"AdmitPropagation": func(t *testing.T) {
			for _, s := range noPropagation {
				for _, old := range append(noPropagation, &karmada.PropagationPolicy{}) {
					require.NotEmpty(t, karmada.AdmitPropagation(s, old))
					require.NotEmpty(t, karmada.AdmitPropagation(&karmada.PropagationPolicy{}, s), "there is no id")
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
			for _, zero := range []karmada.PropagationSource{&karmada.PropagationPolicy{}, &karmada.ClusterPropagationPolicy{}} {
				require.NotEmpty(t, karmada.DefaultPropagation(zero, func() string { return "" }).GetFinalizers())
			}
		},
		"From": func(t *testing.T) {
			cyclic := map[string]any{}
			cyclic["a"] = cyclic
			for _, v := range []any{
				nil, noPolicies[1], noPolicies[2], 5, "x", []byte(nil), (*unstructured.Unstructured)(nil), &unstructured.Unstructured{}, unstructured.Unstructured{}, cyclic,
				func() {}, make(chan int), (*override.Policy)(nil), map[string]string{"kind": "OverridePolicy"}, &karmada.Cluster{},
			} {
				s, err := karmada.From(v)
				require.Error(t, err)
				require.Nil(t, s)
			}
		},
		"AddToScheme": func(t *testing.T) { require.Error(t, karmada.AddToScheme(nil)) },
		"Manifest.UnmarshalJSON": func(t *testing.T) {
			require.Error(t, (*karmada.Manifest)(nil).UnmarshalJSON([]byte("{}")))
			require.Error(t, new(karmada.Manifest).UnmarshalJSON(nil))
			require.Error(t, (*karmada.JSON)(nil).UnmarshalJSON([]byte("{}")))
		},
		"AggregatedStatusItem.Item": func(t *testing.T) {
			for _, status := range []*karmada.JSON{{Raw: []byte("{")}, {Raw: []byte("\xff")}} {
				_, err := karmada.AggregatedStatusItem{Status: status}.Item()
				require.Error(t, err)
			}
			item, err := karmada.AggregatedStatusItem{Status: &karmada.JSON{}}.Item()
			require.NoError(t, err)
			require.Nil(t, item.Status)
		},
		"Manifest.DeepCopy": func(t *testing.T) {
			require.Nil(t, karmada.Manifest(nil).DeepCopy())
			cyclic := karmada.Manifest{"list": []any{5, map[string]string{}}}
			cyclic["a"], cyclic["b"] = map[string]any(cyclic), map[string]any(cyclic)
			require.Len(t, cyclic.DeepCopy(), 3, "it has no copy, and stays as it is")
		},
	}
	exported.Methods(t, calls, &karmada.OverrideSpec{}, &karmada.Overriders{},
		&karmada.OverridePolicy{}, &karmada.OverridePolicyList{}, &karmada.ClusterOverridePolicy{}, &karmada.ClusterOverridePolicyList{},
		&karmada.PropagationPolicy{}, &karmada.PropagationPolicyList{}, &karmada.ClusterPropagationPolicy{}, &karmada.ClusterPropagationPolicyList{},
		&karmada.ResourceBinding{}, &karmada.ResourceBindingList{}, &karmada.ClusterResourceBinding{}, &karmada.ClusterResourceBindingList{},
		&karmada.Cluster{}, &karmada.ClusterList{}, &karmada.Work{}, &karmada.WorkList{}, &karmada.ClusterAffinity{}, &karmada.FailoverBehavior{},
		&karmada.GracefulEvictionTask{}, &karmada.Placement{}, &karmada.PropagationSpec{}, &karmada.ResourceBindingSpec{}, &karmada.ResourceBindingStatus{}, &karmada.Suspension{})
	exported.Walk(t, calls)
	require.True(t, (*karmada.Work)(nil).DeepCopyObject() == nil, "no pointer in an interface")
}
