package words_test

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/words"
)

// TestEscapeJSON escapes the runes that a function names, and nothing else.
func TestEscapeJSON(t *testing.T) {
	t.Parallel()
	hidden := func(r rune) bool { return !unicode.IsGraphic(r) }
	for _, c := range []struct {
		name, reason, text, want string
		escaped                  func(rune) bool
	}{
		{"ASCII", "it stays, with its line breaks", "{\n\t\"a\": 1}", "{\n\t\"a\": 1}", hidden},
		{"DEL", "an encoder does not escape it", "\"a\x7fb\"", `"a\u007fb"`, hidden},
		{"direction", "it would reorder what follows", "\"\u202ea\u202e\"", `"\u202ea\u202e"`, hidden},
		{"two units", "a rune beyond U+FFFF has two escapes", "\"\U000e0001\"", `"\udb40\udc01"`, hidden},
		{"graphic", "letters of any language stay", `"é中🙂"`, `"é中🙂"`, hidden},
		{"nil", "it names no rune", "\"\x7f\"", "\"\x7f\"", nil},
	} {
		require.Equal(t, c.want, string(words.EscapeJSON([]byte(c.text), c.escaped)), "%s: %s", c.name, c.reason)
	}
}
