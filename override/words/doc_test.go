package words_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/words"
)

// TestClip cuts strings at the border of a rune.
func TestClip(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, in string
		most             int
		want             string
	}{
		{"short", "it fits", "ab", 3, "ab"},
		{"full", "it fits just so", "abc", 3, "abc"},
		{"long", "the ellipsis is not counted", "abcd", 3, "abc…"},
		{"rune", "no rune is cut", "ab🙂", 4, "ab…"},
		{"rune that fits", "it ends at the limit", "éé", 2, "é…"},
		{"not UTF-8", "bytes without a border stay", strings.Repeat("\x80", 9), 6, "\x80\x80…"},
		{"nothing", "nothing fits", "é", 0, "…"},
		{"negative", "it is as 0", "a", -1, "…"},
		{"empty", "nothing is cut", "", 0, ""},
	} {
		require.Equal(t, c.want, words.Clip(c.in, c.most), "%s: %s", c.name, c.reason)
	}
}
