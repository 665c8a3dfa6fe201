package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPrintable has text that controls a terminal, written at once and byte by byte.
func TestPrintable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reason         string
		colors, forged bool
		text, want     string
	}{
		{"plain text stays", false, true, "a\tb\nc\r\n日本 é 🙂\n", "a\tb\nc\r\n日本 é 🙂\n"},
		{"a code that clears the screen", false, false, "a\x1b[2Jb", `a\u001b[2Jb`},
		{"a title of the window", true, false, "\x1b]0;x\a", `\u001b]0;x\u0007`},
		{"the colors of a diff", true, false, Red("a") + Green("b") + Cyan("c"), Red("a") + Green("b") + Cyan("c")},
		{"a color in the input", false, false, Red("a"), `\u001b[31ma\u001b[0m`},
		{"a C1 code, as one character", false, false, "\u009b2J", `\u009b2J`},
		{"a return that hides the start of the line", false, false, "bad\rgood\r", `bad\u000dgood\u000d`},
		{"a deletion", false, false, "a\x7f\bb\x00", `a\u007f\u0008b\u0000`},
		{"text from right to left, in a report", false, true, "a\u202eb\u2066c\u061c\u2028", `a\u202eb\u2066c\u061c\u2028`},
		{"the same in a document", false, false, "a\u202eb", "a\u202eb"},
		{"half a character", false, false, "a\xe2\x80", "a\xe2\x80"},
	} {
		for _, size := range []int{len(c.text), 1} {
			if size == 1 && c.colors || size == 1 && strings.Contains(c.text, "\r\n") {
				continue // a code or a line break is written at once
			}
			var b strings.Builder
			p := &printable{to: &b, colors: c.colors, forged: c.forged}
			for i := 0; i < len(c.text); i += size {
				n, err := p.Write([]byte(c.text[i : i+size]))
				require.NoError(t, err, c.reason)
				require.Equal(t, size, n, c.reason)
			}
			require.NoError(t, p.flush(), c.reason)
			require.Equal(t, c.want, b.String(), c.reason)
		}
	}
}
