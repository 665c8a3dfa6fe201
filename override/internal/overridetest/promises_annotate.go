package overridetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	yamlv3 "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// requireAnnotated checks that text is the YAML of the object, and that each comment is on the right line.
func requireAnnotated(t testing.TB, before any, result *override.Result, text string) {
	t.Helper()
	obj, err := result.Object()
	require.NoError(t, err)
	plain, err := textedit.FromJSON([]byte(AsJSON(t, obj.Object)))
	require.NoError(t, err)
	again, err := result.AnnotatedYAML()
	require.NoError(t, err)
	require.Equal(t, text, string(again), "promise 8")
	var decoded any
	require.NoError(t, yaml.Unmarshal([]byte(text), &decoded), "promise 8: %s", text)
	require.JSONEq(t, AsJSON(t, obj.Object), AsJSON(t, decoded), "promise 8: %s", text)

	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var got []string
	var at []int
	for i, line := range strings.Split(strings.TrimSuffix(string(plain), "\n"), "\n") {
		comment, ok := strings.CutPrefix(lines[i], line)
		require.True(t, ok, "promise 8: %q is not %q", lines[i], line)
		if comment != "" {
			require.True(t, strings.HasPrefix(comment, " # "), "promise 8: %q is not %q", lines[i], line)
			got, at = append(got, comment[3:]), append(at, i+1)
		}
	}
	for _, line := range lines[strings.Count(string(plain), "\n"):] {
		require.True(t, strings.HasPrefix(line, "# /"), "promise 8: %q is not a comment", line)
	}

	var document yamlv3.Node
	require.NoError(t, yamlv3.Unmarshal(plain, &document))
	var want []string
	differs := differing(before, obj.Object)
	var walk func(n *yamlv3.Node, p jsontree.Pointer)
	walk = func(n *yamlv3.Node, p jsontree.Pointer) {
		for i, child := range n.Content {
			switch {
			case n.Kind == yamlv3.DocumentNode:
				walk(child, p)
			case n.Kind == yamlv3.SequenceNode:
				walk(child, p.Index(i))
			case i%2 == 1:
				walk(child, p.Child(n.Content[i-1].Value))
			}
		}
		if len(n.Content) == 0 && slices.ContainsFunc(differs, p.Equal) {
			c, _ := result.Blame(p)
			want = append(want, c.Origin.String())
			if len(at) >= len(want) {
				line := n.Line - otherBreaks(string(plain), n.Line)
				require.GreaterOrEqual(t, at[len(want)-1], line, "promise 8: the comment for %s in\n%s", p, text)
			}
		}
	}
	walk(&document, nil)
	require.Equal(t, want, got, "promise 8:\n%s", text)
}

// otherBreaks counts the line breaks before a line that only YAML 1.1 has.
func otherBreaks(text string, line int) int {
	breaks, others := 0, 0
	for _, r := range text {
		switch r {
		case '\n':
			breaks++
		case '\u2028', '\u2029', '\u0085':
			others++
		}
		if breaks+others == line-1 {
			break
		}
	}
	return others
}
