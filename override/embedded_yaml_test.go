package override_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
)

// TestEmbeddedYAML shows what becomes of a YAML text.
func TestEmbeddedYAML(t *testing.T) {
	t.Parallel()
	const suits = "expected YAML that the operations suit: "
	for _, c := range []struct {
		name, reason string
		text         string
		operations   []string
		want         string // empty: nothing changes
		err          string
	}{
		{"sorted", "keys come out sorted, in block style", "z: {b: 1, a: [x]}\nm: \"q\"\n", []string{`add /a "it: is"`}, "a: 'it: is'\nm: q\nz:\n  a:\n  - x\n  b: 1\n", ""},
		{"a list", "a document may be a list", "- a\n- b\n", []string{"remove /0"}, "- b\n", ""},
		{"JSON", "JSON is YAML", `{"a": 1}`, []string{"add /b true"}, "a: 1\nb: true\n", ""},
		{"from nothing", "an empty document is null, which another may take the place of", "", []string{`add  {"a":1}`}, "a: 1\n", ""},
		{"already so", "a text that is written as it was is no change", "a: 1\n", []string{"replace /a 1"}, "", ""},
		{"key on", "on is the key true, as Kubernetes reads YAML", "on: push\n", []string{`replace /true "pull"`}, "\"true\": pull\n", ""},
		{"the last of equal keys", "it wins", "a: 1\na: 2\n", []string{"add /b 1"}, "a: 2\nb: 1\n", ""},
		{"null", "a key without a value has null", "a:\n", []string{"test /a null", "add /b null"}, "a: null\nb: null\n", ""},
		{"a long text", "a text of several lines stays one", "a: |\n  x\n  z\n", []string{"add /b 1"}, "a: |\n  x\n  z\nb: 1\n", ""},

		{"no YAML", "the text must be YAML", "a: [", []string{"add /b 1"}, "", `/text is a text of 4 bytes, ` + suits + "yaml: line 1: did not find expected node content"},
		{"a scalar", "operations have no places in it", "5", []string{`replace  {}`}, "", `/text is a text of 1 bytes, ` + suits + "json: cannot unmarshal number into Go value of type map[string]*jsonpatch.lazyNode"},
		{"no number", "what JSON cannot say cannot be edited", "a: .inf\n", []string{"add /b 1"}, "", `/text is a text of 8 bytes, ` + suits + "json: unsupported value: +Inf"},
		{"below nothing", "an empty document has no places", "", []string{"add /a 1"}, "", `/text is a text of 0 bytes, ` + suits + "error in add for path: '/a': invalid value, expected object"},
		{"a panic", "where json-patch panics there is an error", "a: [null]\n", []string{"test /a [null]"}, "", `/text is a text of 10 bytes, ` + suits + "an operation finds null where it needs an object or a list"},
		{"one alias too many", "a text that would unfold without bounds is refused", bomb(12), []string{"add /z 1"}, "", `/text is a text of 446 bytes, ` + suits + "the text comes to too much when its aliases are written out"},
	} {
		want := ""
		var skips, warnings []string
		if c.want != "" {
			want = asText(c.want)
		} else {
			skips = []string{"everything was already so"}
		}
		if c.name == "key on" {
			warnings = []string{"on is written as true"}
		}
		t.Run(c.name, trial{
			reason: c.reason, object: asText(c.text), steps: embedded(t, override.EmbeddedText{Format: override.TextYAML}, c.operations...),
			want: want, skips: skips, warnings: warnings, code: override.CodeValue, err: c.err,
		}.run)
	}
}

// bomb is a YAML text of as many lines, each of which has the one before ten times.
func bomb(lines int) string {
	var b strings.Builder
	before := "x"
	for i := range lines {
		name := string(rune('a' + i))
		fmt.Fprintf(&b, "%s: &%s [%s%s]\n", name, name, before, strings.Repeat(","+before, 9))
		before = "*" + name
	}
	return b.String()
}

// TestYAMLWarnings shows what is said to be lost when a YAML text is written anew.
func TestYAMLWarnings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		text         string
		want         []string
	}{
		{"nothing", "order and style are no loss", "b: 1\na: 'x'\nc: \"0777\"\nd: [1, -1, 1.5, true, null]\n", nil},
		{"a comment above", "comments are not kept", "# about a\na: 1\n", []string{"comments are lost"}},
		{"a comment beside", "comments are not kept", "m:\n  a: 1 # about a\n", []string{"comments are lost"}},
		{"a comment below", "comments are not kept", "a: 1\n\n# the end\n", []string{"comments are lost"}},
		{"comments", "they are one loss", "# x\na: 1 # z\nb: # w\n  - c\n", []string{"comments are lost"}},
		{"a hash in a text", "it is no comment", "a: 'x # z'\nb: x#z\n", nil},
		{"a second document", "only the first is kept", "a: 1\n---\nb: 2\n---\nc: 3\n", []string{"the documents behind the first are lost"}},
		{"an empty second document", "a separator opens a document", "a: 1\n---\n", []string{"the documents behind the first are lost"}},
		{"a first separator", "it opens the first document", "---\na: 1\n", nil},
		{"an alias", "it is written out, and named once", "a: &x {b: 1}\nc: *x\nd: *x\n", []string{"the alias *x is written out"}},
		{"a merge", "it is written out", "a: &x {b: 1}\nc:\n  <<: *x\n", []string{"the alias *x is written out"}},
		{"octal", "a number comes out in decimal", "a: 0777\nb: 0x1F\nc: 0b11\n", []string{"0777 is written as 511", "0x1F is written as 31", "0b11 is written as 3"}},
		{"booleans", "words of YAML 1.1 come out as true and false, each wording once", "a: yes\nb: off\nc: yes\nd: True\n", []string{"yes is written as true", "off is written as false", "True is written as true"}},
		{"a boolean key", "keys are words, too", "on: 1\n", []string{"on is written as true"}},
		{"digits", "a number is not a text", "a: 1.10\nb: 1_000\nc: 1e3\nd: .5\ne: +1\n", []string{"1.10 is written as 1.1", "1_000 is written as 1000", "1e3 is written as 1000", ".5 is written as 0.5", "+1 is written as 1"}},
		{"too large", "digits beyond 64 bits are rounded", "a: 123456789012345678901\n", []string{"123456789012345678901 is written as 123456789012345680000"}},
		{"nulls", "nothing in other words is still nothing", "a: ~\nb:\nc: Null\n", nil},
		{"a tag", "what is said to be a text stays one", "a: !!str 0777\n", nil},
		{"in quotes", "what is in quotes stays what it is", "a: '0777'\nb: \"yes\"\nc: |\n  off\n", nil},
		{"all at once", "comments first, then documents, then scalars in order", "a: 0777 # x\nb: &b yes\nc: *b\n---\n", []string{"comments are lost", "the documents behind the first are lost", "0777 is written as 511", "yes is written as true", "the alias *b is written out"}},
		{"inside lists", "everything is looked at", "a:\n- - 0777\n", []string{"0777 is written as 511"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			obj := object(asText(c.text))
			obj.Object["kind"] = "Test"
			result, err := apply(t, obj, member1, policy{name: "p", steps: embedded(t, override.EmbeddedText{Format: override.TextYAML}, "add /new 1")})
			require.NoError(t, err, c.reason)
			var got []string
			for _, w := range result.Warnings() {
				require.Equal(t, "/text", w.Pointer.String())
				got = append(got, w.Text)
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
}

// TestYAMLWarnsOfWhatHappens shows that nothing is said to be lost where nothing was written.
func TestYAMLWarnsOfWhatHappens(t *testing.T) {
	t.Parallel()
	yaml := override.EmbeddedText{Format: override.TextYAML}
	t.Run("comments only", trial{
		reason: "a text of comments is an empty document", object: asText("# nothing yet\n"), steps: embedded(t, yaml, `add  {"a":1}`),
		want: asText("a: 1\n"), warnings: []string{"comments are lost"},
	}.run)
	t.Run("in JSON", trial{
		reason: "JSON has no comments", object: asText(`{"a":1.10}`), steps: embedded(t, override.EmbeddedText{Format: override.TextJSON}, "add /b 1"),
		want: asText(`{"a":1.10,"b":1}`),
	}.run)
}
