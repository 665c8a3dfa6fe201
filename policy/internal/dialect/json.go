package dialect

import (
	"bytes"
	"encoding/json"

	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/redact"
)

// JSON is any JSON value in its encoding. Empty Raw means that there is no value, which is not the same as null.
type JSON struct {
	Raw []byte `json:"-"`
}

// MarshalJSON returns Raw, or null if it is empty.
func (j JSON) MarshalJSON() ([]byte, error) {
	if len(j.Raw) == 0 {
		return []byte("null"), nil
	}
	return j.Raw, nil
}

// UnmarshalJSON keeps a copy of the text.
func (j *JSON) UnmarshalJSON(text []byte) error {
	j.Raw = bytes.Clone(text)
	return nil
}

// Decode decodes the value as apimachinery decodes objects: integers that fit are int64, all other numbers float64. No value is nil.
// The error does not quote the value, which may become a value of a Secret.
func (j JSON) Decode() (v any, err error) {
	if j.IsZero() {
		return nil, nil
	}
	if err = utiljson.Unmarshal(j.Raw, &v); err != nil {
		return nil, redact.Hide(err, redact.WithoutNumber(err.Error()))
	}
	return v, nil
}

// DeepCopy returns a copy that shares nothing.
func (j JSON) DeepCopy() JSON { return JSON{bytes.Clone(j.Raw)} }

// IsZero reports whether there is no value.
func (j JSON) IsZero() bool { return len(j.Raw) == 0 }

var (
	_ json.Marshaler   = JSON{}
	_ json.Unmarshaler = (*JSON)(nil)
)
