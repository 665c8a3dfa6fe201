package override

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// indents estimates the bytes of indentation of a value as YAML. It stops once the sum exceeds most. A string may be folded into as many
// lines as it has words.
func indents(v any, depth, most int) int {
	total := 2 * depth
	switch v := v.(type) {
	case string:
		for i := range len(v) {
			if v[i] == ' ' || v[i] == '\n' {
				total += 2 * depth
			}
		}
	case map[string]any:
		for _, e := range v {
			if total > most {
				break
			}
			total += indents(e, depth+1, most-total)
		}
	case []any:
		for _, e := range v {
			if total > most {
				break
			}
			total += indents(e, depth+1, most-total)
		}
	}
	return total
}

// linesOf splits text after each line break of YAML 1.1, because the line numbers of tokens count these.
func linesOf(text string) []string {
	var lines []string
	for text != "" {
		end := strings.IndexAny(text, "\n\u0085\u2028\u2029")
		if end < 0 {
			return append(lines, text)
		}
		_, size := utf8.DecodeRuneInString(text[end:])
		lines, text = append(lines, text[:end+size]), text[end+size:]
	}
	return lines
}

// printable replaces line breaks and other characters that are not printable.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}
