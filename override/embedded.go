package override

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TextFormat is what a text is written in.
type TextFormat string

const (
	TextJSON TextFormat = "JSON"
	TextYAML TextFormat = "YAML" // 1.1, as Kubernetes reads it
)

// TextOperation is an operation of a JSON patch on a text.
type TextOperation struct {
	Op    PatchOp // add, remove, replace or test
	Path  string  // a JSON pointer
	Value []byte  // JSON; empty is null
}

// EmbeddedText is where a document lies inside a string of the object.
type EmbeddedText struct {
	At     jsontree.Pointer
	Format TextFormat
	Base64 bool // the string is the text in base64 (RFC 4648, with padding), as in a Secret's data
}

// Embedded overrides a document that is the text of a string: a JSON patch (RFC 6902) is applied to it.
//
//  1. JSON is written anew without white space; the order of keys and the digits of numbers stay. An empty text stays empty.
//  2. YAML is read as sigs.k8s.io/yaml reads it and written anew with sorted keys. Of several documents the first is kept.
//     What is lost in this is said by [Result.Warnings].
//  3. A place that is missing or holds no string is an error, and so is a text that is not of its format.
//
// It is an error if an operation is none that json-patch knows, or has a path that is no JSON pointer.
func Embedded(text EmbeddedText, operations []TextOperation) (Overrider, error) {
	type operation struct {
		Op    PatchOp         `json:"op"`
		Path  string          `json:"path"`
		Value json.RawMessage `json:"value"`
	}
	ops := make([]operation, len(operations))
	for i, o := range operations {
		if o.Op != PatchAdd && o.Op != PatchRemove && o.Op != PatchReplace && o.Op != PatchTest {
			return nil, fmt.Errorf("operation %q is unknown, expected add, remove or replace", o.Op)
		}
		if _, err := jsontree.Parse(o.Path); err != nil {
			return nil, err
		}
		ops[i] = operation{o.Op, o.Path, o.Value}
		if len(o.Value) == 0 {
			ops[i].Value = json.RawMessage("null")
		}
	}
	encoded, err := json.Marshal(ops)
	if err != nil {
		return nil, fmt.Errorf("a value is no JSON: %w", err)
	}
	patch, err := jsonpatch.DecodePatch(encoded)
	if err != nil {
		return nil, err
	}
	return embedded{text, patch}, nil
}

// A YAML text that comes to more than so many bytes when its aliases are written out, or nests more deeply, is an error. An API
// server takes objects of some 1.5 MiB.
const (
	maxText      = 16 << 20
	maxTextDepth = 500
)

type embedded struct {
	EmbeddedText
	patch jsonpatch.Patch
}

// Override implements [Overrider].
func (o embedded) Override(in Input, out *Edits) error {
	v, exists := in.Get(o.At)
	found, ok := v.(string)
	if !ok {
		return notA(o.At, v, exists, "a string that holds "+string(o.Format))
	}
	text := []byte(found)
	if o.Base64 {
		decoded, err := base64.StdEncoding.DecodeString(found)
		if err != nil {
			return &ValueError{Pointer: o.At, Found: sizeOf([]byte(found)), Expected: "base64", Err: err}
		}
		text = decoded
	}
	if len(text) == 0 && o.Format == TextJSON {
		out.Skip("%s is an empty text", o.At)
		return nil
	}
	edited, err := o.edit(text)
	if err != nil {
		return &ValueError{Pointer: o.At, Found: sizeOf(text), Expected: string(o.Format) + " that the operations suit", Err: err}
	}
	if o.Format == TextYAML && string(edited) != string(text) {
		for _, loss := range textedit.Losses(text) {
			out.Warn(o.At, "%s", loss)
		}
	}
	if o.Base64 {
		return out.Replace(o.At, base64.StdEncoding.EncodeToString(edited))
	}
	return out.Replace(o.At, string(edited))
}

func (o embedded) edit(text []byte) ([]byte, error) {
	if o.Format == TextJSON {
		return applyPatch(o.patch, text)
	}
	if err := textedit.Check(text, maxText, maxTextDepth); err != nil {
		return nil, err
	}
	text, err := yaml.YAMLToJSON(text)
	if err != nil {
		return nil, err
	}
	if text, err = applyPatch(o.patch, text); err != nil {
		return nil, err
	}
	return yaml.JSONToYAML(text)
}

// applyPatch has json-patch edit a text. It panics on some patches, such as one that puts null in the place of the whole
// document and then goes on; here that is an error.
func applyPatch(patch jsonpatch.Patch, text []byte) (edited []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			edited, err = nil, ErrNull
		}
	}()
	// The options are json-patch's defaults, written out because its own are package variables that others may have set.
	return patch.ApplyWithOptions(text, &jsonpatch.ApplyOptions{SupportNegativeIndices: true, EscapeHTML: true})
}

// ErrNull is the error of an operation that finds null where it needs an object or a list, and on which json-patch panics.
var ErrNull = errors.New("an operation finds null where it needs an object or a list")

// sizeOf describes a text without its words, which may be a secret's.
func sizeOf(text []byte) string { return fmt.Sprintf("a text of %d bytes", len(text)) }
