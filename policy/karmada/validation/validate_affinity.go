package validation

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// validateTerms validates the terms of a placement.
//
//  1. The name of a term is a valid label key, and unique.
//  2. Its fieldSelector is valid.
//  3. It has overflowAffinities, even an empty list, only if it selects clusters itself.
//  4. The name of an overflow is a valid label key, and unique in the term.
//  5. Its fieldSelector is valid.
func validateTerms(at *field.Path, terms []api.ClusterAffinityTerm) field.ErrorList {
	var errs field.ErrorList
	taken := map[string]bool{}
	for i := range terms {
		term, at, all := &terms[i], at.Index(i), at
		errs = append(errs, validateLabelKey(at, term.AffinityName)...)
		if taken[term.AffinityName] {
			errs = append(errs, field.Invalid(all, terms, "each affinity term in a policy must have a unique name"))
		}
		taken[term.AffinityName] = true
		errs = append(errs, validateFieldSelector(at, term.FieldSelector)...)
		errs = append(errs, validateOverflow(at.Child("overflowAffinities"), term)...)
	}
	return errs
}

func validateOverflow(at *field.Path, term *api.ClusterAffinityTerm) field.ErrorList {
	var errs field.ErrorList
	if term.OverflowAffinities != nil && selectsAll(&term.ClusterAffinity) {
		errs = append(errs, field.Invalid(at, term.OverflowAffinities, "overflowAffinities can only be used together with the inline ClusterAffinity"))
	}
	taken := map[string]bool{term.AffinityName: true}
	for i := range term.OverflowAffinities {
		overflow, name := &term.OverflowAffinities[i], at.Index(i).Child("affinityName")
		errs = append(errs, validateLabelKey(name, overflow.AffinityName)...)
		if taken[overflow.AffinityName] {
			errs = append(errs, field.Invalid(name, overflow.AffinityName, "overflow affinity name must be unique and must not duplicate the primary group's affinityName"))
		}
		taken[overflow.AffinityName] = true
		errs = append(errs, validateFieldSelector(at.Index(i), overflow.FieldSelector)...)
	}
	return errs
}

// selectsAll reports whether an affinity has no conditions.
func selectsAll(a *api.ClusterAffinity) bool {
	return a.LabelSelector == nil && a.FieldSelector == nil && len(a.ClusterNames) == 0 && len(a.ExcludeClusters) == 0
}

// validateFieldSelector validates the fieldSelector of the value at the path. Only the first error is reported: an unknown field, or
// an operator.
func validateFieldSelector(at *field.Path, s *api.FieldSelector) field.ErrorList {
	if s == nil {
		return nil
	}
	for _, r := range s.MatchExpressions {
		switch r.Key {
		case "provider", "region", "zone":
		default:
			return field.ErrorList{field.Invalid(at.Child("fieldSelector"), s, fmt.Sprintf("unsupported key %q, must be provider, region, or zone", r.Key))}
		}
		switch r.Operator {
		case "In", "NotIn":
		default:
			return field.ErrorList{field.Invalid(at.Child("fieldSelector"), s, fmt.Sprintf("unsupported operator %q, must be In or NotIn", r.Operator))}
		}
	}
	return nil
}
