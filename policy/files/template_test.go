package files

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestTemplateReader(t *testing.T) {
	t.Parallel()
	const text = "a: {b: c}\nd: {{ e }}{{ f }}\n---\n{\n{g: h\n{% if i %}\n--- {{ j }}\nk: l\n...\nm: n\np: {{ q }}\n---\nr: s\n"
	for name, r := range map[string]io.Reader{"at once": strings.NewReader(text), "a byte at a time": iotest.OneByteReader(strings.NewReader(text))} {
		lines := &templateReader{Reader: r}
		_, err := io.ReadAll(lines)
		require.NoError(t, err, name)
		require.Equal(t, []int{2, 6, 7, 11}, lines.found, "%s: braces on two lines are YAML", name)
		require.Equal(t, []int{3, 7, 9, 12}, lines.breaks, name)
		for line, want := range map[int]string{1: "line 2 looks", 2: "line 2 looks", 3: "line 6 looks", 6: "line 6 looks",
			7: "line 7 looks", 8: "line 7 looks", 9: "line 11 looks", 10: "line 11 looks", 12: "", 13: ""} {
			require.Contains(t, lines.hint(line), want, "%s: line %d", name, line)
			require.Equal(t, want == "", lines.hint(line) == "", "%s: line %d", name, line)
		}
	}
}

// TestTemplateReaderBreaks counts lines as package policy does. Only LF separates documents.
func TestTemplateReaderBreaks(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]io.Reader{
		"at once":          strings.NewReader("# a\r# b\r---\r\n{{ c }}\r---\r\n---\n{{ d }}\u0085{{ e }}"),
		"a byte at a time": iotest.OneByteReader(strings.NewReader("# a\r# b\r---\r\n{{ c }}\r---\r\n---\n{{ d }}\u0085{{ e }}")),
	} {
		lines := &templateReader{Reader: r}
		_, err := io.ReadAll(lines)
		require.NoError(t, err, name)
		require.Equal(t, []int{4, 7}, lines.found, name)
		require.Equal(t, []int{6}, lines.breaks, name)
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
