package textedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TestRemove shows what remains when keys are taken away that stand twice, and what stands next to each other.
func TestRemove(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		format       textFormat
		path         string
		text, want   string
	}{
		{"first two", "the first goes with what follows it, and so does the second", asJSON, "/a", `{"a":1,"a":1,"b":1}`, `{"b":1}`},
		{"first two, nested", "the same inside", asJSON, "/x/a", `{"x":{"a":1,"a":1,"b":1}}`, `{"x":{"b":1}}`},
		{"first two in flow style", "the same in YAML", asYAML, "/a", "{a: 1, a: 1, b: 1}\n", "{b: 1}\n"},
		{"last two", "each goes with the comma before it", asJSON, "/a", `{"b":1, "a":1, "a":1}`, `{"b":1}`},
		{"all on one line", "nothing remains between the brackets", asJSON, "/a", `{"a":1, "a":1}`, `{}`},
		{"first and last", "one comma goes with each", asJSON, "/a", `{"a":1,"b":1,"a":1}`, `{"b":1}`},
		{"one beside, one below", "the comma behind what remains goes once", asJSON, "/a", "{\"x\":1,\"a\":1,\n  \"a\":2\n}", "{\"x\":1\n}"},
		{"below, two on a line", "they have their line for themselves", asJSON, "/a", "{\n  \"x\":1,\n  \"a\":1,\n  \"a\":2, \"a\":3\n}", "{\n  \"x\":1\n}"},
		{"below, with a comma behind the last", "it stays one comma", asYAML, "/a", "{x: 1,\n  a: 1,\n  a: 2, a: 3,\n}\n", "{x: 1,\n}\n"},
		{"below a comment, with a comma behind", "the comma goes with its entry", asYAML, "/a", "{x: 1, # c\n a: 1, }\n", "{x: 1, # c\n  }\n"},
		{"behind a colon that leans", "the colon keeps one comma", asYAML, "/a", "{x:, a: 1,}\n", "{x:,}\n"},
		{"a comment behind no value", "it still has a blank before it", asYAML, "/a", "{b: 1, a: # c\n  , d: 2}\n", "{b: 1 # c\n  , d: 2}\n"},
		{"a comment between", "what belongs to no entry stays", asYAML, "/a", "{\n  a: 1,\n\n  # free\n\n  a: 2\n}\n", "{\n\n  # free\n\n}\n"},
		{"below a block scalar", "blank lines below the second would become part of the scalar", asYAML, "/b", "a: |+\n  x\nb: 1\nb: 2\n\nc: 3\n", "a: |+\n  x\nc: 3\n"},
		{"with blank lines between", "and so would those between", asYAML, "/b", "a: |+\n  x\nb: 1\n\nb: 2\n\nc: 3\n", "a: |+\n  x\nc: 3\n"},
		{"a comment below a block scalar", "it ends the scalar, so that blank lines may stay", asYAML, "/b", "a: |+\n  x\n# free\n\nb: 1\n\nc: 3\n", "a: |+\n  x\n# free\n\n\nc: 3\n"},
		{"behind a dash", "the dash goes on with what remains", asYAML, "/0/b", "- b: '#'\n  b: 2\n  c: 3\n", "- c: 3\n"},
		{"at the end, without a line break", "the text still ends without one", asYAML, "/b", "a: 1\nb: 1\nb: 2", "a: 1"},
		{"behind a block scalar at the end", "it keeps the line break that it reads as", asYAML, "/b", "a: |\n  x\nb: 1\nb: 2", "a: |\n  x\n"},
		{"all in a block", "the key closes its brackets", asYAML, "/m/a", "m:\n  a: 1\n  a: 2", "m: {}"},
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

// each gives every way to pick one of some things for each of so many places.
func each[T any](from []T, places int, use func([]T)) {
	picked := make([]T, places)
	var next func(i int)
	next = func(i int) {
		if i == places {
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

// holdRemoval holds the removal of a key against the oracle.
func holdRemoval(t *testing.T, format textFormat, text string, path ...string) {
	trial{format: format, text: text, ops: []textedit.Operation{operation(jsontree.Remove, path, "")}}.check(t)
}

// TestRemoveInBrackets removes a key that stands once or several times, in every layout that is made of some brackets and separators.
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
									holdRemoval(t, c.format, text, "m", "a")
									return
								}
								holdRemoval(t, c.format, text, "a")
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

// TestRemoveInBlocks removes a key that stands once or several times, behind and before values and gaps of every kind.
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
						holdRemoval(t, asYAML, text, "a")
						holdRemoval(t, asYAML, strings.TrimSuffix(text, "\n"), "a")
						holdRemoval(t, asYAML, "m:"+inside+"z: 1\n", "m", "a")
						holdRemoval(t, asYAML, "l:\n-"+inside[2:]+"- 1\n", "l", "0", "a")
						holdRemoval(t, asYAML, "l:\n-"+inside, "l", "0", "a")
					}
				})
			})
		}
	}
}
