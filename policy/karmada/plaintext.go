package karmada

import (
	"fmt"
	"slices"
	"strings"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// patch is the plaintext entries of a rule: one JSON patch, whose operations see each other.
//
//  1. The operators are add, remove and replace, and test, which Karmada does not document but carries out. Any other fails.
//  2. No value is null. The value of remove does not count.
//  3. A path is read as json-patch reads it, see [jsontree.Parse], except that one without a leading slash fails. With an
//     empty first token (//x) an operation does nothing.
func patch(at *field.Path, entries []PlaintextOverrider) []override.Stage {
	if len(entries) == 0 {
		return nil
	}
	lane := make(override.Lane, len(entries))
	for i, entry := range entries {
		lane[i] = override.Step{At: at.Index(i).String(), Overrider: patchOperation(entry)}
	}
	return []override.Stage{{lane}}
}

func patchOperation(o PlaintextOverrider) override.Overrider {
	op, ok := map[OverriderOperator]override.PatchOp{
		OverriderOpAdd: override.PatchAdd, OverriderOpRemove: override.PatchRemove, OverriderOpReplace: override.PatchReplace, "test": override.PatchTest,
	}[o.Operator]
	if !ok {
		return override.Fail(fmt.Errorf("operator %q is unknown, expected add, remove or replace", o.Operator))
	}
	pointer, err := jsontree.Parse(o.Path)
	if err != nil {
		return override.Fail(err)
	}
	var value any
	if !o.Value.IsZero() && op != override.PatchRemove {
		if value, err = decode(o.Value); err != nil {
			return override.Fail(fmt.Errorf("the value is no JSON that an object can hold: %w", err))
		}
	}
	if strings.HasPrefix(o.Path, "//") {
		return override.Ignore("a path that begins with // leads nowhere")
	}
	return override.Patch{Op: op, Pointer: pointer, Value: value}
}

// validatePlaintext refuses what fails or does nothing, and what is written without effect.
func validatePlaintext(at *field.Path, o PlaintextOverrider) field.ErrorList {
	errs := validateOperator(at, o.Operator, OverriderOpAdd, OverriderOpRemove, OverriderOpReplace)
	path, value := at.Child("path"), at.Child("value")
	if pointer, err := jsontree.Parse(o.Path); err != nil {
		errs = append(errs, field.Invalid(path, o.Path, err.Error()))
	} else if len(pointer) == 0 && o.Operator == OverriderOpRemove {
		errs = append(errs, field.Required(path, "the whole object cannot be removed"))
	} else if slices.Contains(pointer, "") {
		errs = append(errs, field.Invalid(path, o.Path, "an empty token (// or a / at the end) names no field"))
	}
	switch {
	case o.Operator == OverriderOpRemove && !o.Value.IsZero():
		errs = append(errs, field.Forbidden(value, "value is not allowed for remove operation"))
	case o.Operator != OverriderOpRemove && o.Value.IsZero():
		errs = append(errs, field.Required(value, "value is required for add or replace operation"))
	case !o.Value.IsZero():
		if _, err := decode(o.Value); err != nil {
			errs = append(errs, field.Invalid(value, field.OmitValueType{}, err.Error()))
		}
	}
	return errs
}

// decode reads JSON as objects are read: integers that fit are int64, all other numbers float64.
func decode(j JSON) (v any, err error) {
	err = utiljson.Unmarshal(j.Raw, &v)
	return v, err
}
