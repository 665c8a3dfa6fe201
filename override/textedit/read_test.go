package textedit_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	yamlv2 "go.yaml.in/yaml/v2"
	yamlv3 "go.yaml.in/yaml/v3"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
)

// piece returns the document of the stream. Document 0 of a stream without documents is the stream, which may have comments.
func (c trial) piece(stream string) string {
	if pieces := documents(stream); c.document < len(pieces) {
		return pieces[c.document]
	}
	return stream
}

// read decodes the document as Kubernetes does.
func (c trial) read(text string) (any, error) {
	raw, err := c.raw(text)
	if err != nil {
		return nil, err
	}
	v, err := valueOf(raw)
	if err != nil {
		return nil, err
	}
	switch v.(type) {
	case nil, []any, map[string]any:
		return v, nil
	}
	return nil, fmt.Errorf("the document is %s", jsontree.Describe(v))
}

// raw returns the document as JSON with all digits.
func (c trial) raw(text string) ([]byte, error) {
	if c.format == asJSON {
		return []byte(text), nil
	}
	if count := len(documents(text)); c.document >= max(count, 1) {
		return nil, fmt.Errorf("there are %d documents", count)
	}
	if !utf8.ValidString(text) {
		return nil, errors.New("invalid UTF-8")
	}
	return yaml.YAMLToJSON([]byte(c.piece(text)))
}

// valueOf decodes JSON in the types of package jsontree. A number that is not a float64 becomes a string.
func valueOf(raw []byte) (v any, err error) {
	if err := utiljson.Unmarshal(raw, &v); err == nil {
		return v, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err := decoder.Decode(&v); err != nil {
		return nil, err
	}
	if rest, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("after the value follows %v: %w", rest, err)
	}
	return shaped(v)
}

// readV3 decodes a document with go.yaml.in/yaml/v3, in the types of package jsontree.
func readV3(text string) (any, error) {
	var v any
	if err := yamlv3.Unmarshal([]byte(text), &v); err != nil {
		return nil, err
	}
	return shaped(v)
}

// shaped converts a decoded value to the types of package jsontree.
func shaped(v any) (any, error) {
	switch v := v.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i, nil
		}
		f, err := v.Float64()
		if err != nil {
			return "the number " + v.String(), nil
		}
		return f, nil
	case int:
		return int64(v), nil
	case uint64:
		return float64(v), nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, errors.New("JSON does not have this number")
		}
	case time.Time:
		return nil, errors.New("JSON does not have times")
	case []any:
		for i, e := range v {
			s, err := shaped(e)
			if err != nil {
				return nil, err
			}
			v[i] = s
		}
	case map[string]any:
		for key, e := range v {
			s, err := shaped(e)
			if err != nil {
				return nil, err
			}
			v[key] = s
		}
	case map[any]any:
		m := map[string]any{}
		for key, e := range v {
			s, err := shaped(e)
			if err != nil {
				return nil, err
			}
			m[keyText(key)] = s
		}
		if len(m) < len(v) {
			return nil, errors.New("keys of several types have the same name")
		}
		return m, nil
	}
	return v, nil
}

// keyText returns the name of a key that is not a string, as sigs.k8s.io/yaml writes it.
func keyText(key any) string {
	if f, ok := key.(float64); ok {
		return strings.Replace(strconv.FormatFloat(f, 'g', -1, 32), "+Inf", ".inf", 1)
	}
	return fmt.Sprint(key)
}

// hidesKey reports whether a YAML document has a key that is null, a list or a map. If Kubernetes reads the document nevertheless, a later
// equal key hides the map.
func hidesKey(text string) bool {
	var all yamlv2.MapSlice // keeps equal keys
	if yamlv2.Unmarshal([]byte(text), &all) != nil {
		return false
	}
	var odd func(v any) bool
	odd = func(v any) bool {
		switch v := v.(type) {
		case []any:
			return slices.ContainsFunc(v, odd)
		case yamlv2.MapSlice:
			return slices.ContainsFunc(v, func(item yamlv2.MapItem) bool {
				switch item.Key.(type) {
				case nil, []any, yamlv2.MapSlice:
					return true
				}
				return odd(item.Value)
			})
		}
		return false
	}
	return odd(all)
}
