package words

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CodeCell returns one line of text as code in a cell of a Markdown table. A bar would end the cell even inside of backquotes, so it is escaped.
// A bar after a backslash cannot be escaped: such a string is in an HTML element, with character references instead of punctuation, which
// Markdown would interpret.
func CodeCell(text string) string {
	if strings.Contains(text, `\|`) {
		return "<code>" + references(text) + "</code>"
	}
	return CodeSpan(strings.ReplaceAll(text, "|", `\|`))
}

// CodeSpan returns one line of text as a Markdown code span. The fence has one backquote more than the longest run in the text.
func CodeSpan(text string) string {
	longest, run := 0, 0
	for i := range len(text) {
		run++
		if text[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if longest > 0 {
		text = " " + text + " "
	}
	return fence + text + fence
}

// references replaces all ASCII characters except letters, digits and spaces.
func references(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r >= utf8.RuneSelf || r == ' ' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
			continue
		}
		fmt.Fprintf(&b, "&#%d;", r)
	}
	return b.String()
}
