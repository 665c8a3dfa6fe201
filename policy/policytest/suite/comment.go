package suite

import (
	"strconv"
	"strings"
	"unicode"
)

// comments formats strings as comments. No string can end its comment.
func comments(texts ...string) string {
	var b strings.Builder
	for _, text := range texts {
		b.WriteString("# ")
		for i, row := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			if i > 0 {
				b.WriteString("\n#   ")
			}
			b.WriteString(printable(row))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// printable escapes the characters that cannot be printed, as in Go.
func printable(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}
