package quantity

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime/serializer/cbor/direct"
)

// Quantity is a [resource.Quantity] whose decoding enforces the limits, see [Parse]. Its encoding is that of resource.Quantity.
//
// A JSON error is a [json.UnmarshalTypeError], which has the name of the field.
type Quantity struct{ resource.Quantity }

// DeepCopy returns a deep copy.
func (q Quantity) DeepCopy() Quantity { return Quantity{q.Quantity.DeepCopy()} }

// UnmarshalJSON decodes a string, with any space around it, or a number. Null is 0.
func (q *Quantity) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return q.Quantity.UnmarshalJSON(text) // keeps the format
	}
	read, err := parseJSON(text)
	if err != nil {
		return &json.UnmarshalTypeError{Value: before + err.Error() + after, Type: reflect.TypeFor[Quantity]()}
	}
	q.Quantity = read
	return nil
}

// before and after enclose the reason in the Value of a [json.UnmarshalTypeError], which has no field for it.
const before, after = "quantity (", ")"

// Reason reports whether err is a JSON error of a quantity, and returns its field and the reason.
func Reason(err error) (field, reason string, found bool) {
	var typeError *json.UnmarshalTypeError
	if !errors.As(err, &typeError) || typeError.Type != reflect.TypeFor[Quantity]() {
		return "", "", false
	}
	return typeError.Field, strings.TrimSuffix(strings.TrimPrefix(typeError.Value, before), after), true
}

// MarshalJSON encodes the quantity in canonical form. It returns an error if [Check] does.
func (q Quantity) MarshalJSON() ([]byte, error) {
	if err := Check(q.Quantity); err != nil {
		return nil, err
	}
	return q.Quantity.MarshalJSON()
}

// UnmarshalCBOR decodes a string, with any space around it. Null is 0.
func (q *Quantity) UnmarshalCBOR(text []byte) error {
	var s *string
	if err := direct.Unmarshal(text, &s); err != nil || s == nil {
		if err == nil {
			q.Quantity = resource.Quantity{Format: q.Format}
		}
		return err
	}
	read, err := Parse(strings.TrimSpace(*s))
	if err != nil {
		return err
	}
	q.Quantity = read
	return nil
}

// parseJSON parses the text between the quotes without unescaping, as resource.Quantity does.
func parseJSON(text []byte) (resource.Quantity, error) {
	if n := len(text); n >= 2 && text[0] == '"' && text[n-1] == '"' {
		text = text[1 : n-1]
	}
	return Parse(strings.TrimSpace(string(text)))
}
