package karmada

import (
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// patch returns the plaintext entries of a rule: one JSON patch, whose operations see each other.
//
//  1. The operators are add, remove, replace and test; Karmada supports test but does not document it. Any other operator fails.
//  2. A missing value is null. The value of remove is ignored.
//  3. A path is read as json-patch reads it, see [jsontree.Parse], except that a path without a leading slash fails. An operation
//     with an empty first token (//x) does nothing.
func patch(at *field.Path, entries []api.PlaintextOverrider) []override.Stage {
	if len(entries) == 0 {
		return nil
	}
	lane := make(override.Lane, len(entries))
	replaced := false // the whole object, by the last operation on it
	for i, entry := range entries {
		lane[i] = override.Step{At: dialect.PathOf(at.Index(i)), Overrider: patchOperation(entry, replaced)}
		if entry.Path == "" {
			replaced = entry.Operator == api.OverriderOpReplace
		}
	}
	return []override.Stage{{lane}}
}

// patchOperation is one operation; replaced reports that the last operation on the whole object was replace.
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
			return override.Fail(fmt.Errorf("the value is not valid JSON for a Kubernetes object: %w", err))
		}
	}
	if strings.HasPrefix(o.Path, "//") {
		return override.Ignore("a path that begins with // names no field")
	}
	return plaintextOverrider{overrider.Patch{Op: op, Pointer: pointer, Value: value}, replaced && crashesOnNull(op, pointer)}
}

// plaintextOverrider is a plaintext entry, and where Karmada crashes on it: at an index of null that has replaced the whole object,
// and on a test of a list that contains null.
type plaintextOverrider struct {
	overrider.Patch
	crashesOnNull bool
}

// Override implements [override.Overrider].
func (o plaintextOverrider) Override(in override.Input, out *override.Edits) error {
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

// crashesOnNull reports whether json-patch crashes on an operation after null has replaced the whole document: it then treats the
// document as a list, and looks up an element in it.
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

// validatePlaintext refuses entries that fail or do nothing, and values without effect.
func validatePlaintext(at *field.Path, o api.PlaintextOverrider) field.ErrorList {
	errs := validateOperator(at, o.Operator, api.OverriderOpAdd, api.OverriderOpRemove, api.OverriderOpReplace)
	errs = append(errs, validatePath(at.Child("path"), o.Path, o.Operator)...)
	return append(errs, validateValue(at.Child("value"), o.Value, o.Operator)...)
}
