package cli

import (
	"encoding/json"
	"unicode"
	"unicode/utf8"

	"sigs.k8s.io/yaml"
)

// YAML returns a value as YAML, by way of its JSON.
func YAML(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return JSONToYAML(text)
}

// JSONToYAML converts JSON to YAML. The parser of YAML refuses some control characters that JSON allows, such as U+007F, and reads U+0085 as a line
// break. They are escaped before it reads them. Its escapes have no surrogates, so other characters stay.
func JSONToYAML(text []byte) ([]byte, error) {
	return yaml.JSONToYAML(escape(text, func(r rune) bool { return !unicode.IsGraphic(r) && utf8.RuneLen(r) < utf8.UTFMax }))
}
