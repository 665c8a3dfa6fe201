package webhook

import (
	"bytes"
	"errors"
	"fmt"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

var (
	errEmpty     = errors.New("there is no content to decode")
	errNoRequest = errors.New("the body has no request")
)

// Limits of a body that is YAML, which costs far more to read than JSON.
const (
	maxYAML  = 1 << 20 // bytes
	maxDepth = 500     // levels

	maxDirectives     = 10
	maxDirectiveBytes = 1000 // of all of them: the prefix of a %TAG is copied for every tag that uses it
)

// Decode reads an object, or a status, of a [Request] into a Go type. It reads as Kubernetes does: keys must be of the same case,
// unknown ones are passed over, and in an any an integer becomes an int64 if it fits. Nothing at all is an error.
//
// Careful: what the type does not know is lost. A patch that is made from the type alone removes it from the object.
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

// decode reads a body.
//
//  1. One that begins with a brace is JSON, and has nothing behind it. All else is YAML, no longer than 1 MiB, of which the first document
//     counts. A byte order mark does not matter.
//  2. It is an object, or null. Keys are case-sensitive, unknown ones are passed over.
func decode(body []byte, into any) error {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	if len(body) == 0 {
		return errEmpty
	}
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		var err error
		if body, err = fromYAML(body); err != nil {
			return fmt.Errorf("the body is no JSON, and no YAML: %w", err)
		}
	}
	if found := bytes.TrimSpace(body); !bytes.HasPrefix(found, []byte("{")) && string(found) != "null" {
		return fmt.Errorf("the body is %s, expected an object", nameOf(found))
	}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(body, into); err != nil {
		return fmt.Errorf("the body is no %s: %w", Kind, quietly(body, err))
	}
	return nil
}

// nameOf says what a JSON text is that is not an object.
func nameOf(text []byte) string {
	if bytes.HasPrefix(text, []byte("[")) {
		return "a list" // which may be long
	}
	var v any
	if utiljson.Unmarshal(text, &v) != nil {
		return "not a value of JSON"
	}
	return jsontree.Describe(v)
}

func fromYAML(body []byte) ([]byte, error) {
	if len(body) > maxYAML {
		return nil, fmt.Errorf("it has %d bytes, expected at most %d if it is no JSON", len(body), maxYAML)
	}
	if count, size := textedit.Directives(body); count > maxDirectives || size > maxDirectiveBytes {
		return nil, fmt.Errorf("it has %d directives of %d bytes, expected at most %d of %d", count, size, maxDirectives, maxDirectiveBytes)
	}
	if err := textedit.Check(body, MaxBytes, maxDepth); err != nil {
		return nil, quietly(body, err)
	}
	text, err := yaml.YAMLToJSON(body)
	return text, quietly(body, err)
}

// checkEnvelope refuses another type than ours. None is fine.
func checkEnvelope(apiVersion, kind string) error {
	if apiVersion != "" && apiVersion != APIVersion || kind != "" && kind != Kind {
		return fmt.Errorf("the body is %s of %q, expected %s of %q", describe(kind), apiVersion, Kind, APIVersion)
	}
	return nil
}

func describe(kind string) string {
	if kind == "" {
		return "of no kind"
	}
	return fmt.Sprintf("%q", kind)
}
