package textedit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TestCommentsAboveValue replaces values that are below their key or dash. The comment lines above the value must stay.
func TestCommentsAboveValue(t *testing.T) {
	t.Parallel()
	const long = `["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"]`
	const lines = "- aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n- bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n"
	for _, c := range []struct{ name, text, verb, path, value, want string }{
		{"an empty map gets a key", "a:\n  # c\n  {}\n", "add", "/a/k", "1", "a:\n  # c\n  k: 1\n"},
		{"an empty list gets an element", "a:\n  # c\n  []\n", "add", "/a/-", "1", "a:\n  # c\n- 1\n"},
		{"an empty map below a dash", "-\n  # c\n  {}\n", "add", "/0/k", "1", "-\n  # c\n  k: 1\n"},
		{"two keys", "a:\n  # c\n  {}\nb: 1\n", "replace", "/a", `{"k":1,"l":"x\n"}`, "a:\n  # c\n  k: 1\n  l: |\n    x\nb: 1\n"},
		{"several lines of comments", "a: # 1\n  # 2\n\n  # 3\n  {} # 4\n", "add", "/a/k", "1", "a: # 1\n  # 2\n\n  # 3\n  # 4\n  k: 1\n"},
		{"an anchor", "a: &x\n  # c\n  {}\n", "add", "/a/k", "1", "a: &x\n  # c\n  k: 1\n"},
		{"a comment after an anchor", "a: &x # c\n  {} # d\n", "add", "/a/k", "1", "a: &x # c\n  # d\n  k: 1\n"},
		{"an anchor below comments", "a:\n  # c\n  &x\n  # d\n  {}\n", "add", "/a/k", "1", "a:\n  # c\n  &x\n  # d\n  k: 1\n"},
		{"a map for a scalar", "a:\n  # c\n  x\n", "replace", "/a", `{"k":1}`, "a:\n  # c\n  k: 1\n"},
		{"a map for a scalar below a dash", "-\n  # c\n  x\n", "replace", "/0", `{"k":1,"l":2}`, "-\n  # c\n  k: 1\n  l: 2\n"},
		{"a map for a literal", "a:\n  # c\n  | # d\n   x\nb: 1\n", "replace", "/a", `{"k":1}`, "a:\n  # c\n  # d\n  k: 1\nb: 1\n"},
		{"a string with line breaks", "a:\n  # c\n  1\n", "replace", "/a", `"x\ny\n"`, "a:\n  # c\n  \"x\\ny\\n\"\n"},
		{"a list that is too long for brackets", "a:\n  # c\n  [1]\n", "replace", "/a", long, "a:\n  # c\n" + lines},
		{"an empty map for a string", "k5: &a1\n# c\n  'q'\nb: 1\n", "replace", "/k5", `{}`, "k5: {}\n# c\nb: 1\n"},
		{"a map for a string with an anchor", "a: &x\n# c\n  'q'\n", "replace", "/a", `{"k":1}`, "a:\n# c\n  k: 1\n"},
		{"a map for a string with an anchor and a tab", "? a\n: &x\t# b\n # c\n  'q'\n", "replace", "/a", `{"k":1}`, "? a\n: # b\n # c\n  k: 1\n"},
		{"a number for a literal with an anchor", "a: &x\n  # c\n  | # d\n   x\nb: 1\n", "replace", "/a", "1", "a: 1\n  # c\n  # d\nb: 1\n"},
		{"a number for an anchor below comments", "a:\n  # c\n  &x # d\n  'q'\n", "replace", "/a", "1", "a:\n  # c\n  1 # d\n"},
		{"a map for an anchor below comments", "a:\n  # c\n  &x # d\n  'q'\n", "replace", "/a", `{"k":1}`, "a:\n  # c\n  # d\n  k: 1\n"},
		{"a map for a scalar with an anchor", "a:\n  # c\n  &x q\n", "replace", "/a", `{"k":1}`, "a:\n  # c\n  k: 1\n"},
		{"the text ends with the value", "a:\r\n  # c\r\n  {}", "add", "/a/k", "1", "a:\r\n  # c\r\n  k: 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path, err := jsontree.Parse(c.path)
			require.NoError(t, err)
			patch, err := textedit.NewPatch(operation(jsontree.Verb(c.verb), path, c.value))
			require.NoError(t, err)
			got, err := patch.YAML([]byte(c.text), 0)
			require.NoError(t, err)
			require.Equal(t, c.want, string(got))
			require.NoError(t, patch.Follow([]byte(c.text), "YAML", 0))
		})
	}
}
