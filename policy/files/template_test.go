package files

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy"
)

func TestTemplateReader(t *testing.T) {
	t.Parallel()
	const text = "a: {b: c}\nd: {{ e }}{{ f }}\n---\n{\n{g: h\n{% if i %}\n"
	for name, r := range map[string]io.Reader{"at once": strings.NewReader(text), "a byte at a time": iotest.OneByteReader(strings.NewReader(text))} {
		lines := &templateReader{Reader: r}
		_, err := io.ReadAll(lines)
		require.NoError(t, err, name)
		require.Equal(t, []int{2, 6}, lines.found, "%s: braces on two lines are YAML", name)
		require.Contains(t, lines.hint(&policy.Error{Document: 2, Line: 3, Err: io.EOF}), "line 6 looks like a template")
		require.Empty(t, lines.hint(&policy.Error{Document: 3, Line: 7, Err: io.EOF}), "a document after all templates")
		require.Empty(t, lines.hint(errors.New("too long")), "not about a document")
	}
}

func TestExcludes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"tsconfig.json", "web/tsconfig.json", true},
		{"web/*.json", "web/tsconfig.json", true},
		{"*.json", "web/tsconfig.json", true},
		{"web", "web/tsconfig.json", false}, // the folder itself matches, and is not entered
		{"*/*.yaml", "web/tsconfig.json", false},
	} {
		require.Equal(t, c.want, excludes([]string{"other", c.pattern}, c.name), c.pattern)
	}
	require.Error(t, CheckPattern("["))
	require.Error(t, CheckPattern(""))
	require.NoError(t, CheckPattern("charts/*"))
}
