package overrider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
)

// TestEmbeddedDirectives has strings with many lines that begin with a percent sign. Only directives are limited.
func TestEmbeddedDirectives(t *testing.T) {
	t.Parallel()
	var directives strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&directives, "%%TAG !a%d! x\n", i)
	}
	for _, c := range []struct {
		name, reason, text, want string
	}{
		{"directives", "the parser compares each with all others", directives.String() + "---\na: 1\n", "found 40000 directives of 588890 bytes, expected at most 10 of 1000"},
		{"LaTeX", "a block scalar has no directives", "a: 1\nb: |\n" + strings.Repeat("  % a comment\n", 1000), ""},
		{"quotes", "neither has a scalar in quotes", "a: 1\nb: '\n" + directives.String() + "'\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o, err := overrider.Embedded(overrider.EmbeddedText{At: jsontree.Pointer{"data", "x"}, Format: overrider.TextYAML},
				[]overrider.TextOperation{{Op: jsontree.Replace, Path: "/a", Value: []byte("2")}})
			require.NoError(t, err)
			text := []byte(c.text)
			edited, err := o.(overrider.TextEditor).Edit(text)
			if c.want != "" {
				require.EqualError(t, err, c.want, c.reason)
				return
			}
			require.NoError(t, err, c.reason)
			require.Equal(t, strings.Replace(c.text, "a: 1", "a: 2", 1), string(edited))
		})
	}
}
