package policy

import (
	"bytes"
	"encoding/json"
	"math"
	"unicode/utf8"

	yamlv2 "go.yaml.in/yaml/v2"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/yamltext"
)

// yamlObject returns the object that is a YAML document, as parsing the JSON of sigs.k8s.io/yaml returns it, without that JSON. Both use the same
// parser of YAML. It returns nil where the two could differ, and for every error, so that the caller takes the slow path, which describes the
// error:
//
//  1. The document has a merge, or an object repeats a key or has a key that is not a string.
//  2. A number is an integer beyond int64, a negative zero, an infinity or not a number.
//  3. A string is not UTF-8. Only a !!binary can be such a string.
//  4. The document is not an object, is empty, or nests too deeply.
func yamlObject(text []byte, limits Limits) map[string]any {
	if bytes.Contains(text, []byte("<<")) {
		return nil
	}
	items, err := yamltext.Items(text)
	if err != nil || len(items) == 0 {
		return nil
	}
	c := yamlConverter{depth: min(limits.Depth, maxFastDepth)}
	content, _ := c.value(items).(map[string]any)
	if c.failed {
		return nil
	}
	return content
}

// yamlConverter converts values of package yaml to decoded JSON.
type yamlConverter struct {
	depth  int // that is left
	failed bool
}

// value converts a value. It writes the list that the value is.
func (c *yamlConverter) value(v any) any {
	switch v := v.(type) {
	case nil, bool:
		return v
	case string:
		c.failed = c.failed || !utf8.ValidString(v)
		return v
	case int:
		return int64(v)
	case float64:
		return c.number(v)
	case yamlv2.MapSlice:
		return c.object(v)
	case []any:
		c.depth--
		c.failed = c.failed || c.depth < 0
		for i := 0; i < len(v) && !c.failed; i++ {
			v[i] = c.value(v[i])
		}
		c.depth++
		return v
	}
	c.failed = true
	return nil
}

func (c *yamlConverter) object(items yamlv2.MapSlice) map[string]any {
	c.depth--
	c.failed = c.failed || c.depth < 0
	content := make(map[string]any, len(items))
	for i := 0; i < len(items) && !c.failed; i++ {
		key, ok := items[i].Key.(string)
		c.failed = !ok || !utf8.ValidString(key)
		content[key] = c.value(items[i].Value)
	}
	c.failed = c.failed || len(content) != len(items)
	c.depth++
	return content
}

// number returns what the JSON of a number decodes to: an integer if it is written without a point and an exponent.
func (c *yamlConverter) number(f float64) any {
	text, err := json.Marshal(f)
	c.failed = c.failed || err != nil || f == 0 && math.Signbit(f)
	if c.failed {
		return nil
	}
	var v any
	c.failed = kjson.UnmarshalCaseSensitivePreserveInts(text, &v) != nil
	return v
}
