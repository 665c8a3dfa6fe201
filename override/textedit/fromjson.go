package textedit

import (
	"fmt"

	"github.com/overridekit/overridekit/override/yamltext"
)

// FromJSON converts JSON to YAML, as sigs.k8s.io/yaml writes it: the keys sorted, the lines as short as they can be. Reading the result as
// Kubernetes reads YAML gives the same values. It differs from sigs.k8s.io/yaml in two ways:
//
//  1. Characters that are not graphic are escaped, such as U+202E, which reverses the direction of text: on a terminal and in a review they could hide
//     or reorder what is there. A string that has one is in double quotes. A key that has one may be at another place among the keys.
//  2. sigs.k8s.io/yaml reads the JSON as YAML, which refuses some characters that JSON allows, such as U+007F, and takes U+0085 for a line break.
//     FromJSON reads them as JSON does.
//
// It is an error if the text is not JSON, or if the indentation would take more than 64 MiB: it grows with the depth of each value, so that a
// nested JSON text of 1 MB can be a gigabyte of YAML. A text to escape must leave out one of the characters for private use, U+E000 to U+F8FF.
func FromJSON(text []byte) ([]byte, error) {
	if !indentsAtMost(text, maxIndentation) {
		return nil, fmt.Errorf("found more than %d bytes of indentation as YAML, expected at most that", maxIndentation)
	}
	mark := unusedRune(text)
	marked := markInvisible(text, mark)
	if marked == nil {
		return yamltext.FromJSON(text)
	}
	if mark == 0 {
		return nil, fmt.Errorf("found all characters for private use (%U to %U) in the text, expected one that is not used", firstPrivate, lastPrivate)
	}
	written, err := yamltext.FromJSON(marked)
	if err != nil {
		return nil, err
	}
	return unmarkInvisible(written, mark), nil
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
