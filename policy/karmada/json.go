package karmada

import (
	"bytes"
	"encoding/json"
)

// JSON is any JSON value, as text. Empty Raw is no value at all, which is not the same as null.
type JSON struct {
	Raw []byte `json:"-"`
}

// MarshalJSON gives the text as it is, or null.
func (j JSON) MarshalJSON() ([]byte, error) {
	if len(j.Raw) == 0 {
		return []byte("null"), nil
	}
	return j.Raw, nil
}

// UnmarshalJSON keeps the text, in memory of its own.
func (j *JSON) UnmarshalJSON(text []byte) error {
	j.Raw = bytes.Clone(text)
	return nil
}

// IsZero tells whether there is no value.
func (j JSON) IsZero() bool { return len(j.Raw) == 0 }

var (
	_ json.Marshaler   = JSON{}
	_ json.Unmarshaler = (*JSON)(nil)
)
