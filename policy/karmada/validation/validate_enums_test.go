package validation_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

// TestValidatePropagationWeights has static weights, which a CustomResourceDefinition requires to be 1 or more.
func TestValidatePropagationWeights(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		weights      []int64
		want         string
	}{
		{"valid", "1 is the least weight", []int64{1, 1 << 40}, ""},
		{"no weights", "there is nothing to check", nil, ""},
		{"zero", "the field is missing or zero, which is the same in Go", []int64{1, 0},
			"spec.placement.replicaScheduling.weightPreference.staticWeightList[1].weight: Invalid value: 0: must be greater than or equal to 1"},
		{"negative", "the plan would take it as no weight", []int64{-1},
			"spec.placement.replicaScheduling.weightPreference.staticWeightList[0].weight: Invalid value: -1: must be greater than or equal to 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			preference := &api.ClusterPreferences{}
			for _, weight := range c.weights {
				preference.StaticWeightList = append(preference.StaticWeightList, api.StaticClusterWeight{Weight: weight})
			}
			p := &api.PropagationPolicy{}
			p.Spec.Placement.ReplicaScheduling = &api.ReplicaSchedulingStrategy{WeightPreference: preference}
			errs := validation.ValidatePropagationEnums(p)
			if c.want == "" {
				require.Empty(t, errs, c.reason)
				return
			}
			require.Len(t, errs, 1)
			require.EqualError(t, errs[0], c.want, c.reason)
		})
	}
}
