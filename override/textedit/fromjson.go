package textedit

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"

	"sigs.k8s.io/yaml"
)

// FromJSON converts JSON to YAML, as sigs.k8s.io/yaml writes it: the keys sorted, the lines as short as they can be. Reading the result as
// Kubernetes reads YAML gives the same values.
//
// sigs.k8s.io/yaml reads the JSON as YAML, which refuses some characters that JSON allows, such as U+007F, and takes U+0085 for a line break.
// FromJSON escapes them before. The error is that the text is not JSON.
func FromJSON(text []byte) ([]byte, error) { return yaml.JSONToYAML(escapeHidden(text)) }

// escapeHidden escapes the characters of the strings in JSON that are not graphic. Those that need two escapes stay: YAML reads each escape as a
// character. An encoder of JSON has escaped the ASCII control characters, except DEL.
func escapeHidden(text []byte) []byte {
	var escaped bytes.Buffer
	from := 0
	for i := 0; i < len(text); {
		if text[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if !unicode.IsGraphic(r) && utf8.RuneLen(r) < utf8.UTFMax {
			escaped.Write(text[from:i])
			fmt.Fprintf(&escaped, `\u%04x`, r)
			from = i + size
		}
		i += size
	}
	if from == 0 {
		return text
	}
	escaped.Write(text[from:])
	return escaped.Bytes()
}
