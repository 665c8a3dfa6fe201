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

// TestMixedLineBreaks adds a key with lines of its own to texts with several kinds of line breaks.
func TestMixedLineBreaks(t *testing.T) {
	t.Parallel()
	patch, err := textedit.NewPatch(operation(jsontree.Add, jsontree.Pointer{"b"}, `"x\n\n"`))
	require.NoError(t, err)
	for _, c := range []struct{ reason, text, want string }{
		{"CR alone is kept", "a: 1\r---", "a: 1\rb: |+\r  x\r\r---"},
		{"a CR before an LF would be one line break with it", "\ra: 1\n---", "\ra: 1\nb: |+\n  x\n\n---"},
		{"an LF before a CR is a line break of its own", "\na: 1\r---", "\na: 1\nb: |+\n  x\n\r---"},
		{"the first line break counts", "\r\na: 1\n---", "\r\na: 1\r\nb: |+\r\n  x\r\n\n---"},
	} {
		after, err := patch.YAML([]byte(c.text), 0)
		require.NoError(t, err, c.reason)
		require.Equal(t, c.want, string(after), c.reason)
	}
}

// TestTabsBelow edits plain scalars above lines that have only blanks, with a tab. Kubernetes accepts such a line as a part of the scalar.
func TestTabsBelow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, edits, want string }{
		{"removed at the end", "nothing may stand there but the scalar", "- l\n \t", "remove /0", "[]\n"},
		{"removed in the middle", "the entry above is in quotes", "- \"k\"\n- l\n \t\n\n  \t\n- m\n", "remove /1", "- \"k\"\n\n\n\n- m\n"},
		{"replaced", "quotes end the scalar", "a: x \t\n \t\nb: 1\n", `replace /a "1"`, "a: \"1\" \t\n\nb: 1\n"},
		{"added", "the new value is the one above", "a: x\n \t\n", `add /b "1"`, "a: x\nb: \"1\"\n\n"},
		{"another entry", "the lines are not below the edit", "a: 1\nb: x\n \t\n", `replace /a "2"`, "a: \"2\"\nb: x\n \t\n"},
		{"above a comma", "in brackets, anything may stand there", "a: [x\n \t\n , y]\n", `replace /a/0 "1"`, "a: [\"1\"\n \t\n , y]\n"},
		{"above the end of brackets", "in brackets, anything may stand there", "a: {b: x\n \t\n }\n", `replace /a/b "1"`, "a: {b: \"1\"\n \t\n }\n"},
		{"a block scalar", "the lines are its own", "a: 1\nb: |\n  x\n   \t\n", `replace /a "2"`, "a: \"2\"\nb: |\n  x\n   \t\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			after, err := trial{format: asYAML, text: c.text, ops: patchOf(c.edits)}.edit(t)
			require.NoError(t, err, c.reason)
			require.Equal(t, c.want, after, c.reason)
		})
	}
}

// TestBareTagMoves inserts elements before one that has only the tag "!", which the parser drops.
func TestBareTagMoves(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[!\n]":   "[1, 2, !\n]",
		"[! ]":    "[1, 2, ! ]",
		"[! , x]": "[1, 2, ! , x]",
		"- !\n":   "- 1\n- 2\n- !\n",
	} {
		after, err := trial{format: asYAML, text: text, ops: patchOf("add /0 1\nadd /1 2")}.edit(t)
		require.NoError(t, err, "%q", text)
		require.Equal(t, want, after, "the second edit knows where the tag is")
	}
	after, err := trial{format: asYAML, text: "[!\n]", ops: patchOf("add /0 1\nreplace  null")}.edit(t)
	require.NoError(t, err)
	require.Equal(t, "null", after)
}
