package validation

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// ValidatePropagationEnums returns an error of type NotSupported for each value of a policy that is not one of those that the
// CustomResourceDefinition of its kind (Karmada f8fdd02df, 1.19) allows. An API server refuses such a policy before it calls admission, so
// [ValidatePropagation] does not check these values. The fields are conflictResolution, activationPreference, preemption, and in the placement
// spreadByField and the types of replicaScheduling, and purgeMode in the failover. An empty value is absent.
//
// A static weight below 1, or without a weight, is an error of type Invalid: the definition refuses it, too.
func ValidatePropagationEnums(policy api.PropagationSource) field.ErrorList {
	s := policy.PropagationSpec()
	var errs field.ErrorList
	check := func(at *field.Path, value string, allowed ...string) {
		if value != "" && !slices.Contains(allowed, value) {
			errs = append(errs, field.NotSupported(at, value, allowed))
		}
	}
	spec := field.NewPath("spec")
	check(spec.Child("conflictResolution"), string(s.ConflictResolution), string(api.ConflictAbort), string(api.ConflictOverwrite))
	check(spec.Child("activationPreference"), string(s.ActivationPreference), string(api.LazyActivation))
	check(spec.Child("preemption"), string(s.Preemption), string(api.PreemptAlways), string(api.PreemptNever))
	if f := s.Failover; f != nil && f.Application != nil {
		check(spec.Child("failover", "application", "purgeMode"), string(f.Application.PurgeMode), string(api.PurgeDirectly), string(api.PurgeGracefully), string(api.PurgeNever))
	}
	if f := s.Failover; f != nil && f.Cluster != nil {
		check(spec.Child("failover", "cluster", "purgeMode"), string(f.Cluster.PurgeMode), string(api.PurgeDirectly), string(api.PurgeGracefully))
	}
	placement := spec.Child("placement")
	for i, c := range s.Placement.SpreadConstraints {
		check(placement.Child("spreadConstraints").Index(i).Child("spreadByField"), string(c.SpreadByField), "cluster", "region", "zone", "provider")
	}
	if r := s.Placement.ReplicaScheduling; r != nil {
		at := placement.Child("replicaScheduling")
		check(at.Child("replicaSchedulingType"), string(r.ReplicaSchedulingType), string(api.Duplicated), string(api.Divided))
		check(at.Child("replicaDivisionPreference"), string(r.ReplicaDivisionPreference), string(api.Aggregated), string(api.Weighted))
		if w := r.WeightPreference; w != nil {
			check(at.Child("weightPreference", "dynamicWeight"), string(w.DynamicWeight), string(api.DynamicWeightByAvailableReplicas))
			errs = append(errs, validateWeights(at.Child("weightPreference", "staticWeightList"), w.StaticWeightList)...)
		}
	}
	return errs
}

func validateWeights(at *field.Path, list []api.StaticClusterWeight) (errs field.ErrorList) {
	for i, w := range list {
		if w.Weight < 1 {
			errs = append(errs, field.Invalid(at.Index(i).Child("weight"), w.Weight, "must be greater than or equal to 1"))
		}
	}
	return errs
}
