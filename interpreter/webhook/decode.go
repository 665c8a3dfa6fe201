package webhook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/yamltext"
)

var (
	errEmpty     = errors.New("there is no content to decode") // the message of Karmada
	errNoRequest = errors.New("the body has no request")
)

// Limits of a YAML body, which costs far more to read than JSON.
const (
	maxYAML  = 1 << 20 // bytes
	maxDepth = 500     // levels
)

// Decode decodes an object, or a status, of a [Request] into a Go type. It decodes as Kubernetes does: keys are case-sensitive,
// unknown ones are ignored, and in an any an integer becomes an int64 if it fits. Empty input is an error.
//
// Careful: fields that the type does not know are lost. A patch that is made from the type alone removes them from the object.
func Decode[T any](raw []byte) (T, error) {
	var v T
	if len(present(raw)) == 0 {
		return v, errEmpty
	}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(raw, &v); err != nil {
		var none T
		return none, quietly(raw, err)
	}
	return v, nil
}

// decode decodes a body.
//
//  1. A body that begins with a brace is JSON, with nothing after it. Any other body is YAML, at most 1 MiB long; its first document is
//     used. A byte order mark is skipped.
//  2. It is an object. Keys are case-sensitive, unknown ones are ignored.
func decode(body []byte, into any) error {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	if len(bytes.TrimSpace(body)) == 0 {
		return errEmpty
	}
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		var err error
		if body, err = fromYAML(body); err != nil {
			return fmt.Errorf("the body is neither JSON nor YAML: %w", err)
		}
	}
	if found := bytes.TrimSpace(body); !bytes.HasPrefix(found, []byte("{")) {
		return fmt.Errorf("the body is %s, expected an object", nameOf(found))
	}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(body, into); err != nil {
		if more := afterValue(body); more > 0 {
			return fmt.Errorf("the body has %d bytes after its object, expected nothing: %w", more, err) // err has one character
		}
		return fmt.Errorf("the body is not a %s: %w", Kind, quietly(body, err))
	}
	return nil
}

// afterValue returns the number of bytes after the first JSON value, without spaces around them; 0 if there is no such value.
func afterValue(text []byte) int {
	d := json.NewDecoder(bytes.NewReader(text))
	if d.Decode(new(json.RawMessage)) != nil {
		return 0
	}
	return len(bytes.TrimSpace(text[d.InputOffset():]))
}

// nameOf describes a JSON value that is not an object.
func nameOf(text []byte) string {
	if bytes.HasPrefix(text, []byte("[")) {
		return "a list" // which may be long
	}
	var v any
	if utiljson.Unmarshal(text, &v) != nil {
		return "not a JSON value"
	}
	return jsontree.Describe(v)
}

func fromYAML(body []byte) ([]byte, error) {
	if len(body) > maxYAML {
		return nil, fmt.Errorf("found %d bytes, expected at most %d unless it is JSON", len(body), maxYAML)
	}
	if err := yamltext.Check(body); err != nil {
		return nil, err
	}
	if err := yamltext.CheckSize(body, MaxBytes, maxDepth); err != nil {
		return nil, quietly(body, err)
	}
	text, err := yamltext.ToJSON(body)
	return text, quietly(body, err)
}

// checkEnvelope refuses an envelope of another type. An envelope without a type is accepted.
func checkEnvelope(apiVersion, kind string) error {
	if apiVersion != "" && apiVersion != APIVersion || kind != "" && kind != Kind {
		return fmt.Errorf("the body has the kind %q and the apiVersion %q, expected %s and %s", kind, apiVersion, Kind, APIVersion)
	}
	return nil
}
