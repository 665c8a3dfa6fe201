package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTable(t *testing.T) {
	t.Parallel()
	var table Table
	table.Row("OBJECT", "CHANGES")
	table.Row("Pod a", "x | `y`")
	table.Row("", "line\nbreak")
	var text, markdown strings.Builder
	require.NoError(t, table.Text(&text))
	require.NoError(t, table.Markdown(&markdown))
	require.Equal(t, "OBJECT  CHANGES\nPod a   x | `y`\n        line\uFFFDbreak\n", text.String())
	require.Equal(t, "| OBJECT | CHANGES |\n| --- | --- |\n| `Pod a` | `` x \\| `y` `` |\n| | `line\uFFFDbreak` |\n", markdown.String())
}

// TestTableBackslash has a bar after a backslash: it must not end the cell, and the rest must not be Markdown.
func TestTableBackslash(t *testing.T) {
	t.Parallel()
	var table Table
	table.Row("OBJECT")
	table.Row(`p\|@a <b>`)
	var markdown strings.Builder
	require.NoError(t, table.Markdown(&markdown))
	require.Equal(t, "| OBJECT |\n| --- |\n| <code>p&#92;&#124;&#64;a &#60;b&#62;</code> |\n", markdown.String())
}

// TestTableHead has names of columns: a plan has a column for each cluster, with the name that its document has.
func TestTableHead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, cell, want string }{
		{"words", "they are plain", "NEW POLICIES", "NEW POLICIES"},
		{"a cluster", "valid names are plain", "eu-1.example", "eu-1.example"},
		{"no name", "an empty text stays empty", "", ""},
		{"a bar", "it would be another column", "a|b", "`a\\|b`"},
		{"an element", "a page would interpret it", "<b>", "`<b>`"},
		{"a mention", "a comment would notify someone", "@all", "`@all`"},
		{"a backquote", "the fence is longer", "a`b", "`` a`b ``"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var table Table
			table.Row("TEMPLATE", c.cell)
			var markdown strings.Builder
			require.NoError(t, table.Markdown(&markdown))
			require.Equal(t, strings.TrimRight("| TEMPLATE | "+c.want, " ")+" |\n| --- | --- |\n", markdown.String(), c.reason)
		})
	}
}
