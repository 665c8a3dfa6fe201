package quantity

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

// List maps resource names to quantities, like a ResourceList of core/v1. Decoding enforces the limits, see [Parse]; encoding is that of
// a plain map.
//
// A JSON error is a [json.UnmarshalTypeError], as for [Quantity]; its Field has the name of the resource.
type List map[string]resource.Quantity

// DeepCopy returns a deep copy; for nil it returns nil.
func (l List) DeepCopy() List {
	out := maps.Clone(l)
	for name, q := range out {
		out[name] = q.DeepCopy()
	}
	return out
}

// Reread returns a new list with the quantities as [Parse] reads their strings. A number without a suffix is decimal then, whatever it was made of or
// decoded from, so 700000000 bytes are 700M. Karmada's admission does this to each binding that is created. A quantity that Parse does not accept is
// not changed.
func (l List) Reread() List {
	read := l.DeepCopy()
	for name, q := range read {
		if Check(q) != nil {
			continue
		}
		if again, err := Parse(q.String()); err == nil {
			read[name] = again
		}
	}
	return read
}

// asWritten returns a quantity that was read from a string. An integer without a suffix is encoded with the same digits, even if its decimal form is
// shorter: a Quantity that Go code has made of bytes has them, and bindings are stored so.
func asWritten(q resource.Quantity, text string) resource.Quantity {
	n, whole := q.AsInt64()
	if !whole || q.Format != resource.DecimalSI || strings.Trim(text, "0123456789") != "" {
		return q
	}
	if bytes := resource.NewQuantity(n, resource.BinarySI); bytes.String() == text && q.String() != text {
		return *bytes
	}
	return q
}

// UnmarshalJSON decodes an object. It adds its entries to the list; null sets the list to nil. See [List.Reread] about integers.
func (l *List) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	open, err := decoder.Token()
	switch {
	case err != nil:
		return err
	case open == nil:
		*l = nil
		return nil
	case open != json.Delim('{'):
		return &json.UnmarshalTypeError{Value: kindOf(open), Type: reflect.TypeFor[List]()}
	}
	if *l == nil {
		*l = List{}
	}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string) // keys are always strings
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return err
		}
		var q Quantity
		if err := q.UnmarshalJSON(value); err != nil {
			if typeError := (*json.UnmarshalTypeError)(nil); errors.As(err, &typeError) {
				typeError.Field = name
			}
			return err
		}
		(*l)[name] = asWritten(q.Quantity, strings.Trim(string(value), "\" \t\r\n"))
	}
	_, err = decoder.Token()
	return err
}

// kindOf returns the name of a JSON type, as encoding/json uses it, by the first token of a value.
func kindOf(first json.Token) string {
	switch first.(type) {
	case json.Delim:
		return "array"
	case bool:
		return "bool"
	case string:
		return "string"
	}
	return "number"
}

// MarshalJSON encodes an object with quantities in canonical form. It returns an error if [Check] does.
func (l List) MarshalJSON() ([]byte, error) {
	for _, name := range slices.Sorted(maps.Keys(l)) {
		if err := Check(l[name]); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return json.Marshal(map[string]resource.Quantity(l))
}
