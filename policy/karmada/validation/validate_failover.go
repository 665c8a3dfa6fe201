package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// validateFailover validates when and how objects move.
//
//  1. An application has tolerationSeconds, which are not negative. Without them, Karmada's admission crashes.
//  2. There is a grace period if the purge is graceful, and only then; it is positive.
//  3. The names of labels from a status are valid label keys.
func validateFailover(at *field.Path, f *api.FailoverBehavior) field.ErrorList {
	if f == nil {
		return nil
	}
	errs := validateApplicationFailover(at.Child("application"), f.Application)
	if f.Cluster != nil {
		errs = append(errs, validateStatePreservation(at.Child("cluster", "statePreservation"), f.Cluster.StatePreservation)...)
	}
	return errs
}

func validateApplicationFailover(at *field.Path, a *api.ApplicationFailoverBehavior) field.ErrorList {
	if a == nil {
		return nil
	}
	var errs field.ErrorList
	toleration := at.Child("decisionConditions", "tolerationSeconds")
	if seconds := a.DecisionConditions.TolerationSeconds; seconds == nil {
		errs = append(errs, field.Required(toleration, "an API server puts 300 here"))
	} else if *seconds < 0 {
		errs = append(errs, field.Invalid(toleration, *seconds, "must be greater than or equal to 0"))
	}
	grace, seconds := at.Child("gracePeriodSeconds"), a.GracePeriodSeconds
	if a.PurgeMode == api.PurgeGracefully {
		if seconds == nil {
			errs = append(errs, field.Invalid(grace, seconds, "should not be empty when purgeMode is gracefully"))
		}
	} else if seconds != nil {
		errs = append(errs, field.Invalid(grace, *seconds, "only takes effect when purgeMode is gracefully"))
	}
	if seconds != nil && *seconds <= 0 {
		errs = append(errs, field.Invalid(grace, *seconds, "must be greater than 0"))
	}
	return append(errs, validateStatePreservation(at.Child("statePreservation"), a.StatePreservation)...)
}

func validateStatePreservation(at *field.Path, s *api.StatePreservation) field.ErrorList {
	if s == nil {
		return nil
	}
	var errs field.ErrorList
	for i := range s.Rules {
		errs = append(errs, validateLabelKey(at.Child("rules").Index(i).Child("aliasLabelName"), s.Rules[i].AliasLabelName)...)
	}
	return errs
}
