package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCut(t *testing.T) {
	t.Parallel()
	e := strings.Repeat("é", Width)
	for text, want := range map[string]string{
		"":                               "",
		"a\nb":                           "a\uFFFDb",
		e:                                e,
		e + "é":                          e + "…",
		strings.Repeat("\xff", 100_000):  strings.Repeat("\uFFFD", Width) + "…",
		strings.Repeat("🙂", Width):       strings.Repeat("🙂", Width),
		strings.Repeat("🙂", Width+1):     strings.Repeat("🙂", Width) + "…",
		"a" + strings.Repeat("🙂", Width): "a" + strings.Repeat("🙂", Width-1) + "…",
	} {
		require.Equal(t, want, Cut(text))
	}
}

func TestFew(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	for want, words := range map[string][]string{
		"":                               nil,
		"a":                              {"a"},
		"a, b":                           {"a", "b"},
		"a, b and 1 more":                {"a", "b", "c"},
		strings.Repeat("x", Width) + "…": {long},
		"a and 2 more":                   {"a", long, "c"},
		strings.Repeat("x", Width) + "… and 1 more": {long, "b"},
	} {
		require.Equal(t, want, Few(words, 2))
	}
	require.Equal(t, "1 more line 2 more lines 1 pair 0 pairs", strings.Join([]string{More(1, "line"), More(2, "line"), Plural(1, "pair"), Plural(0, "pair")}, " "))
}
