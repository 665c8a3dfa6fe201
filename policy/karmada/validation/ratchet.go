package validation

import (
	"reflect"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// RatchetOverrideUpdate returns the errors of [ValidateOverrideUpdate] that old does not have already. Karmada's admission
// does not do this. It refuses every update of a policy that was valid under older rules, including the update that removes a
// finalizer, and then the policy cannot be deleted.
//
// An update that changes only metadata has no errors. Old is validated as it is and as [DefaultOverride] returns it, because a
// webhook sees the old policy without defaults. If old is nil, the result is that of ValidateOverrideUpdate.
func RatchetOverrideUpdate(s, old api.OverrideSource) field.ErrorList {
	errs := ValidateOverrideUpdate(s, old)
	if dialect.IsNil(old) {
		return errs
	}
	return Ratchet(errs, ValidateOverride(old), ValidateOverride(DefaultOverride(old)))
}

// RatchetPropagationUpdate returns the errors of [ValidatePropagationUpdate] that old does not have already, as
// [RatchetOverrideUpdate] does. A changed schedulerName and a changed permanent id are always errors.
func RatchetPropagationUpdate(s, old api.PropagationSource) field.ErrorList {
	errs := ValidatePropagationUpdate(s, old)
	if dialect.IsNil(old) {
		return errs
	}
	return Ratchet(errs, ValidatePropagation(old), ValidatePropagation(DefaultPropagation(old, nil)))
}

// Ratchet returns the errors that are in none of the old lists, in their order. An error is in a list if the list has one with the
// same type, field, detail and bad value. So a fault may stay as it is, but a faulty value may not be replaced by another faulty
// value, and an entry that moves within its list is validated like a new one.
//
// The errors may come from any validation, such as Lint of a dialect. Validate both objects with the same defaults. No list is
// written.
func Ratchet(errs field.ErrorList, old ...field.ErrorList) field.ErrorList {
	known := map[faultKey][]any{}
	for _, list := range old {
		seen := map[faultKey]bool{} // one field of one object has one value
		for _, err := range list {
			if err == nil || seen[keyOf(err)] {
				continue
			}
			seen[keyOf(err)] = true
			known[keyOf(err)] = append(known[keyOf(err)], err.BadValue)
		}
	}
	stays := map[faultKey]bool{}
	var added field.ErrorList
	for _, err := range errs {
		if err == nil {
			continue
		}
		key := keyOf(err)
		same, compared := stays[key]
		if !compared {
			for _, value := range known[key] {
				same = same || reflect.DeepEqual(value, err.BadValue)
			}
			stays[key] = same
		}
		if !same {
			added = append(added, err)
		}
	}
	return added
}

// faultKey is everything about an error but a bad value that is not a string. Several strings can be wrong at one field: the keys of
// a map.
type faultKey struct {
	kind                 field.ErrorType
	field, detail, value string
}

func keyOf(err *field.Error) faultKey {
	value, _ := err.BadValue.(string)
	return faultKey{err.Type, err.Field, err.Detail, value}
}
