package words

import (
	"strconv"
	"strings"
	"unicode"
)

// OneLine replaces line breaks and control characters, because a string from a document must not start a line or control the terminal.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// Escape escapes the characters of a string that are not printable, such as line breaks, as Go does.
func Escape(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
	}
	return b.String()
}
