package karmada

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Lint reports everything that is wrong with a policy, in the order of its fields, each error with its path. It refuses what
// Karmada's admission refuses, with the same paths, and what Karmada admits although it cannot work: invalid label selectors,
// unknown operators and components, missing or misplaced values, invalid JSON pointers. A policy that is about to be created may have a
// generateName in place of its name.
func Lint(s api.OverrideSource) field.ErrorList {
	ref, spec := s.Ref(), s.OverrideSpec()
	tier := dialect.TierOf(ref)
	errs := dialect.ValidateName(s, tier)
	for i := range spec.ResourceSelectors {
		errs = append(errs, validateSelector(specPath.Child("resourceSelectors").Index(i), &spec.ResourceSelectors[i], tier, ref.Namespace)...)
	}
	if spec.OverrideRules != nil {
		if spec.TargetCluster != nil {
			errs = append(errs, field.Invalid(specPath.Child("targetCluster"), field.OmitValueType{}, "overrideRules and targetCluster can't co-exist"))
		}
		if !spec.Overriders.IsEmpty() {
			errs = append(errs, field.Invalid(specPath.Child("overriders"), field.OmitValueType{}, "overrideRules and overriders can't co-exist"))
		}
	}
	for i := range spec.OverrideRules {
		rule := &spec.OverrideRules[i]
		errs = append(errs, validateRule(specPath.Child("overrideRules").Index(i), rule.TargetCluster, &rule.Overriders)...)
	}
	return append(errs, validateRule(specPath, spec.TargetCluster, &spec.Overriders)...)
}

func validateSelector(at *field.Path, s *api.ResourceSelector, tier override.Tier, namespace string) field.ErrorList {
	var errs field.ErrorList
	if s.APIVersion == "" {
		errs = append(errs, field.Required(at.Child("apiVersion"), ""))
	}
	if s.Kind == "" {
		errs = append(errs, field.Required(at.Child("kind"), ""))
	}
	if tier == override.Namespaced && s.Namespace != "" && s.Namespace != namespace {
		errs = append(errs, field.Invalid(at.Child("namespace"), s.Namespace, "namespace of resource selector must be the same as the namespace of the policy"))
	}
	return append(errs, validateLabelSelector(at.Child("labelSelector"), s.LabelSelector)...)
}

func validateLabelSelector(at *field.Path, s *metav1.LabelSelector) field.ErrorList {
	if s == nil {
		return nil
	}
	errs := dialect.ValidateLabels(at.Child("matchLabels"), s.MatchLabels)
	expressions := metav1.LabelSelector{MatchExpressions: s.MatchExpressions}
	return append(errs, metav1validation.ValidateLabelSelector(&expressions, metav1validation.LabelSelectorValidationOptions{}, at)...)
}

func validateRule(at *field.Path, target *api.ClusterAffinity, o *api.Overriders) field.ErrorList {
	var errs field.ErrorList
	if target != nil {
		errs = validateAffinity(at.Child("targetCluster"), target)
	}
	for _, overrider := range overriders {
		errs = append(errs, overrider.validate(at.Child("overriders", overrider.name), o)...)
	}
	return errs
}

func validateAffinity(at *field.Path, a *api.ClusterAffinity) field.ErrorList {
	errs := validateLabelSelector(at.Child("labelSelector"), a.LabelSelector)
	if a.FieldSelector == nil {
		return errs
	}
	at = at.Child("fieldSelector")
	for i, r := range a.FieldSelector.MatchExpressions {
		expression := at.Child("matchExpressions").Index(i)
		if r.Key != "provider" && r.Key != "region" && r.Key != "zone" {
			errs = append(errs, field.Invalid(at, field.OmitValueType{}, fmt.Sprintf("unsupported key %q, must be provider, region, or zone", r.Key)))
		}
		if r.Operator != "In" && r.Operator != "NotIn" {
			errs = append(errs, field.Invalid(at, field.OmitValueType{}, fmt.Sprintf("unsupported operator %q, must be In or NotIn", r.Operator)))
		} else if len(r.Values) == 0 {
			errs = append(errs, field.Required(expression.Child("values"), "In and NotIn compare with values"))
		}
		if r.Key == "zone" {
			continue // its values may be any strings
		}
		for j, value := range r.Values {
			for _, wrong := range validation.IsValidLabelValue(value) {
				errs = append(errs, field.Invalid(expression.Child("values").Index(j), value, wrong))
			}
		}
	}
	return errs
}

// validateOperator accepts only the given operators.
func validateOperator(at *field.Path, op api.OverriderOperator, supported ...api.OverriderOperator) field.ErrorList {
	return dialect.ValidateOneOf(at.Child("operator"), op, supported...)
}
