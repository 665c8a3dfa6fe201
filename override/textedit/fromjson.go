package textedit

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"unicode"
	"unicode/utf16"
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
// The error is that the text is not JSON.
func FromJSON(text []byte) ([]byte, error) {
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

// markHidden replaces the characters of JSON that are not graphic, from U+007F on, by their number between two marks. The U+0001 after the first mark
// makes the YAML writer take double quotes. It returns nil if there is nothing to replace.
func markHidden(text []byte, mark rune) []byte {
	var b bytes.Buffer
	from := 0
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		switch {
		case r == '\\':
			r, size = escapeAt(text[i:])
		case r >= utf8.RuneSelf:
			r, size = utf8.DecodeRune(text[i:])
		}
		if r >= 0x7f && !unicode.IsGraphic(r) {
			b.Write(text[from:i])
			fmt.Fprintf(&b, `%c\u0001%x%c`, mark, r, mark)
			from = i + size
		}
		i += size
	}
	if from == 0 {
		return nil
	}
	b.Write(text[from:])
	return b.Bytes()
}

// escapeAt returns the character of the escape with which the JSON begins, or 0 if it is not of the form \u, and its length.
func escapeAt(text []byte) (rune, int) {
	unit := func(at int) (rune, bool) {
		if len(text) < at+6 || text[at] != '\\' || text[at+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(string(text[at+2:at+6]), 16, 32)
		return rune(n), err == nil
	}
	first, ok := unit(0)
	if !ok {
		return 0, min(2, len(text))
	}
	if second, ok := unit(6); ok && utf16.IsSurrogate(first) {
		if r := utf16.DecodeRune(first, second); r != unicode.ReplacementChar {
			return r, 12
		}
	}
	if utf16.IsSurrogate(first) {
		return 0, 6
	}
	return first, 6
}

// unusedRune returns a character for private use that is not in the text, or 0 if it has all of them.
func unusedRune(text []byte) rune {
	for r := rune(0xe000); r <= 0xf8ff; r++ {
		if !bytes.ContainsRune(text, r) {
			return r
		}
	}
	return 0
}
