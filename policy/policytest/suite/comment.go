package suite

import (
	"strings"

	"github.com/overridekit/overridekit/override/words"
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
			b.WriteString(words.Escape(row))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
