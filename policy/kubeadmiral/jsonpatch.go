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

// patchOperators has the operators of jsonpatch. KubeAdmiral supports test but does not document it.
var patchOperators = map[string]jsontree.Verb{
	"add": jsontree.Add, "remove": jsontree.Remove, "replace": jsontree.Set, "": jsontree.Set, "test": jsontree.Test,
}

// jsonPatch is a jsonpatch entry, one operation of a JSON patch:
//
//  1. replace, the default, also inserts a missing key. A missing value is null.
//  2. Below /metadata/finalizers, absent finalizers first become an empty list, and an empty list is removed afterwards.
//  3. The object's name, namespace, generateName and kind are protected. A path without a leading slash fails.
func jsonPatch(o api.JSONPatchOverrider) override.Overrider {
	op, ok := patchOperators[o.Operator]
	if !ok {
		return override.Fail(fmt.Errorf("operator %q is unknown, expected add, remove or replace", o.Operator))
	}
	at, err := jsontree.Parse(o.Path)
	if err != nil {
		if _, rest, ok := strings.Cut(o.Path, "/"); ok {
			err = override.Diverged(CodeTruncatedPath, "reads the path as /"+rest, err)
		}
		return override.Fail(err)
	}
	if len(at) == 0 {
		return override.Fail(errors.New("the path is empty, but only places in the object can be patched"))
	}
	if err := protected(at); err != nil {
		return protectedOverrider{override.Fail(err), at}
	}
	var value any
	if op != jsontree.Remove {
		if value, err = o.Value.Decode(); err != nil {
			return override.Fail(fmt.Errorf("the value is not valid JSON for a Kubernetes object: %w", err))
		}
	}
	patch := jsonPatchOverrider{overrider.Patch{Op: op, Pointer: at, Value: value}}
	if len(at) > len(finalizers) && at.HasPrefix(finalizers) {
		return finalizerOverrider{patch}
	}
	return patch
}

// protectedOverrider is an entry for a protected place, which fails.
type protectedOverrider struct {
	override.Overrider
	at jsontree.Pointer
}

// jsonPatchOverrider is a jsonpatch entry, and where KubeAdmiral may crash on it: below null, and on a test of a list that contains
// null.
type jsonPatchOverrider struct{ overrider.Patch }

// Override implements [override.Overrider].
func (o jsonPatchOverrider) Override(in override.Input, out *override.Edits) error {
	err := o.Patch.Override(in, out)
	if err == nil {
		return nil
	}
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

// finalizerOverrider is an operation on one of the finalizers.
type finalizerOverrider struct{ jsonPatchOverrider }

// Override implements [override.Overrider].
func (o finalizerOverrider) Override(in override.Input, out *override.Edits) error {
	if _, exists := in.Get(finalizers); !exists {
		if err := out.Set(finalizers, []any{}); err != nil {
			return err
		}
	}
	if err := o.jsonPatchOverrider.Override(in, out); err != nil {
		return err
	}
	if v, _ := in.Get(finalizers); jsontree.Equal(v, []any{}) {
		return out.Remove(finalizers)
	}
	return nil
}

// validateJSONPatch refuses entries that fail, and values without effect.
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
