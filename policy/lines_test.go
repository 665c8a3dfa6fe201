package policy_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
)

// lineBreaks are those of YAML 1.1, with the number of lines that each ends in a stream.
var lineBreaks = []struct {
	name, text string
	lines      int
}{
	{"LF", "\n", 1}, {"CR LF", "\r\n", 1}, {"CR", "\r", 1}, {"LF and CR", "\n\r", 2}, {"CR CR LF", "\r\r\n", 2},
	{"NEL", "\u0085", 0}, {"LS", "\u2028", 0}, {"PS", "\u2029", 0}, {"NEL and LF", "\u0085\n", 1}, {"CR and LS", "\r\u2028", 1},
}

// TestLines puts each line break into the documents of a stream, and compares the lines of errors and of fields that come after it.
func TestLines(t *testing.T) {
	t.Parallel()
	const head = "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\n"
	for _, c := range []struct {
		name, before string
		text         string // BREAK is the line break, and HERE where the error is expected
		reason       string
	}{
		{"an unknown field after a comment", "", head + "# aBREAK# b\nmetadata: {name: p}\nspec:\n  HERE\n  x: 1\n", `unknown field "spec.x"`},
		{"an unknown field in another document", "a: 1 # aBREAK# b\n---\n", head + "metadata: {name: p}\nspec:\n  HERE\n  x: 1\n", `unknown field "spec.x"`},
		{"an unknown field after a string", "", head + "metadata: {name: p, annotations: {a: \"bBREAK  c\"}}\nspec:\n  HERE\n  x: 1\n", `unknown field "spec.x"`},
		{"an unknown field after a plain string", "", head + "metadata: {name: p, annotations: {a: bBREAK  c}}\nspec:\n  HERE\n  x: 1\n", `unknown field "spec.x"`},
		{"an unknown field after a block", "", head + "metadata:\n  name: p\n  annotations:\n    a: |\n      bBREAK      c\nspec:\n  HERE\n  x: 1\n", `unknown field "spec.x"`},
		{"an unknown field of an item", "", "apiVersion: v1\nkind: List\nitems: # aBREAK# b\n- apiVersion: policy.karmada.io/v1alpha1\n  kind: OverridePolicy\n  metadata: {name: p}\n  HERE\n  x: 1\n", `unknown field "x"`},
		{"a repeated key", "", "a: 1 # aBREAK# b\nb: 1\nHERE\na: 2\n", " is repeated"},
		{"a number that is too large", "", "a: 1 # aBREAK# b\nHERE\nb: 1e999\n", "does not fit float64"},
		{"a character that begins nothing", "", "a: 1 # aBREAK# b\nHERE\nb: @\n", "found character that cannot start any token"},
		{"a second value", "", "{a: 1} # aBREAK# b\nHERE\n{b: 1}\n", "there is content after the end of the document"},
		{"a document without a kind", "a: 1 # aBREAK# b\n", "HERE\n---\nb: 1\n", "is missing, expected a string"},
	} {
		for _, b := range lineBreaks {
			before, after, found := strings.Cut(strings.ReplaceAll(c.before+c.text, "BREAK", b.text), "HERE\n")
			require.True(t, found, c.name)
			before = strings.TrimSuffix(before, "  ")
			after = strings.TrimPrefix(after, "\n")
			line := 1 + strings.Count(strings.ReplaceAll(c.before+c.text[:strings.Index(c.text, "HERE")], "BREAK", ""), "\n") + b.lines
			_, err := policy.Decode(strings.NewReader(before + after))
			require.ErrorContains(t, err, c.reason, "%s, %s", c.name, b.name)
			require.ErrorContains(t, err, fmt.Sprintf("(line %d): ", line), "%s, %s", c.name, b.name)
		}
	}
}

// TestLinesOfJSON has the line breaks that JSON allows in strings, and as white space.
func TestLinesOfJSON(t *testing.T) {
	t.Parallel()
	const text = `{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy",OUT"metadata": {"name": "p", "annotations": {"a": "bINc"}},` + "\n" + `"x": 1}`
	for _, c := range []struct {
		name, in, out string
		line          int
	}{
		{"NEL in a string", "\u0085", "", 2}, {"LS in a string", "\u2028", "", 2}, {"PS in a string", "\u2029", "", 2},
		{"CR between fields", "", "\r", 3}, {"CR LF between fields", "", "\r\n", 3}, {"both", "\u2029", "\r", 3},
	} {
		value := strings.NewReplacer("IN", c.in, "OUT", c.out).Replace(text)
		_, err := policy.Decode(strings.NewReader(value))
		require.ErrorContains(t, err, fmt.Sprintf("document 1 (line %d): ", c.line), c.name)
		require.ErrorContains(t, err, `unknown field "x"`, c.name)
		_, err = policy.Decode(strings.NewReader(value + "\r" + value))
		require.ErrorContains(t, err, fmt.Sprintf("document 2 (line %d): ", 2*c.line), c.name)
		_, err = policy.Decode(strings.NewReader(node("n") + "\r\n\r" + value[:len(value)-1]))
		require.ErrorContains(t, err, fmt.Sprintf("(line %d): the stream of JSON values breaks: unexpected EOF", 2+c.line), c.name)
		values, err := policy.Decoder{}.DecodeValues(strings.NewReader(value + "\r" + value))
		require.NoError(t, err, c.name)
		require.Equal(t, c.line+1, values[1].Line, c.name)
	}
}

// TestPositionBreaks compares the lines of fields with those of a count of LF, CR LF and CR in random documents.
func TestPositionBreaks(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var b strings.Builder
		lines := map[string]int{}
		line := 1
		add := func(text string, breaks int) { b.WriteString(text); line += breaks }
		add("# a\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n", 6)
		for i := range 20 {
			name := fmt.Sprintf("k%02d", i)
			lines[name] = line
			at := lineBreaks[random.IntN(len(lineBreaks))]
			for _, part := range [][2]string{{"  " + name + ": \"a", "b\"\n"}, {"  " + name + ": a # b", "  # c\n"},
				{"  " + name + ": |\n    a", "    b\n"}, {"  " + name + ": a\n\n  # b", "\n"}}[random.IntN(4)] {
				add(part, strings.Count(part, "\n"))
				if part[0] == ' ' && strings.Contains(part, name) {
					if at.text[len(at.text)-1] == '\r' && strings.Contains(part, "# b") {
						at = lineBreaks[0] // CR and the LF of the next part would be one break
					}
					add(at.text, at.lines)
				}
			}
		}
		bundle, err := policy.Decode(strings.NewReader(b.String()))
		require.NoError(t, err, "%q", b.String())
		for name, want := range lines {
			got := bundle.Position(override.Ref{APIVersion: "v1", Kind: "ConfigMap", Name: "c"}, "data["+name+"]")
			require.Equal(t, policy.Position{Document: 1, Line: want}, got, "%s in %q", name, b.String())
		}
	}
}
