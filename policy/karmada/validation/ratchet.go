package validation

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// RatchetOverrideUpdate returns the errors of [ValidateOverride] that old does not already have. Karmada's admission does not do this. It
// refuses every update of a policy that was valid under older rules, including the update that removes a finalizer, and then the policy cannot be
// deleted.
//
// An old fault stays only if the value with the fault did not change. If the field is missing, or the error does not quote the value, the object or
// list around it must not change. An update that changes only metadata has no errors. Old is validated as it is and as [DefaultOverride] returns it,
// because a webhook sees the old policy without defaults. If old is nil, the result is that of ValidateOverride.
func RatchetOverrideUpdate(s, old api.OverrideSource) field.ErrorList {
	errs := ValidateOverride(s)
	if old == nil {
		return errs
	}
	defaulted := DefaultOverride(old)
	return ratchet(errs, unchangedIn(s, old, defaulted), ValidateOverride(old), ValidateOverride(defaulted))
}

// RatchetPropagationUpdate returns the errors of [ValidatePropagationUpdate] that old does not already have, as [RatchetOverrideUpdate] does. A
// changed schedulerName and a changed permanent id are always errors.
func RatchetPropagationUpdate(s, old api.PropagationSource) field.ErrorList {
	errs := ValidatePropagationUpdate(s, old)
	if old == nil {
		return errs
	}
	defaulted := DefaultPropagation(old, nil)
	return ratchet(errs, unchangedIn(s, old, defaulted), ValidatePropagation(old), ValidatePropagation(defaulted))
}

// Ratchet returns the errors that are in none of the old lists, in their order. An error is in a list if the list has one with the
// same type, field, detail and bad value. So a fault may stay as it is, but a faulty value may not be replaced by another faulty
// value, and an entry that moves within its list is validated like a new one.
//
// The errors may come from any validation, such as Lint of a dialect. Validate both objects with the same defaults. No list is
// written.
//
// It compares errors, not objects: an error that does not quote a value stays for any other value, too. [RatchetOverrideUpdate] compares both.
func Ratchet(errs field.ErrorList, old ...field.ErrorList) field.ErrorList {
	return ratchet(errs, func(*field.Error) bool { return true }, old...)
}

// ratchet is [Ratchet] for the errors about values that did not change; all others stay errors.
func ratchet(errs field.ErrorList, unchanged func(*field.Error) bool, old ...field.ErrorList) field.ErrorList {
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
		if !same || !unchanged(err) {
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

// unchangedIn returns a function that reports whether the value that an error is about is the same in a policy and in one of the old ones.
func unchangedIn(policy any, old ...any) func(*field.Error) bool {
	is, was := jsonOf(policy), make([]any, len(old))
	for i, o := range old {
		was[i] = jsonOf(o)
	}
	known := map[string]bool{} // by path
	return func(err *field.Error) bool {
		path := tokensOf(err.Field)
		if quoted, isString := err.BadValue.(string); len(path) > 0 && (err.BadValue == nil || isString && quoted == "" || err.BadValue == field.OmitValueType{}) {
			path = path[:len(path)-1]
		}
		key := strings.Join(path, "\x00")
		same, compared := known[key]
		if !compared {
			same = slices.ContainsFunc(was, func(o any) bool { return reflect.DeepEqual(at(o, path), at(is, path)) })
			known[key] = same
		}
		return same
	}
}

// jsonOf returns a policy as decoded JSON; nil if it cannot be encoded.
func jsonOf(policy any) (v any) {
	if text, err := json.Marshal(policy); err == nil {
		_ = json.Unmarshal(text, &v) // which an encoder wrote
	}
	return v
}

// tokensOf splits a field path such as spec.overrideRules[0].value[a.b] into keys and indexes.
func tokensOf(path string) (tokens []string) {
	for path != "" {
		if rest, ok := strings.CutPrefix(path, "["); ok {
			token, after, _ := strings.Cut(rest, "]")
			tokens, path = append(tokens, token), after
			continue
		}
		path = strings.TrimPrefix(path, ".")
		end := strings.IndexAny(path, ".[")
		if end < 0 {
			end = len(path)
		}
		tokens, path = append(tokens, path[:end]), path[end:]
		if end == 0 {
			break
		}
	}
	return tokens
}

// at returns the value at a path, or nil.
func at(v any, path []string) any {
	for _, token := range path {
		switch c := v.(type) {
		case map[string]any:
			v = c[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(c) {
				return nil
			}
			v = c[i]
		default:
			return nil
		}
	}
	return v
}
