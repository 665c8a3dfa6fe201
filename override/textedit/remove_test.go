package textedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TestRemove removes duplicate and adjacent keys.
func TestRemove(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		format       textFormat
		path         string
		text, want   string
	}{
		{"first two", "each is removed with the text up to the next", asJSON, "/a", `{"a":1,"a":1,"b":1}`, `{"b":1}`},
		{"first two, nested", "it is the same in an object inside", asJSON, "/x/a", `{"x":{"a":1,"a":1,"b":1}}`, `{"x":{"b":1}}`},
		{"first two in flow style", "it is the same in YAML", asYAML, "/a", "{a: 1, a: 1, b: 1}\n", "{b: 1}\n"},
		{"last two", "each is removed with the comma before it", asJSON, "/a", `{"b":1, "a":1, "a":1}`, `{"b":1}`},
		{"all on one line", "nothing remains between the brackets", asJSON, "/a", `{"a":1, "a":1}`, `{}`},
		{"first and last", "each is removed with one comma", asJSON, "/a", `{"a":1,"b":1,"a":1}`, `{"b":1}`},
		{"one on the line, one below", "the comma after the remaining entry is removed once", asJSON, "/a", "{\"x\":1,\"a\":1,\n  \"a\":2\n}", "{\"x\":1\n}"},
		{"below, two on a line", "they have their own line", asJSON, "/a", "{\n  \"x\":1,\n  \"a\":1,\n  \"a\":2, \"a\":3\n}", "{\n  \"x\":1\n}"},
		{"below, with a trailing comma", "one comma remains", asYAML, "/a", "{x: 1,\n  a: 1,\n  a: 2, a: 3,\n}\n", "{x: 1,\n}\n"},
		{"below a comment, with a trailing comma", "the comma is removed with its entry", asYAML, "/a", "{x: 1, # c\n a: 1, }\n", "{x: 1, # c\n  }\n"},
		{"after a colon before a comma", "the colon keeps one comma", asYAML, "/a", "{x:, a: 1,}\n", "{x:,}\n"},
		{"a comment after an absent value", "a blank before it is kept", asYAML, "/a", "{b: 1, a: # c\n  , d: 2}\n", "{b: 1 # c\n  , d: 2}\n"},
		{"a comment between", "a comment that belongs to no entry is kept", asYAML, "/a", "{\n  a: 1,\n\n  # free\n\n  a: 2\n}\n", "{\n\n  # free\n\n}\n"},
		{"below a block scalar", "blank lines below the second would become part of the scalar", asYAML, "/b", "a: |+\n  x\nb: 1\nb: 2\n\nc: 3\n", "a: |+\n  x\nc: 3\n"},
		{"with blank lines between", "blank lines between would become part of the scalar, too", asYAML, "/b", "a: |+\n  x\nb: 1\n\nb: 2\n\nc: 3\n", "a: |+\n  x\nc: 3\n"},
		{"a comment below a block scalar", "the comment ends the scalar, so blank lines are kept", asYAML, "/b", "a: |+\n  x\n# free\n\nb: 1\n\nc: 3\n", "a: |+\n  x\n# free\n\n\nc: 3\n"},
		{"after a dash", "the remaining key follows the dash", asYAML, "/0/b", "- b: '#'\n  b: 2\n  c: 3\n", "- c: 3\n"},
		{"at the end, without a line break", "the text still ends without one", asYAML, "/b", "a: 1\nb: 1\nb: 2", "a: 1"},
		{"after a block scalar at the end", "the line break of its value is kept", asYAML, "/b", "a: |\n  x\nb: 1\nb: 2", "a: |\n  x\n"},
		{"all in a block", "the map becomes {}", asYAML, "/m/a", "m:\n  a: 1\n  a: 2", "m: {}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path, err := jsontree.Parse(c.path)
			require.NoError(t, err)
			tr := trial{format: c.format, text: c.text, ops: []textedit.Operation{operation(jsontree.Remove, path, "")}}
			after, edited := tr.check(t)
			require.True(t, edited, c.reason)
			require.Equal(t, c.want, after, c.reason)
		})
	}
}

// each calls use with every sequence of n elements of from.
func each[T any](from []T, n int, use func([]T)) {
	picked := make([]T, n)
	var next func(i int)
	next = func(i int) {
		if i == n {
			use(picked)
			return
		}
		for _, v := range from {
			picked[i] = v
			next(i + 1)
		}
	}
	next(0)
}

// checkRemoval compares the removal of a key with the oracle.
func checkRemoval(t *testing.T, format textFormat, text string, path ...string) {
	trial{format: format, text: text, ops: []textedit.Operation{operation(jsontree.Remove, path, "")}}.check(t)
}

// TestRemoveInBrackets removes single and duplicate keys, in all layouts of some brackets and separators.
func TestRemoveInBrackets(t *testing.T) {
	t.Parallel()
	keys := [][]string{{"a"}, {"a", "b"}, {"b", "a"}, {"a", "a"}, {"a", "a", "b"}, {"a", "b", "a"}, {"b", "a", "a"}, {"a", "a", "a"}}
	long := [][]string{{"a", "a", "b", "a"}, {"b", "a", "a", "b"}, {"b", "a", "a", "a"}, {"a", "b", "b", "a"}}
	for _, c := range []struct {
		format                 textFormat
		opened, parted, closed []string
		values                 []string
	}{
		{asJSON, []string{"{", "{ ", "{\n  "}, []string{",", ", ", ",\n  ", "\n  , ", " ,\n\n  "}, []string{"}", " }", "\n}"}, []string{"1", "{\n}"}},
		{asYAML, []string{"{", "{ # c\n  "}, []string{",", ",\n  ", "\n  , ", ", # c\n  ", ",\n\n  # d\n  "},
			[]string{"}", " , }", "\n}", ", # c\n}"}, []string{" 1", ""}},
	} {
		for _, value := range c.values {
			for _, opened := range c.opened {
				for _, closed := range c.closed {
					t.Run(fmt.Sprintf("%s %q%q%q", c.format, opened, value, closed), func(t *testing.T) {
						t.Parallel()
						write := func(names []string) {
							each(c.parted, len(names)-1, func(parted []string) {
								var b strings.Builder
								for i, name := range names {
									if i > 0 {
										b.WriteString(parted[i-1])
									}
									fmt.Fprintf(&b, "%q:%s", name, value)
								}
								text := opened + b.String() + closed
								if c.format == asYAML {
									text = "m: " + strings.ReplaceAll(strings.ReplaceAll(text, `"b"`, "b"), "\n", "\n ") + "\nz: 1\n"
									checkRemoval(t, c.format, text, "m", "a")
									return
								}
								checkRemoval(t, c.format, text, "a")
							})
						}
						for _, names := range keys {
							write(names)
						}
						if testing.Short() || opened != "{" || value != c.values[0] {
							return
						}
						for _, names := range long {
							write(names)
						}
					})
				}
			}
		}
	}
}

// TestRemoveInBlocks removes single and duplicate keys, before and after all kinds of values and gaps.
func TestRemoveInBlocks(t *testing.T) {
	t.Parallel()
	values := []string{" 1\n", "\n", " |+\n  x\n", " |+\n  x\n\n", " |\n  x\n", " >-\n  x\n\n", "\n  n:\n    k: |+\n      x\n\n", " [1,\n  2]\n"}
	gaps := []string{"", "\n", "\n# c\n\n"}
	if testing.Short() {
		gaps = gaps[:2]
	}
	for _, keys := range [][]string{{"a"}, {"b", "a", "b"}, {"a", "a", "b"}, {"b", "a", "a"}, {"a", "a"}} {
		for _, value := range values {
			t.Run(fmt.Sprintf("%q %q", keys, value), func(t *testing.T) {
				t.Parallel()
				each(gaps, len(keys), func(gaps []string) {
					for _, second := range values {
						var b strings.Builder
						for i, key := range keys {
							b.WriteString(key + ":" + []string{value, second, " 3\n"}[i] + gaps[i])
						}
						text := b.String()
						inside := strings.TrimRight(strings.ReplaceAll("\n"+text, "\n", "\n  "), " ")
						checkRemoval(t, asYAML, text, "a")
						checkRemoval(t, asYAML, strings.TrimSuffix(text, "\n"), "a")
						checkRemoval(t, asYAML, "m:"+inside+"z: 1\n", "m", "a")
						checkRemoval(t, asYAML, "l:\n-"+inside[2:]+"- 1\n", "l", "0", "a")
						checkRemoval(t, asYAML, "l:\n-"+inside, "l", "0", "a")
					}
				})
			})
		}
	}
}
