package files

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

// FuzzTemplateReader compares the lines with those of the whole text.
func FuzzTemplateReader(f *testing.F) {
	for _, text := range []string{"", "{{", "a: {{ b }}\n---\nc\n", "{\n{\n--\n---", "...\r\n{%\n....\n -...\n---{{"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var found, breaks []int
		for i, line := range strings.Split(text, "\n") {
			if strings.Contains(line, "{{") || strings.Contains(line, "{%") {
				found = append(found, i+1)
			}
			if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") {
				breaks = append(breaks, i+1)
			}
		}
		if len(found) >= mostLines || len(breaks) >= mostLines {
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
