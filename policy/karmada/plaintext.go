package karmada

import "github.com/overridekit/overridekit/override/overrider"

import (
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// patch is the plaintext entries of a rule: one JSON patch, whose operations see each other.
//
//  1. The operators are add, remove and replace, and test, which Karmada does not document but carries out. Any other fails.
//  2. No value is null. The value of remove does not count.
//  3. A path is read as json-patch reads it, see [jsontree.Parse], except that one without a leading slash fails. With an
//     empty first token (//x) an operation does nothing.
func patch(at *field.Path, entries []api.PlaintextOverrider) []override.Stage {
	if len(entries) == 0 {
		return nil
	}
	lane := make(override.Lane, len(entries))
	replaced := false // the whole object, by the last operation on it
	for i, entry := range entries {
		lane[i] = override.Step{At: at.Index(i).String(), Overrider: patchOperation(entry, replaced)}
		if entry.Path == "" {
			replaced = entry.Operator == api.OverriderOpReplace
		}
	}
	return []override.Stage{{lane}}
}

// patchOperation is one operation; replaced tells that the last operation on the whole object was replace.
func patchOperation(o api.PlaintextOverrider, replaced bool) override.Overrider {
	op, ok := map[api.OverriderOperator]jsontree.Verb{
		api.OverriderOpAdd: jsontree.Add, api.OverriderOpRemove: jsontree.Remove, api.OverriderOpReplace: jsontree.Replace, "test": jsontree.Test,
	}[o.Operator]
	if !ok {
		return override.Fail(fmt.Errorf("operator %q is unknown, expected add, remove or replace", o.Operator))
	}
	pointer, err := jsontree.Parse(o.Path)
	if err != nil {
		return override.Fail(withoutSlash(o.Path))
	}
	var value any
	if !o.Value.IsZero() && op != jsontree.Remove {
		if value, err = o.Value.Decode(); err != nil {
			return override.Fail(fmt.Errorf("the value is no JSON that an object can hold: %w", err))
		}
	}
	if strings.HasPrefix(o.Path, "//") {
		return override.Ignore("a path that begins with // leads nowhere")
	}
	return guarded{overrider.Patch{Op: op, Pointer: pointer, Value: value}, replaced && crashesOnNull(op, pointer)}
}

// guarded is a patch operation, with a note where Karmada crashes on it: at an index of the null that has replaced the whole
// object, and when a list that holds null is tested.
type guarded struct {
	overrider.Patch
	crashesOnNull bool
}

// Override implements [override.Overrider].
func (o guarded) Override(in override.Input, out *override.Edits) error {
	err := o.Patch.Override(in, out)
	if err == nil {
		return nil
	}
	root, _ := in.Get(nil)
	found, _ := in.Get(o.Pointer)
	if root == nil && o.crashesOnNull || o.Op == jsontree.Test && dialect.TestCrashes(found, o.Value) {
		return override.Diverged(CodeCrash, "crashes", err)
	}
	return err
}

// crashesOnNull tells whether json-patch crashes on an operation when null has replaced the whole document: it takes the
// document for a list then, and looks for an element in it.
func crashesOnNull(op jsontree.Verb, p jsontree.Pointer) bool {
	if len(p) == 0 {
		return false
	}
	switch p[0] {
	case "-":
		return op == jsontree.Add && len(p) == 1
	case "":
		return (op == jsontree.Replace || op == jsontree.Test) && len(p) == 1
	}
	_, err := strconv.Atoi(p[0])
	return err == nil
}

// validatePlaintext refuses what fails or does nothing, and what is written without effect.
func validatePlaintext(at *field.Path, o api.PlaintextOverrider) field.ErrorList {
	errs := validateOperator(at, o.Operator, api.OverriderOpAdd, api.OverriderOpRemove, api.OverriderOpReplace)
	errs = append(errs, validatePath(at.Child("path"), o.Path, o.Operator)...)
	return append(errs, validateValue(at.Child("value"), o.Value, o.Operator)...)
}
