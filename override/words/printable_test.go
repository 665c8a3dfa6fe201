package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/words"
)

// TestPrintable checks that no string starts a line or controls a terminal.
func TestPrintable(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]struct{ oneLine, escaped string }{
		"":                  {"", ""},
		"web é 中":           {"web é 中", "web é 中"},
		"a\nb\tc":           {"a\uFFFDb\uFFFDc", `a\nb\tc`},
		"\x1b[31m'red'":     {"\uFFFD[31m'red'", `\x1b[31m'red'`},
		"\u202e":            {"\uFFFD", `\u202e`},
		"not UTF-8: \xff\n": {"not UTF-8: \uFFFD\uFFFD", "not UTF-8: \uFFFD\\n"},
	} {
		require.Equal(t, want.oneLine, words.OneLine(in), "%q", in)
		require.Equal(t, want.escaped, words.Escape(in), "%q", in)
	}
}
