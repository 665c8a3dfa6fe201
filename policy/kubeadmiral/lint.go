package kubeadmiral

import (
	"errors"
	"strings"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// Lint reports everything that is wrong with a policy, in the order of its fields, each error with its path. A policy that
// is about to be created may have a generateName in place of its name.
func Lint(s api.OverrideSource) field.ErrorList {
	ref, spec := s.Ref(), s.OverrideSpec()
	tier := dialect.TierOf(ref)
	errs := dialect.ValidateName(s, tier)
	for i, rule := range spec.OverrideRules {
		at := rulesPath.Index(i)
		if rule.TargetClusters != nil {
			errs = append(errs, validateTargets(at.Child("targetClusters"), rule.TargetClusters)...)
		}
		if rule.Overriders == nil {
			continue
		}
		for _, overrider := range overriders {
			errs = append(errs, overrider.validate(at.Child("overriders", overrider.name), rule.Overriders)...)
		}
	}
	return errs
}

func validateTargets(at *field.Path, t *api.TargetClusters) field.ErrorList {
	errs := dialect.ValidateLabels(at.Child("clusterSelector"), t.ClusterSelector)
	for i, term := range t.ClusterAffinity {
		at := at.Child("clusterAffinity").Index(i)
		if len(term.MatchExpressions)+len(term.MatchFields) == 0 {
			errs = append(errs, field.Required(at, "an empty term selects no cluster"))
		}
		errs = append(errs, dialect.ValidateEach(at.Child("matchExpressions"), term.MatchExpressions, func(at *field.Path, r api.ClusterSelectorRequirement) field.ErrorList {
			return validateTerm(at, api.ClusterSelectorTerm{MatchExpressions: []api.ClusterSelectorRequirement{r}}.Selector())
		})...)
		errs = append(errs, dialect.ValidateEach(at.Child("matchFields"), term.MatchFields, func(at *field.Path, r api.ClusterSelectorRequirement) field.ErrorList {
			errs := dialect.ValidateOneOf(at.Child("key"), r.Key, "metadata.name")
			return append(errs, validateTerm(at, api.ClusterSelectorTerm{MatchFields: []api.ClusterSelectorRequirement{r}}.Selector())...)
		})...)
	}
	return errs
}

// validateTerm validates a term of one requirement.
func validateTerm(at *field.Path, term selector.ClusterTerm) field.ErrorList {
	_, err := selector.NewClusters(selector.ClusterSelector{Terms: []selector.ClusterTerm{term}})
	var all utilerrors.Aggregate
	if !errors.As(err, &all) {
		return nil
	}
	var errs field.ErrorList
	for _, err := range all.Errors() {
		var one *field.Error
		if errors.As(err, &one) {
			_, below, _ := strings.Cut(one.Field, "].match") // terms[0].matchExpressions[0].operator
			_, below, _ = strings.Cut(below, "]")            // .operator
			one.Field = at.String() + below
			errs = append(errs, one)
		}
	}
	return errs
}
