package overrider

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TextFormat is the format of an embedded document.
type TextFormat string

const (
	TextJSON TextFormat = "JSON"
	TextYAML TextFormat = "YAML" // 1.1, as Kubernetes reads it
)

// TextOperation is an operation of a JSON patch on an embedded document.
type TextOperation struct {
	Op    jsontree.Verb // add, remove, replace or test
	Path  string        // a JSON pointer
	Value []byte        // JSON; empty is null
}

// EmbeddedText locates a document inside a string of the object.
type EmbeddedText struct {
	At       jsontree.Pointer
	Format   TextFormat
	Document int  // index in a YAML stream, from 0
	Base64   bool // the string is encoded in base64 (RFC 4648, with padding), as in the data of a Secret
}

// Embedded returns an overrider that applies a JSON patch (RFC 6902) to a document inside a string, with package textedit. Everything
// that the operations do not touch stays byte for byte.
//
//  1. An empty string is not JSON and stays empty. As YAML, it is null.
//  2. A place that is missing or is not a string is an error, and so is a string that is not in the format.
//  3. A list or map that is written as a whole, because an edit inside is not possible in place, may lose comments, anchors, tags and the
//     notation of scalars. That is a warning, see [override.Result.Warnings], which lists at most 100 scalars.
//  4. An operation that does not apply to the document is an error, a [*textedit.Error] inside a [*jsontree.ValueError]. The document may
//     be secret: errors quote its keys and anchors, but not its values.
//  5. Each overrider parses the whole document. Once the overriders of a run have parsed more than 32 MiB, the next one fails. Put
//     the operations on one document into one overrider.
//
// Embedded returns an error if the format is unknown, the document is negative, an operation is unknown, its path is not a JSON pointer, or its value is not JSON.
func Embedded(text EmbeddedText, operations []TextOperation) (override.Overrider, error) {
	if text.Format != TextJSON && text.Format != TextYAML {
		return nil, fmt.Errorf("format %q is unknown, expected %s or %s", text.Format, TextJSON, TextYAML)
	}
	if text.Document < 0 {
		return nil, fmt.Errorf("found document %d, expected 0 or more", text.Document)
	}
	ops := make([]textedit.Operation, len(operations))
	for i, o := range operations {
		if o.Op != jsontree.Add && o.Op != jsontree.Remove && o.Op != jsontree.Replace && o.Op != jsontree.Test {
			return nil, fmt.Errorf("operation %q is unknown, expected add, remove, replace or test", o.Op)
		}
		path, err := jsontree.Parse(o.Path)
		if err != nil {
			return nil, err
		}
		ops[i] = textedit.Operation{Op: o.Op, Path: path, Value: o.Value}
	}
	patch, err := textedit.NewPatch(ops...)
	if err != nil {
		return nil, err
	}
	return embedded{text, patch}, nil
}

type embedded struct {
	EmbeddedText
	patch textedit.Patch
}

// TextEditor is implemented by the overriders of [Embedded]. Edit returns the edited document, and does not write text.
type TextEditor interface {
	Edit(text []byte) ([]byte, error)
}

var _ TextEditor = embedded{}

// Override implements [override.Overrider].
func (o embedded) Override(in override.Input, out *override.Edits) error {
	v, exists := in.Get(o.At)
	found, ok := v.(string)
	if !ok {
		return jsontree.NotA(o.At, v, exists, "a string with "+string(o.Format))
	}
	text := []byte(found)
	if o.Base64 {
		decoded, err := base64.StdEncoding.DecodeString(found)
		if err != nil {
			return &jsontree.ValueError{Pointer: o.At, Found: sizeOf([]byte(found)), Expected: "base64", Err: err}
		}
		text = decoded
	}
	if len(text) == 0 && o.Format == TextJSON {
		out.Skip("%s is an empty string", o.At)
		return nil
	}
	if err := in.CountText(o.At, len(text)); err != nil {
		return err
	}
	edited, losses, err := o.edit(text)
	if err != nil {
		return &jsontree.ValueError{Pointer: o.At, Found: sizeOf(text), Expected: string(o.Format) + " to which the operations apply", Err: err}
	}
	if len(losses) > 0 {
		out.Warn(o.At, "an edit is not possible in place and writes a list or map as a whole: %s", strings.Join(losses, ", "))
	}
	if string(edited) == string(text) {
		return out.Replace(o.At, found)
	}
	if o.Base64 {
		return out.Replace(o.At, base64.StdEncoding.EncodeToString(edited))
	}
	return out.Replace(o.At, string(edited))
}

// Edit implements [TextEditor].
func (o embedded) Edit(text []byte) ([]byte, error) {
	edited, _, err := o.edit(text)
	return edited, err
}

// edit returns the edited document and what it loses, see [textedit.Patch.YAMLLosses].
func (o embedded) edit(text []byte) (edited []byte, losses []string, err error) {
	if o.Format == TextJSON && len(text) == 0 {
		return text, nil, nil
	}
	if o.Format == TextJSON {
		edited, err = o.patch.JSON(text)
		return edited, nil, err
	}
	return o.patch.YAMLLosses(text, o.Document)
}

// sizeOf describes a string without quoting it, because it may be secret.
func sizeOf(text []byte) string { return fmt.Sprintf("a string of %d bytes", len(text)) }
