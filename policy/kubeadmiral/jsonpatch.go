package kubeadmiral

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// The operators of jsonpatch. test is not documented, but carried out.
var patchOperators = map[string]jsontree.Verb{
	"add": jsontree.Add, "remove": jsontree.Remove, "replace": jsontree.Set, "": jsontree.Set, "test": jsontree.Test,
}

// jsonPatch is a jsonpatch entry, one operation of a JSON patch:
//
//  1. replace, which is also meant by no operator, inserts a key that is missing. No value is null.
//  2. Below /metadata/finalizers, finalizers that are absent become an empty list first, and none that are left become
//     absent.
//  3. The object's name, namespace, generateName and kind are protected. A path without a leading slash fails.
func jsonPatch(o api.JSONPatchOverrider) override.Overrider {
	op, ok := patchOperators[o.Operator]
	if !ok {
		return override.Fail(fmt.Errorf("operator %q is unknown, expected add, remove or replace", o.Operator))
	}
	at, err := jsontree.Parse(o.Path)
	if err != nil {
		if _, rest, ok := strings.Cut(o.Path, "/"); ok {
			err = override.Diverged(CodeTruncatedPath, "takes the path for /"+rest, err)
		}
		return override.Fail(err)
	}
	if len(at) == 0 {
		return override.Fail(errors.New("the path is empty, but only places in the object can be patched"))
	}
	if err := protected(at); err != nil {
		return override.Fail(err)
	}
	var value any
	if op != jsontree.Remove {
		if value, err = o.Value.Decode(); err != nil {
			return override.Fail(fmt.Errorf("the value is no JSON that an object can hold: %w", err))
		}
	}
	patch := guarded{overrider.Patch{Op: op, Pointer: at, Value: value}}
	if len(at) > len(finalizers) && at.HasPrefix(finalizers) {
		return belowFinalizers{patch}
	}
	return patch
}

// guarded is an operation with a note where KubeAdmiral may crash on it: below null, and when a list that holds null is tested.
type guarded struct{ overrider.Patch }

// Override implements [override.Overrider].
func (o guarded) Override(in override.Input, out *override.Edits) error {
	err := o.Patch.Override(in, out)
	var failed *jsontree.Error
	if !errors.As(err, &failed) {
		return err
	}
	v, exists := in.Get(failed.Where)
	belowNull := exists && v == nil && len(failed.Where) < len(failed.Pointer)
	found, _ := in.Get(o.Pointer)
	if belowNull || o.Op == jsontree.Test && dialect.TestCrashes(found, o.Value) {
		return override.Diverged(CodeCrash, "fails, or crashes", err)
	}
	return err
}

var finalizers = jsontree.Pointer{"metadata", "finalizers"}

// belowFinalizers is an operation on one of the finalizers.
type belowFinalizers struct{ guarded }

// Override implements [override.Overrider].
func (o belowFinalizers) Override(in override.Input, out *override.Edits) error {
	if _, exists := in.Get(finalizers); !exists {
		if err := out.Set(finalizers, []any{}); err != nil {
			return err
		}
	}
	if err := o.guarded.Override(in, out); err != nil {
		return err
	}
	if v, _ := in.Get(finalizers); jsontree.Equal(v, []any{}) {
		return out.Remove(finalizers)
	}
	return nil
}

// validateJSONPatch refuses what fails, and what is written without effect.
func validateJSONPatch(at *field.Path, o api.JSONPatchOverrider) field.ErrorList {
	var errs field.ErrorList
	if o.Operator != "" {
		errs = dialect.ValidateOneOf(at.Child("operator"), o.Operator, "add", "remove", "replace")
	}
	errs = append(errs, validatePath(at.Child("path"), o.Path)...)
	value := at.Child("value")
	switch {
	case o.Operator == "remove" && !o.Value.IsZero():
		errs = append(errs, field.Forbidden(value, "remove takes no value"))
	case slices.Contains([]string{"", "add", "replace"}, o.Operator) && o.Value.IsZero():
		errs = append(errs, field.Required(value, "add and replace need a value"))
	case !o.Value.IsZero():
		if _, err := o.Value.Decode(); err != nil {
			errs = append(errs, field.Invalid(value, field.OmitValueType{}, err.Error()))
		}
	}
	return errs
}
