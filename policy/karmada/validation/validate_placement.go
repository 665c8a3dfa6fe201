package validation

import (
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// validatePlacement validates a placement.
//
//  1. With a clusterAffinity there are no clusterAffinities, not even an empty list.
//  2. Overflow requires a division by capacity: Aggregated, or Weighted with a dynamic weight.
//  3. The keys of workload affinity and antiAffinity are valid label keys, and different.
//  4. No toleration has an operator that compares numbers.
func validatePlacement(at *field.Path, p *api.Placement) field.ErrorList {
	var errs field.ErrorList
	if p.ClusterAffinity != nil && p.ClusterAffinities != nil {
		errs = append(errs, field.Invalid(at, p, "clusterAffinities cannot co-exist with clusterAffinity"))
	}
	if !dividesByCapacity(p.ReplicaScheduling) {
		for i := range p.ClusterAffinities {
			if overflow := p.ClusterAffinities[i].OverflowAffinities; overflow != nil {
				errs = append(errs, field.Invalid(at.Child("clusterAffinities").Index(i).Child("overflowAffinities"), overflow,
					"overflowAffinities can only be used together with dynamic weight or aggregated scheduling"))
			}
		}
	}
	if p.ClusterAffinity != nil {
		errs = append(errs, validateFieldSelector(at.Child("clusterAffinity"), p.ClusterAffinity.FieldSelector)...)
	}
	errs = append(errs, validateTerms(at.Child("clusterAffinities"), p.ClusterAffinities)...)
	errs = append(errs, validateSpread(at.Child("spreadConstraints"), p.SpreadConstraints)...)
	errs = append(errs, validateWorkloadAffinity(at.Child("workloadAffinity"), p.WorkloadAffinity)...)
	return append(errs, validateTolerations(at.Child("clusterTolerations"), p.ClusterTolerations)...)
}

// dividesByCapacity reports whether replicas are divided by the capacity of the clusters.
func dividesByCapacity(r *api.ReplicaSchedulingStrategy) bool {
	if r == nil || r.ReplicaSchedulingType != api.Divided {
		return false
	}
	switch r.ReplicaDivisionPreference {
	case api.Aggregated:
		return true
	case api.Weighted:
		return r.WeightPreference != nil && r.WeightPreference.DynamicWeight != ""
	}
	return false
}

func validateWorkloadAffinity(at *field.Path, w *api.WorkloadAffinity) field.ErrorList {
	if w == nil {
		return nil
	}
	var errs field.ErrorList
	if w.Affinity != nil {
		errs = append(errs, validateLabelKey(at.Child("affinity", "groupByLabelKey"), w.Affinity.GroupByLabelKey)...)
	}
	if w.AntiAffinity != nil {
		errs = append(errs, validateLabelKey(at.Child("antiAffinity", "groupByLabelKey"), w.AntiAffinity.GroupByLabelKey)...)
	}
	if w.Affinity != nil && w.AntiAffinity != nil && w.Affinity.GroupByLabelKey == w.AntiAffinity.GroupByLabelKey {
		errs = append(errs, field.Invalid(at, w, "affinity and antiAffinity must not use the same groupByLabelKey"))
	}
	return errs
}

func validateTolerations(at *field.Path, tolerations []api.Toleration) field.ErrorList {
	var errs field.ErrorList
	for i := range tolerations {
		switch operator := tolerations[i].Operator; operator {
		case api.TolerationLt, api.TolerationGt:
			errs = append(errs, field.NotSupported(at.Index(i).Child("operator"), operator, []api.TolerationOperator{"", api.TolerationExists, api.TolerationEqual}))
		}
	}
	return errs
}

// validateLabelKey returns all errors of a label key.
func validateLabelKey(at *field.Path, key string) field.ErrorList {
	var errs field.ErrorList
	for _, wrong := range validation.IsQualifiedName(key) {
		errs = append(errs, field.Invalid(at, key, wrong))
	}
	return errs
}
