// Package words has what messages need: the word that a misspelt one may mean, strings of one line and of a limited length, long values that are cut
// around their difference, code in Markdown, and the faults of validation.
package words

import (
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
