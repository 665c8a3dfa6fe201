package cli

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

func TestWriteJSON(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"web <&> é 漢字\u3000🙂": "web <&> é 漢字\u3000🙂",
		"a\u202eb":            `a\u202eb`, // from right to left
		"a\u0085\u2028\u200b": `a\u0085\u2028\u200b`,
		"\x7f\x1b\n":          `\u007f\u001b\n`,
		"\U000e0041\ue000":    `\udb40\udc41\ue000`, // a tag, and private use
		"\ufffd\xff":          "\ufffd" + `\ufffd`,  // an encoder replaces what is not valid UTF-8
		"":                    "",
	} {
		var b strings.Builder
		require.NoError(t, WriteJSON(&b, []string{text}))
		require.Equal(t, "[\n  \""+want+"\"\n]\n", b.String())
		require.False(t, strings.ContainsFunc(b.String(), func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) }))
		var back []string
		require.NoError(t, json.Unmarshal([]byte(b.String()), &back))
		require.Equal(t, strings.ToValidUTF8(text, "\ufffd"), back[0])
	}
	n := 1_000_000
	if testing.Short() {
		n = 100_000
	}
	var b strings.Builder
	require.NoError(t, WriteJSON(&b, strings.Repeat("x\u202e漢", n)))
	require.Equal(t, `"`+strings.Repeat(`x\u202e漢`, n)+"\"\n", b.String(), "no rune of a long value is cut")
	require.Error(t, WriteJSON(&b, func() {}))
}

// TestEscapeInvisible escapes the runes that are not graphic, and nothing else.
func TestEscapeInvisible(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, want string }{
		{"ASCII", "it stays, with its line breaks", "{\n\t\"a\": 1}", "{\n\t\"a\": 1}"},
		{"DEL", "an encoder does not escape it", "\"a\x7fb\"", `"a\u007fb"`},
		{"direction", "it would reorder what follows", "\"\u202ea\u202e\"", `"\u202ea\u202e"`},
		{"two units", "a rune beyond U+FFFF has two escapes", "\"\U000e0001\"", `"\udb40\udc01"`},
		{"graphic", "letters of any language stay", `"é中🙂"`, `"é中🙂"`},
	} {
		require.Equal(t, c.want, string(escapeInvisible([]byte(c.text))), "%s: %s", c.name, c.reason)
	}
}
