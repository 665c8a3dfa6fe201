package overrider

import (
	"encoding/base64"
	"fmt"

	"github.com/overridekit/overridekit/override"
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
	Op    jsontree.Verb // add, remove, replace or test
	Path  string        // a JSON pointer
	Value []byte        // JSON; empty is null
}

// EmbeddedText is where a document lies inside a string of the object.
type EmbeddedText struct {
	At       jsontree.Pointer
	Format   TextFormat
	Document int  // of a YAML stream; 0 is the first
	Base64   bool // the string is the text in base64 (RFC 4648, with padding), as in a Secret's data
}

// Embedded overrides a document that is the text of a string: a JSON patch (RFC 6902) is applied to it, in place, as package
// textedit does. What the operations do not touch stays byte for byte.
//
//  1. An empty text is no JSON; it stays empty. An empty YAML text is null.
//  2. A place that is missing or holds no string is an error, and so is a text that is not of its format.
//  3. An operation that does not suit the text is an error, a [*textedit.Error] inside a [*jsontree.ValueError]. Errors have no words of
//     the text, which may be a secret's, but its keys and anchors.
//  4. Each overrider reads the whole text. Once those of one run have read more than 32 MiB, the next one fails: it belongs into the
//     same overrider as the operations before it, which read the text once.
//
// It is an error if an operation is none that there is, or has a path that is no JSON pointer, or a value that is no JSON.
func Embedded(text EmbeddedText, operations []TextOperation) (override.Overrider, error) {
	ops := make([]textedit.Operation, len(operations))
	for i, o := range operations {
		if o.Op != jsontree.Add && o.Op != jsontree.Remove && o.Op != jsontree.Replace && o.Op != jsontree.Test {
			return nil, fmt.Errorf("operation %q is unknown, expected add, remove or replace", o.Op)
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

// TextEditor is what the overriders of [Embedded] are, besides: Edit is what one makes of a text, which it does not write.
type TextEditor interface {
	Edit(text []byte) ([]byte, error)
}

var _ TextEditor = embedded{}

// Override implements [override.Overrider].
func (o embedded) Override(in override.Input, out *override.Edits) error {
	v, exists := in.Get(o.At)
	found, ok := v.(string)
	if !ok {
		return jsontree.NotA(o.At, v, exists, "a string that holds "+string(o.Format))
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
		out.Skip("%s is an empty text", o.At)
		return nil
	}
	if err := in.CountText(o.At, len(text)); err != nil {
		return err
	}
	edited, err := o.Edit(text)
	if err != nil {
		return &jsontree.ValueError{Pointer: o.At, Found: sizeOf(text), Expected: string(o.Format) + " that the operations suit", Err: err}
	}
	if string(edited) == string(text) {
		return out.Replace(o.At, found)
	}
	if o.Base64 {
		return out.Replace(o.At, base64.StdEncoding.EncodeToString(edited))
	}
	return out.Replace(o.At, string(edited))
}

// Edit implements [TextEditor]. An empty text is no JSON, and stays.
func (o embedded) Edit(text []byte) ([]byte, error) {
	if o.Format == TextJSON && len(text) == 0 {
		return text, nil
	}
	if o.Format == TextJSON {
		return o.patch.JSON(text)
	}
	return o.patch.YAML(text, o.Document)
}

// sizeOf describes a text without its words, which may be a secret's.
func sizeOf(text []byte) string { return fmt.Sprintf("a text of %d bytes", len(text)) }
