// Package words has what messages need: the word that a misspelt one may mean, strings of one line and of a limited length, long values that are cut
// around their difference, code in Markdown, and the faults of validation.
package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
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

// Clip returns the first bytes of a string that is longer than most bytes, cut before a rune that does not fit, and "…".
func Clip(s string, most int) string {
	if len(s) <= most {
		return s
	}
	cut := max(most, 0)
	for cut > max(most-utf8.UTFMax, 0) && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}
