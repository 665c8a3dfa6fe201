package textedit_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/textedit"
)

func TestDirectives(t *testing.T) {
	t.Parallel()
	wide := func(s string, little bool) string {
		var b strings.Builder
		for _, r := range "\ufeff" + s {
			if little {
				b.Write([]byte{byte(r), byte(r >> 8)})
			} else {
				b.Write([]byte{byte(r >> 8), byte(r)})
			}
		}
		return b.String()
	}
	for _, c := range []struct {
		name, reason, text string
		count, size        int
	}{
		{"none", "a percent sign in the middle of a line is not a directive", "a: 5%\nb: |\n  x %\n", 0, 0},
		{"an empty text", "it has no directives", "", 0, 0},
		{"two", "blank lines and comments may separate them", "%YAML 1.1\n\n# c\n%TAG ! x\n---\na: 1\n", 2, 17},
		{"after a byte order mark", "parsers skip it", "\ufeff%YAML 1.1\n---\n", 1, 9},
		{"two documents", "each has its own", "%TAG ! x\n---\na: 1\n...\n%TAG ! y\n%TAG !b! y\n---\n", 2, 18},
		{"every line break", "all line breaks of YAML 1.1 count", "%A\r%A\r\n%A\u0085%A\u2028%A\u2029%A", 6, 12},
		{"UTF-16", "parsers support it", wide("%A\u2028%A\n---\n", true), 2, 4},
		{"UTF-16, the other byte order", "parsers support it", wide("%A\n%A\n---\n", false), 2, 4},
		{"invalid UTF-8", "invalid bytes do not hide a directive", "\xff%A\n\xe2\x80%A\n", 2, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			count, size := textedit.Directives([]byte(c.text))
			require.Equal(t, [2]int{c.count, c.size}, [2]int{count, size}, c.reason)
		})
	}
}
