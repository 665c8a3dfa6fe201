package textedit

import (
	"unicode"
	"unicode/utf8"

	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/words"
)

// FromJSON converts JSON to YAML, as sigs.k8s.io/yaml writes it: the keys sorted, the lines as short as they can be. Reading the result as
// Kubernetes reads YAML gives the same values.
//
// sigs.k8s.io/yaml reads the JSON as YAML, which refuses some characters that JSON allows, such as U+007F, and takes U+0085 for a line break.
// FromJSON escapes them first. A text that is not JSON is an error.
func FromJSON(text []byte) ([]byte, error) { return yaml.JSONToYAML(words.EscapeJSON(text, isHidden)) }

// isHidden reports whether a character is not graphic. Those that need two escapes stay: YAML reads each escape as a character.
func isHidden(r rune) bool { return !unicode.IsGraphic(r) && utf8.RuneLen(r) < utf8.UTFMax }
