package imageparser_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls everything with zero values, unknown components and strings that are not references.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	components := []imageparser.Component{math.MinInt, -1, 0, imageparser.Registry, imageparser.Repository, imageparser.Tag, imageparser.Digest, 99, math.MaxInt}
	texts := []string{"", " ", "/", ":", "@", "\x00", "\xff", "a@", "@a:", "//", strings.Repeat("a/", 100_000), strings.Repeat(":", 100_000), strings.Repeat("@", 100_000)}
	images := []imageparser.Image{{}}
	parts := []imageparser.Parts{{}, {Repository: "a"}, {Tag: "a"}, {Digest: "@"}, {Registry: "/"}}
	for _, text := range texts {
		image, err := imageparser.Parse(text)
		require.Error(t, err)
		require.Zero(t, image)
	}
	each := func(do func(image imageparser.Image, parts imageparser.Parts, c imageparser.Component, text string)) func(*testing.T) {
		return func(*testing.T) {
			for _, image := range images {
				for _, p := range parts {
					for _, c := range components {
						for _, text := range texts {
							do(image, p, c, text)
						}
					}
				}
			}
		}
	}
	exported.Walk(t, map[string]func(t *testing.T){
		"Parse":        func(t *testing.T) { _, err := imageparser.Parse(""); require.Error(t, err) },
		"Image.String": func(t *testing.T) { require.Empty(t, imageparser.Image{}.String()) },
		"Image.Parts":  func(t *testing.T) { require.Zero(t, imageparser.Image{}.Parts()) },
		"Image.Get": each(func(image imageparser.Image, _ imageparser.Parts, c imageparser.Component, _ string) {
			_ = image.Get(c)
		}),
		"Image.With": each(func(image imageparser.Image, _ imageparser.Parts, c imageparser.Component, text string) {
			_, _ = image.With(c, text)
		}),
		"Parts.Get": each(func(_ imageparser.Image, p imageparser.Parts, c imageparser.Component, _ string) { _ = p.Get(c) }),
		"Parts.Set": each(func(_ imageparser.Image, p imageparser.Parts, c imageparser.Component, text string) {
			_, _ = p.Set(c, text)
		}),
		"Parts.String":     each(func(_ imageparser.Image, p imageparser.Parts, _ imageparser.Component, _ string) { _ = p.String() }),
		"Parts.Check":      func(t *testing.T) { require.Error(t, imageparser.Parts{}.Check()) },
		"Component.String": each(func(_ imageparser.Image, _ imageparser.Parts, c imageparser.Component, _ string) { _ = c.String() }),
	})
}
