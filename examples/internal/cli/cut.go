package cli

import (
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override/words"
)

// Width is the number of characters after which names, values, cells and lines of output for people are cut.
const Width = 300

// Cut makes one line of a string: it replaces line breaks and control characters, and what follows after [Width] characters with "…".
func Cut(text string) string { return cutTo(text, Width) }

func cutTo(text string, width int) string { return words.OneLine(words.Clip(text, width)) }

// Few joins the first words with commas, and counts the others. It shows at least one, at most limit words, and about [Width] bytes of them.
func Few(words []string, limit int) string { return FewOf(words[:min(limit, len(words))], len(words)) }

// FewOf is Few for the first ones of count words.
func FewOf(words []string, count int) string {
	var b strings.Builder
	shown := 0
	for _, word := range words {
		word = Cut(word)
		if shown > 0 && b.Len()+len(word) > Width {
			break
		}
		if shown > 0 {
			b.WriteString(", ")
		}
		b.WriteString(word)
		shown++
	}
	if shown < count {
		fmt.Fprintf(&b, " and %d more", count-shown)
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
