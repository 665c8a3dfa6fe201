package words_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/words"
)

// TestPair shows what is left of two long strings.
func TestPair(t *testing.T) {
	t.Parallel()
	a := strings.Repeat("a", 100)
	for _, c := range []struct {
		name, reason, before, after, wantBefore, wantAfter string
	}{
		{"short", "both fit", "1", "2", "1", "2"},
		{"early", "the beginnings differ", "x" + a, "y" + a, "x" + a[:48] + "…", "y" + a[:48] + "…"},
		{"late", "the beginnings are the same", a + "x", a + "y", "…" + a[:48] + "x", "…" + a[:48] + "y"},
		{"longer", "one is the beginning of the other", a, a + "bc", "…" + a[:47], "…" + a[:47] + "bc"},
		{"inside", "the ends are the same", a + "x" + a, a + "yz" + a, "…" + a[:20] + "x" + a[:27] + "…", "…" + a[:20] + "yz" + a[:26] + "…"},
		{"one short", "the other gets the characters that it does not need", "1", a + a, "1", a[:98] + "…"},
		{"no half runes", "the bytes of é and è differ in the second one", strings.Repeat("é", 60) + "é", strings.Repeat("é", 60) + "è",
			"…" + strings.Repeat("é", 49), "…" + strings.Repeat("é", 48) + "è"},
	} {
		before, after := words.Pair(c.before, c.after, 100)
		require.Equal(t, c.wantBefore, before, "%s: %s", c.name, c.reason)
		require.Equal(t, c.wantAfter, after, "%s: %s", c.name, c.reason)
		after, before = words.Pair(c.after, c.before, 100)
		require.Equal(t, []string{c.wantBefore, c.wantAfter}, []string{before, after}, "%s, in the other order", c.name)
	}
}

// TestPairDiffers checks that strings of any length that differ anywhere stay different, valid and short.
func TestPairDiffers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	text := func(most int) string {
		runes := make([]rune, random.IntN(most+1))
		for i := range runes {
			runes[i] = []rune("aé中\"")[random.IntN(4)]
		}
		return string(runes)
	}
	for range 20_000 {
		same, tail := text(200), text(200)
		before, after := same+text(3)+tail, same+text(3)+tail
		if before == after {
			continue
		}
		b, a := words.Pair(before, after, 100)
		require.NotEqual(t, b, a, "%q and %q", before, after)
		require.True(t, utf8.ValidString(b) && utf8.ValidString(a), "%q and %q", before, after)
		require.LessOrEqual(t, utf8.RuneCountInString(b+a), 100, "%q and %q", before, after)
	}
	b, a := words.Pair("\xff\xfe"+strings.Repeat("\x80", 1<<20), strings.Repeat("\x80", 1<<20), 0)
	require.NotPanics(t, func() { words.Pair(b, a, -1) })
}
