package plan

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// unsupported returns an error for each value of a propagation policy that is not one of those that its CustomResourceDefinition allows. An API server
// refuses such a policy. Empty values are absent.
func unsupported(s *api.PropagationSpec) field.ErrorList {
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
		}
	}
	return errs
}
