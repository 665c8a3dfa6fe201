package quantity

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"k8s.io/apimachinery/pkg/api/resource"
)

// List is quantities by the name of a resource, as a ResourceList of core/v1. It is decoded within the limits, see [Parse], and encoded as
// a plain map is.
//
// An error of JSON is a [json.UnmarshalTypeError] as that of [Quantity] is; the name of the resource is in its Field.
type List map[string]resource.Quantity

// DeepCopy is a copy that shares nothing; nil stays nil.
func (l List) DeepCopy() List {
	out := maps.Clone(l)
	for name, q := range out {
		out[name] = q.DeepCopy()
	}
	return out
}

// UnmarshalJSON reads an object. What it has is put to what the list has already; null makes the list nil.
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
		name, _ := key.(string) // a key is nothing else
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return err
		}
		var q Quantity
		if err := q.UnmarshalJSON(value); err != nil {
			if misfit := (*json.UnmarshalTypeError)(nil); errors.As(err, &misfit) {
				misfit.Field = name
			}
			return err
		}
		(*l)[name] = q.Quantity
	}
	_, err = decoder.Token()
	return err
}

// kindOf names a JSON value by its first token, as encoding/json does.
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

// MarshalJSON writes an object, each quantity in canonical form. One that [Check] refuses is an error.
func (l List) MarshalJSON() ([]byte, error) {
	for _, name := range slices.Sorted(maps.Keys(l)) {
		if err := Check(l[name]); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return json.Marshal(map[string]resource.Quantity(l))
}
