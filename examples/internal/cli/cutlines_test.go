package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCutLines(t *testing.T) {
	t.Parallel()
	e := strings.Repeat("é", errorWidth)
	for text, want := range map[string]string{
		"":                                  "",
		"\r5 of 9":                          "\r5 of 9",
		"error: a\n    b\n":                 "error: a\n    b\n",
		e + "\n" + e:                        e + "\n" + e,
		e + "é\n" + e[2:] + "\n" + e + e:    e + "…\n" + e[2:] + "\n" + e + "…\n",
		strings.Repeat("x", 10_000_000):     strings.Repeat("x", errorWidth) + "…\n",
		strings.Repeat("\xff", 3000) + "\n": strings.Repeat("\xff", errorWidth) + "…\n",
	} {
		var b strings.Builder
		n, err := CutLines(&b).Write([]byte(text))
		require.NoError(t, err)
		require.Len(t, text, n)
		require.Equal(t, want, b.String())
	}
}
