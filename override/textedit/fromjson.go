package textedit

import (
	"fmt"
	"unicode"
	"unicode/utf8"

	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/words"
)

// FromJSON converts JSON to YAML, as sigs.k8s.io/yaml writes it: the keys sorted, the lines as short as they can be. Reading the result as
// Kubernetes reads YAML gives the same values.
//
// sigs.k8s.io/yaml reads the JSON as YAML, which refuses some characters that JSON allows, such as U+007F, and takes U+0085 for a line break.
// FromJSON escapes them first.
//
// It is an error if the text is not JSON, or if the indentation would take more than 64 MiB: it grows with the depth of each value, so that a
// nested JSON text of 1 MB can be a gigabyte of YAML.
func FromJSON(text []byte) ([]byte, error) {
	if !indentsAtMost(text, maxIndentation) {
		return nil, fmt.Errorf("the indentation of the YAML would have more than %d bytes", maxIndentation)
	}
	return yaml.JSONToYAML(words.EscapeJSON(text, isHidden))
}

const maxIndentation = 64 << 20 // bytes

// indentsAtMost reports whether the indentation of a JSON text as YAML has at most as many bytes. A string may be folded into as many lines as it
// has words.
func indentsAtMost(text []byte, most int) bool {
	depth, inString := -1, false
	for i := 0; i < len(text) && most >= 0; i++ {
		c := text[i]
		switch {
		case inString && c == '\\':
			if i++; i < len(text) && text[i] == 'n' {
				most -= 2 * depth
			}
		case inString && c == ' ':
			most -= 2 * depth
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			depth++
			most -= 2 * depth
		case c == ',':
			most -= 2 * depth
		case c == ']' || c == '}':
			depth--
		}
	}
	return most >= 0
}

// isHidden reports whether a character is not graphic. Those that need two escapes stay: YAML reads each escape as a character.
func isHidden(r rune) bool { return !unicode.IsGraphic(r) && utf8.RuneLen(r) < utf8.UTFMax }
