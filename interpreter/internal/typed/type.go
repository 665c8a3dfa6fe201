package typed

import "github.com/overridekit/overridekit/override/jsontree"

// Type is a Go struct type of k8s.io/api. It is read-only and safe for concurrent use. Nothing fits the nil Type.
type Type struct {
	fields []*field // in the order of the Go struct
	exact  index
	folded map[string]*field // by the name as fold gives it
}

// field is a field of a struct.
type field struct {
	name                string // in JSON
	omitEmpty, omitZero bool
	node
}

// node is the type of a field or an element.
type node struct {
	kind    kind
	pointer bool  // null differs from zero
	elem    *node // of a list and a mapping
	of      *Type // of a structure
}

// kind is the category of a type.
type kind uint8

const (
	text kind = iota
	boolean
	int32s
	int64s
	bytes
	amount
	intOrString
	instant
	raw
	list
	mapping
	structure
)

// words returns the words of the table for the kinds that have one.
func words() map[string]kind {
	return map[string]kind{
		"string": text, "bool": boolean, "int32": int32s, "int64": int64s, "bytes": bytes,
		"quantity": amount, "intOrString": intOrString, "time": instant, "raw": raw,
	}
}

// String describes the expected value in a message.
func (k kind) String() string {
	switch k {
	case text:
		return "a string"
	case boolean:
		return "a boolean"
	case int32s:
		return "an integer of 32 bits"
	case int64s:
		return "an integer of 64 bits"
	case bytes:
		return "a string in base64"
	case amount:
		return "a quantity"
	case intOrString:
		return "a string or an integer of 32 bits"
	case instant:
		return "a time as in RFC 3339"
	case raw:
		return "a JSON value, finite and not too deep"
	case list:
		return "a list"
	}
	return "an object"
}

// Check returns an error if v, decoded JSON, cannot be decoded into the type as runtime.DefaultUnstructuredConverter does.
//
//  1. Keys are the names of the fields, in the same case. Other keys are ignored, whatever their value.
//  2. Null is the zero value, everywhere.
//  3. A float64 is an integer if it is whole. One that does not fit is an error; the converter wraps it around.
//  4. A quantity is a string or a number. One longer than 1000 bytes, or with an exponent of more than three digits, is an error;
//     the converter may take minutes.
//  5. Bytes are a string in base64 or a list of numbers from 0 to 255; the converter wraps these, too.
//  6. A field that holds any value refuses a value that no encoder could write.
//
// The error is an [*Error]. A valid value costs no allocation, except for a few odd quantities and times.
func (t *Type) Check(v any) error {
	if t != nil && t.fits(v) {
		return nil
	}
	_, err := t.Encode(v)
	return err
}

// Encode decodes v as [Type.Check] does, and encodes it again as runtime.DefaultUnstructuredConverter does: unknown keys are dropped,
// empty structs that are not pointers are written, quantities and times are in canonical form. Null is the zero value. The result is a
// map[string]any that shares nothing with v, and the error an [*Error].
func (t *Type) Encode(v any) (any, error) {
	return t.answer(v, func(n *node) (any, *partialError) { return n.encode(v) })
}

// DecodeJSON decodes v as encoding/json does, and encodes it again as [Type.Encode] does. It differs from Encode as follows.
//
//  1. A key may differ from the name of its field in case. Where several keys name one field, each is decoded in the order of their
//     bytes, the later into the result of the earlier.
//  2. An integer must be an int64: a float64 comes from a number with a dot, an exponent, or too many digits.
//  3. A nil map or list is null.
func (t *Type) DecodeJSON(v any) (any, error) {
	return t.answer(v, func(n *node) (any, *partialError) { return n.decode([]found{{value: v}}) })
}

// answer returns the result of a walk that starts at the type.
func (t *Type) answer(v any, walk func(*node) (any, *partialError)) (any, error) {
	if t == nil {
		return nil, &Error{nil, jsontree.Describe(v), "a known type"}
	}
	e, bad := walk(&node{kind: structure, of: t})
	if bad != nil {
		return nil, bad.err()
	}
	return e, nil
}
