package textedit

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"unicode/utf8"

	"sigs.k8s.io/yaml"
)

// FromJSON converts JSON to YAML, as sigs.k8s.io/yaml writes it: the keys sorted, the lines as short as they can be. Reading the result as
// Kubernetes reads YAML gives the same values.
//
//  1. Characters that are not graphic are escaped, such as U+202E, which reverses the direction of text: on a terminal and in a review they could hide
//     or reorder what is there. A string that has one is in double quotes. A key that has one may be at another place among the keys.
//  2. sigs.k8s.io/yaml reads the JSON as YAML, which refuses some characters that JSON allows, such as U+007F, and takes U+0085 for a line break.
//     FromJSON reads them as JSON does.
//
// It is an error if the text is not JSON, or if the indentation would take more than 64 MiB: it grows with the depth of each value, so that a
// nested JSON text of 1 MB can be a gigabyte of YAML.
func FromJSON(text []byte) ([]byte, error) {
	if !indentsAtMost(text, maxIndentation) {
		return nil, fmt.Errorf("the indentation of the YAML would have more than %d bytes", maxIndentation)
	}
	mark := unusedRune(text)
	marked := markHidden(text, mark)
	if marked == nil {
		return yaml.JSONToYAML(text)
	}
	if mark == 0 {
		return nil, errors.New("the text has all characters for private use")
	}
	written, err := yaml.JSONToYAML(marked)
	if err != nil {
		return nil, err
	}
	pattern := regexp.MustCompile(fmt.Sprintf(`%c\\x01([0-9a-f]+)%c`, mark, mark))
	return pattern.ReplaceAllFunc(written, func(found []byte) []byte {
		size := utf8.RuneLen(mark)
		r, _ := strconv.ParseUint(string(found[size+len(`\x01`):len(found)-size]), 16, 32) // as markHidden has written it
		switch {
		case r <= 0xff:
			return fmt.Appendf(nil, `\x%02X`, r)
		case r <= 0xffff:
			return fmt.Appendf(nil, `\u%04X`, r)
		}
		return fmt.Appendf(nil, `\U%08X`, r)
	}), nil
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
