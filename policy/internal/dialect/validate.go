package dialect

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
)

// ValidateName requires a name, and a namespace of a namespaced policy.
func ValidateName(ref override.Ref, tier override.Tier) field.ErrorList {
	var errs field.ErrorList
	if ref.Name == "" {
		errs = append(errs, field.Required(field.NewPath("metadata", "name"), ""))
	}
	if tier == override.Namespaced && ref.Namespace == "" {
		errs = append(errs, field.Required(field.NewPath("metadata", "namespace"), ""))
	}
	return errs
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

// Sorted sorts the errors of a map, which apimachinery validates in random order.
func Sorted(errs field.ErrorList) field.ErrorList {
	slices.SortFunc(errs, func(a, b *field.Error) int { return cmp.Compare(a.Error(), b.Error()) })
	return errs
}
