package dialect

import (
	"cmp"
	"fmt"
	"slices"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1validation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
)

// named is the part of an object's metadata that names it.
type named interface {
	Ref() override.Ref
	GetGenerateName() string
}

// ValidateName requires a name or a generateName, and a namespace of a namespaced policy.
func ValidateName(s named, tier override.Tier) field.ErrorList {
	var errs field.ErrorList
	ref := s.Ref()
	if ref.Name == "" && s.GetGenerateName() == "" {
		errs = append(errs, field.Required(field.NewPath("metadata", "name"), ""))
	}
	if tier == override.Namespaced && ref.Namespace == "" {
		errs = append(errs, field.Required(field.NewPath("metadata", "namespace"), ""))
	}
	return errs
}

// CheckNamed returns an error for a policy that has only a generateName, from which an API server makes the name.
func CheckNamed(s named) error {
	if ref, prefix := s.Ref(), s.GetGenerateName(); ref.Name == "" && prefix != "" {
		return fmt.Errorf("%s: metadata.name is missing, expected a name: a policy is compiled under its name, "+
			"and metadata.generateName %.253q becomes one only when the policy is created", ref, prefix)
	}
	return nil
}

// ValidateEach validates the entries of a list.
func ValidateEach[T any](at *field.Path, entries []T, validate func(*field.Path, T) field.ErrorList) field.ErrorList {
	var errs field.ErrorList
	for i, entry := range entries {
		errs = append(errs, validate(at.Index(i), entry)...)
	}
	return errs
}

// ValidateOneOf accepts only the given values.
func ValidateOneOf[T ~string](at *field.Path, value T, supported ...T) field.ErrorList {
	if slices.Contains(supported, value) {
		return nil
	}
	return field.ErrorList{field.NotSupported(at, value, supported)}
}

// ValidateLabels checks keys and values as an API server checks labels. The errors are sorted.
func ValidateLabels(at *field.Path, labels map[string]string) field.ErrorList {
	return sorted(metav1validation.ValidateLabels(labels, at))
}

// ValidateAnnotations checks keys and values as an API server checks annotations, which may have 256 KiB in all. The errors are sorted.
func ValidateAnnotations(at *field.Path, annotations map[string]string) field.ErrorList {
	return sorted(apivalidation.ValidateAnnotations(annotations, at))
}

// sorted sorts the errors of a map, which apimachinery validates in random order.
func sorted(errs field.ErrorList) field.ErrorList {
	slices.SortFunc(errs, func(a, b *field.Error) int { return cmp.Compare(a.Error(), b.Error()) })
	return errs
}
