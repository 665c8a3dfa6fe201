package imageparser_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/imageparser"
)

// TestWild calls everything with zero values, unknown components and strings that are not references. It checks that everything returns.
func TestWild(t *testing.T) {
	t.Parallel()
	texts := []string{"", " ", "/", ":", "@", "\x00", "\xff", "a@", "@a:", "//", strings.Repeat("a/", 100_000), strings.Repeat(":", 100_000), strings.Repeat("@", 100_000)}
	for _, text := range texts {
		image, err := imageparser.Parse(text)
		require.Error(t, err)
		require.Zero(t, image)
	}
	var image imageparser.Image
	require.Empty(t, image.String())
	require.Zero(t, image.Parts())
	require.Error(t, imageparser.Parts{}.Check())
	for _, c := range []imageparser.Component{math.MinInt, -1, 0, imageparser.Registry, imageparser.Repository, imageparser.Tag, imageparser.Digest, 99, math.MaxInt} {
		require.NotEmpty(t, c.String())
		require.Empty(t, image.Get(c))
		for _, text := range texts {
			_, _ = image.With(c, text)
			for _, p := range []imageparser.Parts{{}, {Repository: "a"}, {Tag: "a"}, {Digest: "@"}, {Registry: "/"}} {
				_ = p.Get(c)
				_, _ = p.Set(c, text)
				_ = p.String()
			}
		}
	}
}
