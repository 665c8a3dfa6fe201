package yamltext_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	yamlv2 "go.yaml.in/yaml/v2"
	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/yamltext"
)

// tags returns n different directives, each after a text.
func tags(n int, before string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%%TAG !a%d! x\n", before, i)
	}
	return b.String()
}

// wide encodes a text in UTF-16 with a byte order mark.
func wide(s string, little bool) string {
	var b strings.Builder
	for _, r := range "\ufeff" + s {
		if little {
			b.Write([]byte{byte(r), byte(r >> 8)})
		} else {
			b.Write([]byte{byte(r >> 8), byte(r)})
		}
	}
	return b.String()
}

func TestCheck(t *testing.T) {
	t.Parallel()
	const most = yamltext.MaxDirectives
	large := strings.Repeat("x", yamltext.MaxDirectiveBytes)
	for _, c := range []struct {
		name, reason, text string
		refused            bool
	}{
		{"an empty text", "it has no directives", "", false},
		{"the limit", "it is allowed", tags(most, "") + "---\na: 1\n", false},
		{"one more", "each tag is compared with each directive", tags(most+1, "") + "---\na: 1\n", true},
		{"without a marker", "the parser reads them before it finds the error", tags(most+1, "") + "a: 1\n", true},
		{"without anything", "the same", tags(most+1, ""), true},
		{"a long prefix", "each tag that uses it copies it", "%TAG ! " + large + "\n---\na: 1\n", true},
		{"several prefixes", "together they are too long", "%TAG !a! " + large[500:] + "\n%TAG !b! " + large[500:] + "\n---\na: 1\n", true},
		{"between comments", "comments, blank lines and a version do not end a row", "%YAML 1.1\n" + tags(most+1, "# c\n \n\n") + "---\na: 1\n", true},
		{"after a byte order mark", "the parser skips it", "\ufeff" + tags(most+1, "") + "---\na: 1\n", true},
		{"after a document", "a later document has directives, too", "a: 1\n...\n" + tags(most+1, "") + "---\nb: 1\n", true},
		{"after a document without an end", "the parser ends it at the directive", "a: 1\n" + tags(most+1, "") + "---\nb: 1\n", true},
		{"after an indented comment", "the column of the directive counts", "   # c\n" + tags(most+1, "") + "---\n", true},
		{"two documents", "each has its own", tags(6, "") + "---\na: 1\n...\n" + tags(6, "") + "---\nb: 1\n", false},
		{"carriage returns", "they end lines", strings.ReplaceAll(tags(most+1, "")+"---\na: 1\n", "\n", "\r"), true},
		{"the other line breaks", "they end lines, too", strings.ReplaceAll(tags(4, "")+"\n", "\n", "\u0085") + strings.ReplaceAll(tags(8, "")[4:], "\n", "\u2028") + "---\n", false},
		{"next lines", "they end lines", strings.ReplaceAll(tags(most+1, "")+"---\na: 1\n", "\n", "\u0085"), true},
		{"line separators", "they end lines", strings.ReplaceAll(tags(most+1, "")+"---\na: 1\n", "\n", "\u2028"), true},
		{"UTF-16", "parsers read it", wide(tags(most+1, "")+"---\na: 1\n", true), true},
		{"UTF-16, the other byte order", "parsers read it", wide(tags(most+1, "")+"---\na: 1\n", false), true},
		{"a block scalar", "its lines are indented", "a: |\n" + tags(40, "  ") + "b: 1\n", false},
		{"LaTeX", "a percent sign begins its comments", "a: |\n" + strings.Repeat("  % a comment\n  \\foo\n", 40), false},
		{"LaTeX in quotes", "the lines of a quoted scalar need no indentation", "a: \"\n" + strings.Repeat("% a comment\n", 40) + "\"\n", false},
		{"double quotes", "inside they are not directives", "a: \"\n" + tags(40, "") + "\"\nb: 1\n", false},
		{"single quotes", "the same", "a: '\n" + tags(40, "") + "'\nb: 1\n", false},
		{"brackets and quotes", "the same", "[a, '\n" + tags(40, "") + "', b]\n", false},
		{"a plain scalar over lines", "at the root its lines need no indentation", "a\n" + tags(40, ""), false},
		{"a percent sign in the middle", "it does not begin a line", "a:\n" + strings.Repeat("- x %TAG ! y\n", 40), false},
		{"after a byte order mark inside", "the mark is in the first column", "a: 1\n" + tags(40, "\ufeff"), false},
		{"an unknown directive", "the parser stops at the first one", strings.Repeat("%FOO a\n", 40) + "---\na: 1\n", false},
		{"an error before them", "the parser stops there", "a: [\n---\n" + tags(40, ""), false},
		{"in quotes, and then directives", "the first of the row are in the scalar", "---\n'\n" + tags(40, "") + "'\n...\n" + tags(40, "") + "---\nb: 1\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := yamltext.Check([]byte(c.text))
			require.Equal(t, c.refused, err != nil, "%s: %v", c.reason, err)
			if c.refused {
				require.ErrorContains(t, err, "directives")
				return
			}
			var want, got yamlv3.Node
			require.Equal(t, yamlv3.Unmarshal([]byte(c.text), &want), yamltext.Node([]byte(c.text), &got), c.reason)
			require.Equal(t, want, got, "the text is parsed as it is")
		})
	}
	require.EqualError(t, yamltext.Check([]byte(tags(40, "")+"---\n")), "found 40 directives of 470 bytes, expected at most 10 of 1000")
	require.EqualError(t, yamltext.CheckDirectives([]byte(tags(2, "")+"---\n"), 1), "found 2 directives of 22 bytes, expected at most 1 of 1000")
}

// TestCheckComments has comments after nested lists: the parser compares each comment with each level that ends there.
func TestCheckComments(t *testing.T) {
	t.Parallel()
	comments := func(n int) string { return strings.Repeat("  #\n   #\n", n/2) }
	for _, c := range []struct {
		name, reason, text string
		refused            bool
	}{
		{"few levels", "they are fast", strings.Repeat("- ", 90) + "x\n" + comments(100_000) + "- y\n", false},
		{"few comments", "they are fast", strings.Repeat("- ", 9000) + "x\n" + comments(5000) + "- y\n", false},
		{"both", "their product is limited", strings.Repeat("- ", 9000) + "x\n" + comments(10_000) + "- y\n", true},
		{"again and again", "the sum is limited", strings.Repeat(strings.Repeat("- ? ", 500)+"x\n"+comments(6000), 10), true},
		{"no nesting", "a list of dashes in a text", "a: |\n" + strings.Repeat("  - - - - # c\n", 100_000), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := yamltext.Check([]byte(c.text))
			require.Equal(t, c.refused, err != nil, "%s: %v", c.reason, err)
		})
	}
}

// FuzzCheck compares the check with the parser: a text that is refused has more directives than the limit before a line of ---, or in a text
// that no parser reads.
func FuzzCheck(f *testing.F) {
	for _, text := range []string{
		tags(11, "") + "---\na: 1\n", "a: '\n" + tags(11, "") + "'\n", "a\n" + tags(11, ""), "a: 1\n" + tags(11, "") + "---\n",
		"'\n" + tags(8, "") + "'\n" + tags(8, "") + "---\nb: 1\n", "\ufeff" + tags(11, "\r"), "a: |\n" + tags(11, " "),
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 2000 || strings.Contains(string(text), "TAX") {
			return
		}
		refused := yamltext.CheckDirectives(text, 3) != nil
		if !refused {
			return
		}
		// Renaming all directives must be an error in the line of one: a scalar could have any name.
		renamed := strings.ReplaceAll(string(text), "%TAG", "%TAX")
		decoder := yamlv3.NewDecoder(strings.NewReader(renamed))
		for {
			err := decoder.Decode(new(yamlv3.Node))
			if errors.Is(err, io.EOF) {
				t.Fatalf("%q is refused, but has no directives", text)
			}
			if err != nil {
				require.ErrorContains(t, err, "unknown directive", "%q", text)
				return
			}
		}
	})
}

// TestGrowth reads texts with many directives in every function. Each must refuse them at once. Only CheckSize leaves that to the parser, and must
// not read them.
func TestGrowth(t *testing.T) {
	t.Parallel()
	for _, head := range []string{"", "a: 1\n", "a: 1\n...\n"} {
		text := []byte(head + tags(200_000, "") + "---\na: 1\n")
		for _, read := range []func() error{
			func() error { return yamltext.Node(text, new(yamlv3.Node)) },
			func() error { return yamltext.Nodes(text)(new(yamlv3.Node)) },
			func() error { _, err := yamltext.ToJSON(text); return err },
			func() error { _, err := yamltext.ToJSONStrict(text); return err },
			func() error { return yamltext.Unmarshal(text, new(any)) },
			func() error { return yamltext.UnmarshalStrict(text, new(any)) },
			func() error { _, err := yamltext.FromJSON(text); return err },
			func() error { return yamltext.CheckSyntax(text, 0) },
		} {
			require.ErrorContains(t, read(), "found 200000 directives", "%q", head)
		}
		require.NoError(t, yamltext.CheckSize(text, 1, 1), "%q", head)
	}
}

// TestExpanded reads texts that are large only when their aliases are expanded.
func TestExpanded(t *testing.T) {
	t.Parallel()
	long := "a: &a " + strings.Repeat("x", 50_000) + "\nb: [" + strings.Repeat("*a,", 10_000) + "]\n"
	deep := "a0: &a0 x\n"
	for i := range 3 {
		deep += fmt.Sprintf("a%d: &a%d %s*a%d%s\n", i+1, i+1, strings.Repeat("[", 4000), i, strings.Repeat("]", 4000))
	}
	ahead := long + "---\n@\n"
	require.NoError(t, yamlv2.Unmarshal([]byte("a: 1\n---\n@\n"), new(any)), "the other parser does not read the second document")
	for _, c := range []struct{ name, text, want string }{
		{"long", long, "the text is too large when its aliases are expanded"},
		{"deep", deep, "the text nests 12001 levels deep, expected at most 10000"},
		{"an error that only one parser finds", ahead, "yaml: line 4: found character that cannot start any token"},
		{"an error that both find", long + "c: @\n", "yaml: line 3: found character that cannot start any token"},
		{"a bomb", aliasBomb(30), "the text is too large when its aliases are expanded"},
	} {
		_, err := yamltext.ToJSON([]byte(c.text))
		require.EqualError(t, err, c.want, c.name)
		require.Error(t, yamltext.Unmarshal([]byte(c.text), new(any)), c.name)
	}
}
