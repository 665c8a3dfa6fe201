package typed

import "github.com/overridekit/overridekit/override/jsontree"

// Type is a Go struct type of k8s.io/api. It is read-only and safe for concurrent use. Nothing fits the nil Type.
type Type struct {
	fields []*field // in the order of the table
	exact  index
	folded map[string]*field // by the name as fold gives it
}

// field is a field of a struct.
type field struct {
	name                string // in JSON
	omitEmpty, omitZero bool
	node
}

// node is a type wherever one may stand.
type node struct {
	kind    kind
	pointer bool  // null is told from zero
	elem    *node // of a list and a mapping
	of      *Type // of a structure
}

// kind is what sort of type it is.
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

// words is what the table calls the kinds that have a word of their own.
func words() map[string]kind {
	return map[string]kind{
		"string": text, "bool": boolean, "int32": int32s, "int64": int64s, "bytes": bytes,
		"quantity": amount, "intOrString": intOrString, "time": instant, "raw": raw,
	}
}

// String is what a message says is expected.
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

// Check tells whether v, decoded JSON, can be decoded into the type as runtime.DefaultUnstructuredConverter does.
//
//  1. Keys are those of the fields, in upper and lower case as written there. Other keys are ignored, whatever they have.
//  2. Null is the zero value, everywhere.
//  3. A whole number may be a float64 for an integer. One that does not fit is an error; the converter wraps it around.
//  4. A quantity is a text or a number. One longer than 1000 bytes, or with an exponent of more than three digits, is an error;
//     the converter may take minutes.
//  5. Bytes are a text in base64 or a list of numbers from 0 to 255; the converter wraps these, too.
//  6. A field that holds any value is an error where no encoder could write the value.
//
// The error is an [*Error]. What is checked without one costs no allocation, but for a few odd quantities and times.
func (t *Type) Check(v any) error {
	if t != nil && t.fits(v) {
		return nil
	}
	_, err := t.Encode(v)
	return err
}

// Encode is v decoded as [Type.Check] says, and encoded again as runtime.DefaultUnstructuredConverter does: unknown keys are
// gone, structs that are no pointers are there even if empty, quantities and times are in canonical form. Null is the zero value.
// The result is a map[string]any that shares nothing with v, and the error an [*Error].
func (t *Type) Encode(v any) (any, error) {
	return t.answer(v, func(n *node) (any, *misfit) { return n.encode(v) })
}

// DecodeJSON is v decoded as encoding/json does, and encoded again as by [Type.Encode]. It differs from that as follows.
//
//  1. A key may differ from that of the field in upper and lower case. Where several keys mean one field, each is decoded
//     in the order of their bytes, the later into what the earlier have left.
//  2. An integer must be an int64: a float64 is what a decoder makes of a number with a dot, an exponent, or too many digits.
//  3. A nil map or list is null.
func (t *Type) DecodeJSON(v any) (any, error) {
	return t.answer(v, func(n *node) (any, *misfit) { return n.decode([]found{{value: v}}) })
}

// answer is what a walk gives that starts at the type.
func (t *Type) answer(v any, walk func(*node) (any, *misfit)) (any, error) {
	if t == nil {
		return nil, &Error{nil, jsontree.Describe(v), "a type that is known"}
	}
	e, bad := walk(&node{kind: structure, of: t})
	if bad != nil {
		return nil, bad.err()
	}
	return e, nil
}
