package quantity

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime/serializer/cbor/direct"
)

// Quantity is a [resource.Quantity] that is decoded within the limits, see [Parse]. It is encoded as that is.
//
// An error of JSON is a [json.UnmarshalTypeError], so that it says which field it is about.
type Quantity struct{ resource.Quantity }

// DeepCopy is a copy that shares nothing.
func (q Quantity) DeepCopy() Quantity { return Quantity{q.Quantity.DeepCopy()} }

// UnmarshalJSON reads a string, with any space around it, or a number. Null makes it 0.
func (q *Quantity) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return q.Quantity.UnmarshalJSON(text) // which keeps the format
	}
	read, err := parseJSON(text)
	if err != nil {
		return &json.UnmarshalTypeError{Value: before + err.Error() + after, Type: reflect.TypeFor[Quantity]()}
	}
	q.Quantity = read
	return nil
}

// before and after stand around the reason in a [json.UnmarshalTypeError], which has no other place for it.
const before, after = "quantity (", ")"

// Reason reports whether JSON could not be decoded because of a quantity, which field that is, and what is wrong with it.
func Reason(err error) (field, reason string, found bool) {
	var misfit *json.UnmarshalTypeError
	if !errors.As(err, &misfit) || misfit.Type != reflect.TypeFor[Quantity]() {
		return "", "", false
	}
	return misfit.Field, strings.TrimSuffix(strings.TrimPrefix(misfit.Value, before), after), true
}

// MarshalJSON writes the quantity in canonical form. One that [Check] refuses is an error.
func (q Quantity) MarshalJSON() ([]byte, error) {
	if err := Check(q.Quantity); err != nil {
		return nil, err
	}
	return q.Quantity.MarshalJSON()
}

// UnmarshalCBOR reads a string, with any space around it. Null makes it 0.
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

// parseJSON takes the text between the quotes as it stands, as the original does: a quantity needs no escapes.
func parseJSON(text []byte) (resource.Quantity, error) {
	if n := len(text); n >= 2 && text[0] == '"' && text[n-1] == '"' {
		text = text[1 : n-1]
	}
	return Parse(strings.TrimSpace(string(text)))
}
