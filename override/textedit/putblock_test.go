package textedit_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TestPutBeforeTab replaces values before a tab and a comment. Kubernetes must be able to read the result.
func TestPutBeforeTab(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, value, want string }{
		{"a plain scalar", "it is removed", "? a\n: x\t# t\n", `{"b":1}`, "? a\n: # t\n  b: 1\n"},
		{"a literal", "its header is removed", "? a\n: |\t# t\n  x\n", `{"b":1}`, "? a\n: # t\n  b: 1\n"},
		{"a folded scalar without lines", "its header is removed", "? a\n: >+\t# t\n\n", `{"b":1}`, "? a\n: # t\n  b: 1\n"},
		{"a folded scalar", "its header is removed", "? a\n: >+\t# t\n\n", `[1]`, "? a\n: # t\n- 1\n"},
		{"many blanks", "one of them is a tab", "? a\n: x \t # t\n", `{"b":1}`, "? a\n: # t\n  b: 1\n"},
		{"spaces", "they are allowed", "? a\n: x  # t\n", `{"b":1}`, "? a\n:  # t\n  b: 1\n"},
		{"a tag", "it is removed", "? a\n: !!map\t# t\n  b: 1\n", `[1]`, "? a\n: # t\n- 1\n"},
		{"an anchor", "it is removed", "? a\n: &x\t# t\n  b: 1\n", `[1]`, "? a\n: # t\n- 1\n"},
		{"the tag of a list", "it is removed", "? a\n: !!seq\t# t\n- b\n", `{"b":1}`, "? a\n: # t\n  b: 1\n"},
		{"the tag of a list again", "it is removed", "? a\n: !!seq\t# t\n- b\n", `[1]`, "? a\n: # t\n- 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, verb := range []jsontree.Verb{jsontree.Replace, jsontree.Add} {
				patch, err := textedit.NewPatch(operation(verb, jsontree.Pointer{"a"}, c.value))
				require.NoError(t, err)
				got, err := patch.YAML([]byte(c.text), 0)
				require.NoError(t, err, c.reason)
				require.Equal(t, c.want, string(got), c.reason)
			}
		})
	}
}

// TestPutBeforeTabs replaces values of all kinds by all others, after keys and dashes. Kubernetes must be able to read the result.
func TestPutBeforeTabs(t *testing.T) {
	t.Parallel()
	tried, gaps := 0, []string{"\t", "\t\t", " \t", "\t "}
	if testing.Short() {
		gaps = gaps[:2]
	}
	for _, lead := range []string{"a:", "? a\n:", "-", "-  ", "? a\n:  "} {
		for _, old := range []string{
			"", "x", "'x'", "null", "!!str", "!!null", "&x", "&x !!str", "&x y", "[1]", "{b: 1}", "&x [1]", "|~  x", ">-~  x", ">+~", "|2~  x", "&x |~  x", "!!str >~  x",
			"!!map~  b: 1", "&x~  b: 1", "&x !!map~  b: 1", "!!seq~  - b", "!!seq~- b", "&x\t!!seq~  - b", "~  b: 1", "~  - b", "~  x", "~  'x'", "&x~  y", "!!str~  |\n   y",
		} {
			for _, gap := range gaps {
				text := lead + " " + strings.TrimSuffix(strings.Replace(old, "~", gap+"# t\n", 1), "\n") + "\n"
				if !strings.Contains(old, "~") {
					text = lead + " " + old + gap + "# t\n"
				}
				if _, err := yaml.YAMLToJSON([]byte(text)); err != nil || lead[0] == '-' && strings.Contains(old, "~-") {
					continue // it cannot be parsed, or has two elements
				}
				for _, value := range []string{`1`, `null`, `"x"`, `"x\ny\n"`, `" x"`, `[]`, `{}`, `[1]`, `{"b":1}`, `[[1]]`, `[{"b":"x\n"}]`} {
					path, want := jsontree.Pointer{"a"}, `{"a":`+value+`}`
					if lead[0] == '-' {
						path, want = jsontree.Pointer{"0"}, `[`+value+`]`
					}
					patch, err := textedit.NewPatch(operation(jsontree.Replace, path, value))
					require.NoError(t, err)
					after, err := patch.YAML([]byte(text), 0)
					require.NoError(t, err, "%q with %s", text, value)
					got, err := yaml.YAMLToJSON(after)
					require.NoError(t, err, "%q with %s becomes %q", text, value, after)
					require.True(t, json.Valid(got))
					require.JSONEq(t, want, string(got), "%q with %s becomes %q", text, value, after)
					tried++
				}
			}
		}
	}
	require.Greater(t, tried, 1000)
}
