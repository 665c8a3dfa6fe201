package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// Width is the number of characters after which names, values, cells and lines of output for people are cut.
const Width = 300

// Cut makes one line of a string: it replaces line breaks and control characters, and what follows after [Width] characters with "…".
func Cut(text string) string {
	if len(text) > utf8.UTFMax*Width {
		text = text[:utf8.UTFMax*Width] + "…" // enough characters, and not more to look at
	}
	line := input.OneLine(text)
	if utf8.RuneCountInString(line) <= Width {
		return line
	}
	end := 0
	for range Width {
		_, size := utf8.DecodeRuneInString(line[end:])
		end += size
	}
	return line[:end] + "…"
}

// Few joins the first words with commas, and counts the others. It shows at least one, at most so many, and about [Width] bytes of them.
func Few(words []string, most int) string {
	var b strings.Builder
	for i, word := range words {
		word = Cut(word)
		if i > 0 && (i == most || b.Len()+len(word) > Width) {
			return fmt.Sprintf("%s and %d more", &b, len(words)-i)
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(word)
	}
	return b.String()
}

// More returns, for example, 1 more line or 2 more lines.
func More(n int, what string) string {
	if n == 1 {
		return "1 more " + what
	}
	return fmt.Sprintf("%d more %ss", n, what)
}

// Plural returns, for example, 1 pair or 2 pairs.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
