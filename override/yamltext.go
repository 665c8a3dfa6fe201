package override

import (
	"strings"
	"unicode/utf8"
)

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
