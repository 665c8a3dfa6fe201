package karmada

import (
	"errors"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// embeddedField is a fieldOverrider entry: a JSON patch on the JSON or YAML in a string.
//
//  1. With yaml operations the string is YAML, and json operations are ignored.
//  2. Only what the operations touch changes; Karmada encodes the text again ([CodeRewrittenYAML], [CodeRewrittenJSON]).
//  3. Without operations nothing changes; Karmada writes an empty string to the field ([CodeEmptiedField]).
//  4. A string in the data of a Secret is base64; Karmada fails on it ([CodeSecretData]).
func embeddedField(o api.FieldOverrider) override.Overrider {
	at, err := jsontree.Parse(o.FieldPath)
	if err != nil {
		return override.Fail(err)
	}
	text, operations := overrider.EmbeddedText{At: at, Format: overrider.TextJSON}, o.JSON
	if len(o.YAML) > 0 {
		text.Format, operations = overrider.TextYAML, o.YAML
	}
	if len(operations) == 0 {
		return emptyField(at)
	}
	var ops []overrider.TextOperation
	for _, op := range operations {
		if op.SubPath != "" && op.SubPath[0] != '/' {
			return override.Fail(withoutSlash(op.SubPath))
		}
		ops = append(ops, overrider.TextOperation{Op: jsontree.Verb(op.Operator), Path: op.SubPath, Value: op.Value.Raw})
	}
	plain, err := overrider.Embedded(text, ops)
	if err != nil {
		return override.Fail(err)
	}
	text.Base64 = true
	encoded, err := overrider.Embedded(text, ops)
	if err != nil {
		return override.Fail(err)
	}
	var note string
	if len(o.YAML) > 0 && len(o.JSON) > 0 {
		note = "json operations are ignored beside yaml operations"
	}
	upstream, err := newUpstreamPatch(operations, len(o.YAML) > 0)
	if err != nil {
		return override.Fail(err)
	}
	return fieldOverrider{at, plain, encoded, upstream, note}
}

// withoutSlash returns the error of a path without a leading slash, which json-patch reads without its first token.
func withoutSlash(path string) error {
	_, err := jsontree.Parse(path)
	_, rest, ok := strings.Cut(path, "/")
	if !ok {
		return err
	}
	return override.Diverged(CodeTruncatedPath, "reads the path as /"+rest, err)
}

// fieldOverrider is a fieldOverrider entry with operations, and what Karmada does differently.
type fieldOverrider struct {
	at             jsontree.Pointer
	plain, encoded override.Overrider
	upstream       upstreamPatch
	note           string
}

// Override implements [override.Overrider]. Its error reports where Karmada succeeds or crashes.
func (o fieldOverrider) Override(in override.Input, out *override.Edits) error {
	if o.note != "" {
		out.Skip("%s", o.note)
	}
	text, _ := in.Get(o.at)
	if o.isData(in) {
		if text != "" || o.upstream.yaml {
			out.DivergeAt(CodeSecretData, "patches the base64, and fails in most cases", "the base64 is decoded, patched and encoded", o.at)
		}
		return o.encoded.Override(in, out)
	}
	err := o.plain.Override(in, out)
	if found, ok := text.(string); err != nil && ok {
		switch written, fails := o.upstream.write([]byte(found)); {
		case errors.Is(fails, errCrash):
			return override.Diverged(CodeCrash, "crashes", err)
		case fails == nil:
			return override.Diverged(o.upstream.code(), o.upstream.difference([]byte(found), nil, written, nil, in.Hidden(o.at)), err)
		}
	}
	return err
}

// isData reports whether the string is base64: a string in the data of a Secret.
func (o fieldOverrider) isData(in override.Input) bool {
	object := in.Object()
	return object.APIVersion == "v1" && object.Kind == "Secret" && len(o.at) == 2 && o.at[0] == "data"
}

// Diverge implements [override.Diverger].
func (o fieldOverrider) Diverge(in override.Input, out *override.Edits) {
	found, _ := in.Get(o.at)
	before, ok := found.(string)
	editor, edits := o.plain.(overrider.TextEditor)
	if !ok || !edits || o.isData(in) {
		return
	}
	here, err := editor.Edit([]byte(before))
	if err != nil {
		return
	}
	if upstream := o.upstream.differs([]byte(before), here, in.Hidden(o.at)); upstream != "" {
		out.DivergeAt(o.upstream.code(), upstream, "only what the operations touch changes", o.at)
	}
}

// Imitate implements [override.Imitator].
func (o fieldOverrider) Imitate(in override.Input, out *override.Edits) error {
	found, _ := in.Get(o.at)
	text, ok := found.(string)
	if !ok {
		return o.Override(in, out)
	}
	if err := in.CountText(o.at, len(text)); err != nil {
		return err
	}
	written, err := o.upstream.write([]byte(text))
	if err != nil {
		return err
	}
	return out.Set(o.at, string(written))
}

// emptyField is a fieldOverrider without operations.
type emptyField jsontree.Pointer

// Override implements [override.Overrider].
func (at emptyField) Override(in override.Input, out *override.Edits) error {
	v, exists := in.Get(jsontree.Pointer(at))
	if _, ok := v.(string); !ok {
		return &jsontree.ValueError{Pointer: jsontree.Pointer(at), Found: describe(v, exists), Expected: "a string with JSON or YAML"}
	}
	out.Skip("no operations are given")
	if v != "" {
		out.DivergeAt(CodeEmptiedField, "writes an empty string", "the string stays", jsontree.Pointer(at))
	}
	return nil
}

// Imitate implements [override.Imitator].
func (at emptyField) Imitate(in override.Input, out *override.Edits) error {
	if v, _ := in.Get(jsontree.Pointer(at)); v == nil {
		return at.Override(in, out)
	}
	return out.Set(jsontree.Pointer(at), "")
}

// validateField refuses what Karmada's admission refuses, and entries that fail.
func validateField(at *field.Path, o api.FieldOverrider) field.ErrorList {
	var errs field.ErrorList
	switch {
	case len(o.JSON) > 0 && len(o.YAML) > 0:
		errs = append(errs, field.Invalid(at, field.OmitValueType{}, "FieldOverrider has both YAML and JSON set. Only one is allowed"))
	case len(o.JSON) == 0 && len(o.YAML) == 0:
		errs = append(errs, field.Required(at, "FieldOverrider must have either JSON or YAML set"))
	}
	if pointer, err := jsontree.Parse(o.FieldPath); err != nil {
		errs = append(errs, field.Invalid(at.Child("fieldPath"), o.FieldPath, err.Error()))
	} else if len(pointer) == 0 {
		errs = append(errs, field.Required(at.Child("fieldPath"), "the path of a string field"))
	}
	validate := func(at *field.Path, o api.JSONPatchOperation) field.ErrorList {
		errs := validateOperator(at, o.Operator, api.OverriderOpAdd, api.OverriderOpRemove, api.OverriderOpReplace)
		return append(append(errs, validatePath(at.Child("subPath"), o.SubPath, o.Operator)...), validateValue(at.Child("value"), o.Value, o.Operator)...)
	}
	errs = append(errs, dialect.ValidateEach(at.Child("json"), o.JSON, validate)...)
	return append(errs, dialect.ValidateEach(at.Child("yaml"), o.YAML, validate)...)
}

// validatePath refuses the path of a patch operation that fails or names no field.
func validatePath(at *field.Path, path string, op api.OverriderOperator) field.ErrorList {
	pointer, err := jsontree.Parse(path)
	if err == nil {
		switch {
		case len(pointer) == 0 && op == api.OverriderOpRemove:
			err = errors.New("the whole document cannot be removed")
		case hasEmptyToken(pointer):
			err = errors.New("an empty token (// or a / at the end) names no field")
		case hasStrayTilde(path):
			err = errors.New("in a JSON pointer ~ is written ~0, and / inside a key ~1")
		}
	}
	if err != nil {
		return field.ErrorList{field.Invalid(at, path, err.Error())}
	}
	return nil
}

// validateValue refuses the value of a patch operation that is missing or has no effect. A remove operation may have null, which
// Karmada's own types write.
func validateValue(at *field.Path, value api.JSON, op api.OverriderOperator) field.ErrorList {
	switch {
	case op == api.OverriderOpRemove && !value.IsZero() && string(value.Raw) != "null":
		return field.ErrorList{field.Forbidden(at, "value is not allowed for remove operation")}
	case op != api.OverriderOpRemove && value.IsZero():
		return field.ErrorList{field.Required(at, "value is required for add or replace operation")}
	case !value.IsZero():
		if _, err := value.Decode(); err != nil {
			return field.ErrorList{field.Invalid(at, field.OmitValueType{}, err.Error())}
		}
	}
	return nil
}

func hasEmptyToken(p jsontree.Pointer) bool {
	for _, token := range p {
		if token == "" {
			return true
		}
	}
	return false
}

// hasStrayTilde reports whether a "~" is not followed by 0 or 1.
func hasStrayTilde(path string) bool {
	return strings.Count(path, "~") != strings.Count(path, "~0")+strings.Count(path, "~1")
}
