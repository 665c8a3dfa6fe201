package jsonpath

import (
	"encoding/json"
	"fmt"
	"strings"
)

// maxResult is the largest number of bytes of a result.
const maxResult = 1 << 20

// Execute evaluates the template on decoded JSON and returns the results as text: those of an action with blanks between them, objects and lists as
// JSON, and null as null. The steps are added to those of other evaluations, and only they are limited.
func (t *Template) Execute(root any, steps *Steps) (string, error) {
	if err := steps.count(1); err != nil { // even an empty template takes time
		return "", fmt.Errorf("JSONPath %s: %w", clip(t.text), err)
	}
	e := &evaluation{Steps: steps}
	all, err := e.blocks(t.nodes, 0, rootOf(root))
	if err != nil {
		return "", fmt.Errorf("JSONPath %s: %w", clip(t.text), err)
	}
	var out strings.Builder
	for _, found := range all {
		for i, v := range found {
			text, err := textOf(v)
			if err != nil {
				return "", fmt.Errorf("JSONPath %s: %w", clip(t.text), err)
			}
			if i > 0 {
				out.WriteByte(' ')
			}
			if out.Len()+len(text) > maxResult {
				return "", fmt.Errorf("JSONPath %s: the result has more than %d bytes", clip(t.text), maxResult)
			}
			out.WriteString(text)
		}
	}
	return out.String(), nil
}

func textOf(v any) (string, error) {
	switch v := v.(type) {
	case map[string]any, []any:
		text, err := json.Marshal(v)
		return string(text), err
	case nil:
		return "null", nil
	case nothing:
		return "<no value>", nil
	}
	return fmt.Sprint(v), nil
}
