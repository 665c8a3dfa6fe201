package validation_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/testdata/exported"
)

// noPolicies and noPropagation are nil and nil pointers to policies.
var (
	noPolicies    = []api.OverrideSource{nil, (*api.OverridePolicy)(nil), (*api.ClusterOverridePolicy)(nil)}
	noPropagation = []api.PropagationSource{nil, (*api.PropagationPolicy)(nil), (*api.ClusterPropagationPolicy)(nil)}
)

// TestNilArguments calls all functions with nil and zero values. They return errors or nothing.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	exported.Walk(t, map[string]func(t *testing.T){
		"ValidateOverride": func(t *testing.T) {
			for _, s := range noPolicies {
				require.NotEmpty(t, validation.ValidateOverride(s))
			}
			require.Empty(t, validation.ValidateOverride(&api.OverridePolicy{}))
		},
		"ValidateOverrideUpdate": func(t *testing.T) {
			for _, s := range noPolicies {
				require.NotEmpty(t, validation.ValidateOverrideUpdate(s, &api.OverridePolicy{}))
				require.Empty(t, validation.ValidateOverrideUpdate(&api.OverridePolicy{}, s))
			}
		},
		"RatchetOverrideUpdate": func(t *testing.T) {
			for _, s := range noPolicies {
				require.NotEmpty(t, validation.RatchetOverrideUpdate(s, s))
				require.NotEmpty(t, validation.RatchetOverrideUpdate(s, &api.OverridePolicy{}))
				require.Empty(t, validation.RatchetOverrideUpdate(&api.OverridePolicy{}, s))
			}
		},
		"RatchetPropagationUpdate": func(t *testing.T) {
			for _, s := range noPropagation {
				require.NotEmpty(t, validation.RatchetPropagationUpdate(s, &api.PropagationPolicy{}))
				require.NotEmpty(t, validation.RatchetPropagationUpdate(&api.PropagationPolicy{}, s), "there is no id")
			}
		},
		"WarnOverride": func(t *testing.T) {
			for _, s := range noPolicies {
				require.Empty(t, validation.WarnOverride(s))
			}
			require.Len(t, validation.WarnOverride(&api.ClusterOverridePolicy{}), 1)
		},
		"WarnPropagation": func(t *testing.T) {
			for _, s := range noPropagation {
				require.Empty(t, validation.WarnPropagation(s))
			}
			require.Len(t, validation.WarnPropagation(&api.ClusterPropagationPolicy{}), 1)
		},
		"Ratchet": func(t *testing.T) {
			require.Empty(t, validation.Ratchet(nil))
			require.Empty(t, validation.Ratchet(field.ErrorList{nil}, nil, field.ErrorList{nil}))
			require.Len(t, validation.Ratchet(field.ErrorList{{}}, nil), 1)
		},
		"DefaultOverride": func(t *testing.T) {
			for _, s := range noPolicies {
				require.Equal(t, s, validation.DefaultOverride(s))
			}
		},
		"ValidatePropagationEnums": func(t *testing.T) {
			for _, s := range noPropagation {
				require.NotEmpty(t, validation.ValidatePropagationEnums(s))
			}
			require.Empty(t, validation.ValidatePropagationEnums(&api.PropagationPolicy{}))
		},
		"ValidatePropagationUpdate": func(t *testing.T) {
			for _, s := range noPropagation {
				for _, old := range append(noPropagation, &api.PropagationPolicy{}) {
					require.NotEmpty(t, validation.ValidatePropagationUpdate(s, old))
					require.NotEmpty(t, validation.ValidatePropagationUpdate(&api.PropagationPolicy{}, s), "there is no id")
				}
			}
		},
		"ValidatePropagation": func(t *testing.T) {
			for _, s := range noPropagation {
				require.NotEmpty(t, validation.ValidatePropagation(s))
			}
		},
		"ValidateTaintPolicy": func(t *testing.T) {
			require.NotEmpty(t, validation.ValidateTaintPolicy(nil, true))
			require.Empty(t, validation.ValidateTaintPolicy(&api.ClusterTaintPolicy{}, false))
		},
		"ValidateTaints": func(t *testing.T) {
			require.Empty(t, validation.ValidateTaints(nil))
			require.Len(t, validation.ValidateTaints([]api.Taint{{}}), 3, "two faults of the key, and no effect")
		},
		"DefaultTaints": func(t *testing.T) {
			require.Empty(t, validation.DefaultTaints(nil, time.Time{}))
			require.Equal(t, []api.Taint{{}}, validation.DefaultTaints([]api.Taint{{}}, time.Time{}))
		},
		"DefaultPropagation": func(t *testing.T) {
			for _, s := range noPropagation {
				require.Equal(t, s, validation.DefaultPropagation(s, nil))
			}
			for _, zero := range []api.PropagationSource{&api.PropagationPolicy{}, &api.ClusterPropagationPolicy{}} {
				require.NotEmpty(t, validation.DefaultPropagation(zero, func() string { return "" }).GetFinalizers())
			}
		},
	})
}
