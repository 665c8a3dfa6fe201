package words_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/words"
)

// TestClip checks that characters are counted, and not bytes.
func TestClip(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, in string
		limit            int
		want             string
	}{
		{"short", "it fits", "ab", 3, "ab"},
		{"full", "it fits just so", "abc", 3, "abc"},
		{"long", "the ellipsis is not counted", "abcd", 3, "abc…"},
		{"several bytes", "each is one character", "éé", 2, "éé"},
		{"long, several bytes", "no character is cut", "a🙂é", 2, "a🙂…"},
		{"not UTF-8", "each byte counts", strings.Repeat("\x80", 9), 6, strings.Repeat("\x80", 6) + "…"},
		{"nothing", "nothing fits", "é", 0, "…"},
		{"negative", "it is as 0", "a", -1, "…"},
		{"empty", "nothing is cut", "", 0, ""},
	} {
		require.Equal(t, c.want, words.Clip(c.in, c.limit), "%s: %s", c.name, c.reason)
	}
}

// TestClipError checks that a short error stays as it is.
func TestClipError(t *testing.T) {
	t.Parallel()
	err := errors.New("abc")
	require.Same(t, err, words.ClipError(err, 3))
	require.EqualError(t, words.ClipError(err, 2), "ab…")
	require.NotErrorIs(t, words.ClipError(err, 2), err)
	require.NoError(t, words.ClipError(nil, 2))
}
