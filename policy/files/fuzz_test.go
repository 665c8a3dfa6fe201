package files

import (
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// FuzzTemplateReader compares the lines with those of the whole text. CR, LF and CR LF end a line; only LF begins a document.
func FuzzTemplateReader(f *testing.F) {
	for _, text := range []string{"", "{{", "a: {{ b }}\n---\nc\n", "{\n{\n--\n---", "...\r\n{%\n....\n -...\n---{{", "\r{{\r\r---\n...\n\r{%{{\r\n---"} {
		f.Add(text)
	}
	lineEnd := regexp.MustCompile(`\r\n|\r|\n`)
	f.Fuzz(func(t *testing.T, text string) {
		var found, breaks []int
		for i, line := range lineEnd.Split(text, -1) {
			if strings.Contains(line, "{{") || strings.Contains(line, "{%") {
				found = append(found, i+1)
			}
		}
		line := 1
		for _, rest := range strings.Split(text, "\n") {
			if strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "...") {
				breaks = append(breaks, line)
			}
			line += 1 + strings.Count(strings.TrimSuffix(rest, "\r"), "\r")
		}
		if len(found) >= maxLines || len(breaks) >= maxLines {
			return
		}
		for _, r := range []io.Reader{strings.NewReader(text), iotest.HalfReader(strings.NewReader(text))} {
			lines := &templateReader{Reader: r}
			read, err := io.ReadAll(lines)
			require.NoError(t, err)
			require.Equal(t, text, string(read))
			require.Equal(t, found, lines.found)
			require.Equal(t, breaks, lines.breaks)
			for line := range 5 {
				lines.hint(line)
			}
		}
	})
}
