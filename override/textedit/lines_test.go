package textedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TestLinesOfErrors compares the lines in errors for texts with other line breaks: JSON, which is also YAML.
func TestLinesOfErrors(t *testing.T) {
	t.Parallel()
	patch, err := textedit.NewPatch(operation(jsontree.Remove, jsontree.Pointer{"a", "b"}, ""))
	require.NoError(t, err)
	for _, c := range []struct {
		name, newline string
		line          int
	}{{"LF", "\n", 4}, {"CR LF", "\r\n", 4}, {"CR", "\r", 4}, {"LF and CR", "\n\r", 7}} {
		text := []byte(strings.ReplaceAll("{\n\"c\": 1,\n\"a\":\n{}}\n", "\n", c.newline))
		for name, apply := range map[string]func([]byte) ([]byte, error){"JSON": patch.JSON, "YAML": func(text []byte) ([]byte, error) { return patch.YAML(text, 0) }} {
			_, err := apply(text)
			require.ErrorContains(t, err, fmt.Sprintf("/a (line %d) has no key", c.line), "%s %s", c.name, name)
		}
	}
}
