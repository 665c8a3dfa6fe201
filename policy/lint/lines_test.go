package lint_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/lint"
)

// TestLines puts a comment before every input, and checks that the findings are as many lines further down as the comment has, whatever else ends a line for
// a YAML parser.
func TestLines(t *testing.T) {
	t.Parallel()
	moved := 0
	comments := map[string]int{"# a\n": 1, "# a\u0085# b\u2028# c\u2029# d\n": 1, "# a\r# b\r\n": 2}
	if testing.Short() {
		comments = map[string]int{"# a\r# b\r\n": 2}
	}
	for name, text := range inputs(t) {
		if strings.HasPrefix(strings.TrimSpace(text), "{") {
			continue // a comment before JSON makes it YAML
		}
		before := lint.Check(lenient(text), lint.Options{})
		for comment, lines := range comments {
			after := lint.Check(lenient(comment+text), lint.Options{})
			require.Len(t, after, len(before), name)
			for i, f := range before {
				if f.Line > 0 {
					f.Line += lines
					moved++
				}
				require.Equal(t, f.String(), after[i].String(), "%s after %q", name, comment)
			}
		}
	}
	require.Greater(t, moved, 100*len(comments))
}
