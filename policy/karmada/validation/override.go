package validation

import (
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"

	"maps"
	"slices"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
)

// ValidateOverride reports exactly the errors with which Karmada's admission refuses a policy, in its order, with its paths, types and
// messages. Lint of package karmada reports more, and whether a policy can work. The policy is validated as it is: set defaults with
// [DefaultOverride] first, as admission does.
//
//  1. The fieldSelector of targetCluster is valid.
//  2. With overrideRules, even an empty list, targetCluster is absent, and overriders has only fieldOverriders.
//  3. In a rule, keys of annotations, keys and values of labels, paths of image predicates, fieldOverriders, and then the
//     fieldSelector are valid. Other overriders, and those beside targetCluster, are not validated.
//  4. Each selector of an OverridePolicy has the namespace of the policy.
//
// Bad values are copies. Errors of a map are in the order of its keys.
//
// They are also the errors with which Karmada's admission refuses an update: it compares nothing with the old policy. So a fault that this one has is
// an error too, even if the policy is being deleted and the update only removes a finalizer. [RatchetOverrideUpdate] accepts such an update.
func ValidateOverride(s api.OverrideSource) field.ErrorList {
	ref, held := s.Ref(), s.OverrideSpec()
	tier := dialect.TierOf(ref)
	spec := held.DeepCopy() // the errors refer to it
	var errs field.ErrorList
	if spec.TargetCluster != nil {
		errs = append(errs, validateFieldSelector(specPath.Child("targetCluster"), spec.TargetCluster.FieldSelector)...)
	}
	if spec.OverrideRules != nil {
		if spec.TargetCluster != nil {
			errs = append(errs, field.Invalid(specPath.Child("targetCluster"), spec.TargetCluster, "overrideRules and targetCluster can't co-exist"))
		}
		if others := spec.Overriders; !onlyFields(others) {
			errs = append(errs, field.Invalid(specPath.Child("overriders"), others, "overrideRules and overriders can't co-exist"))
		}
	}
	for i := range spec.OverrideRules {
		rule, at := &spec.OverrideRules[i], specPath.Child("overrideRules").Index(i)
		errs = append(errs, admitOverriders(at.Child("overriders"), &rule.Overriders)...)
		if rule.TargetCluster != nil {
			errs = append(errs, validateFieldSelector(at.Child("targetCluster"), rule.TargetCluster.FieldSelector)...)
		}
	}
	if tier == override.Namespaced {
		errs = append(errs, validateNamespaces(specPath.Child("resourceSelectors"), spec.ResourceSelectors, ref.Namespace)...)
	}
	return errs
}

// onlyFields reports whether there are no overriders other than fieldOverriders.
func onlyFields(o api.Overriders) bool {
	o.FieldOverrider = nil
	return o.IsEmpty()
}

func admitOverriders(at *field.Path, o *api.Overriders) field.ErrorList {
	var errs field.ErrorList
	for i := range o.AnnotationsOverrider {
		errs = append(errs, admitAnnotations(at.Child("annotationsOverrider").Index(i).Child("value"), o.AnnotationsOverrider[i].Value)...)
	}
	for i := range o.LabelsOverrider {
		labels := o.LabelsOverrider[i].Value
		for _, key := range slices.Sorted(maps.Keys(labels)) {
			errs = append(errs, metav1validation.ValidateLabels(map[string]string{key: labels[key]}, at.Child("labelsOverrider").Index(i).Child("value"))...)
		}
	}
	for i := range o.ImageOverrider {
		if predicate := o.ImageOverrider[i].Predicate; predicate != nil {
			errs = append(errs, admitPointer(at.Child("imageOverrider").Index(i).Child("predicate", "path"), predicate.Path)...)
		}
	}
	for i := range o.FieldOverrider {
		errs = append(errs, admitField(at.Child("fieldOverrider").Index(i), &o.FieldOverrider[i])...)
	}
	return errs
}

// admitAnnotations validates each key, and then the total size.
func admitAnnotations(at *field.Path, annotations map[string]string) field.ErrorList {
	var errs field.ErrorList
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		for _, err := range apivalidation.ValidateAnnotations(map[string]string{key: ""}, at) {
			if err.Type != field.ErrorTypeTooLong {
				errs = append(errs, err)
			}
		}
	}
	if apivalidation.ValidateAnnotationsSize(annotations) != nil {
		errs = append(errs, field.TooLong(at, "", apivalidation.TotalAnnotationSizeLimitB))
	}
	return errs
}

func admitField(at *field.Path, o *api.FieldOverrider) field.ErrorList {
	var errs field.ErrorList
	switch {
	case len(o.JSON) > 0 && len(o.YAML) > 0:
		errs = append(errs, field.Invalid(at, o, "FieldOverrider has both YAML and JSON set. Only one is allowed"))
	case len(o.JSON) == 0 && len(o.YAML) == 0:
		errs = append(errs, field.Required(at, "FieldOverrider must have either JSON or YAML set"))
	}
	errs = append(errs, admitPointer(at.Child("fieldPath"), o.FieldPath)...)
	for i := range o.JSON {
		errs = append(errs, admitOperation(at.Child("json").Index(i), &o.JSON[i])...)
	}
	for i := range o.YAML {
		errs = append(errs, admitOperation(at.Child("yaml").Index(i), &o.YAML[i])...)
	}
	return errs
}

// admitOperation validates one operation of a fieldOverrider. Null counts as no value.
func admitOperation(at *field.Path, o *api.JSONPatchOperation) field.ErrorList {
	errs := admitPointer(at.Child("subPath"), o.SubPath)
	switch none := o.Value.IsZero() || string(o.Value.Raw) == "null"; {
	case none && (o.Operator == api.OverriderOpAdd || o.Operator == api.OverriderOpReplace):
		errs = append(errs, field.Invalid(at.Child("value"), o.Value, "value is required for add or replace operation"))
	case !none && o.Operator == api.OverriderOpRemove:
		errs = append(errs, field.Invalid(at.Child("value"), o.Value, "value is not allowed for remove operation"))
	}
	return errs
}

// admitPointer returns an error for a path that is not empty and has no leading slash. Any other string is valid.
func admitPointer(at *field.Path, path string) field.ErrorList {
	if path == "" || path[0] == '/' {
		return nil
	}
	return field.ErrorList{field.Invalid(at, path, "JSON pointer must be empty or start with a \"/\"\nJSON pointer error")}
}
