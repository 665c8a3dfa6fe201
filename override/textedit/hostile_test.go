package textedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// hostileText is a malicious or unusual text.
type hostileText struct{ name, text string }

var hostile = []hostileText{
	{"deep brackets", strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)},
	{"brackets beyond the depth limit", strings.Repeat("[", 200_000)},
	{"deep braces", strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_000)},
	{"deep dashes", strings.Repeat("- ", 9_000) + "x\n"},
	{"deep maps", deepMaps(1_000)},
	{"a megabyte on one line", `{"a":"` + strings.Repeat("x", 1<<20) + `","b":1}`},
	{"many elements", "a: [" + strings.Repeat("1,", 1<<16) + "1]\n"},
	{"many lines", "a:\n" + strings.Repeat("- 1\n", 1<<16)},
	{"a megabyte of comments", "a: 1\n" + strings.Repeat("# c\n", 1<<18) + "b: 2\n"},
	{"a megabyte of blank lines", "a: 1\n" + strings.Repeat("\n", 1<<20) + "b: 2\n"},
	{"a megabyte of blanks", "a: 1" + strings.Repeat(" ", 1<<20) + "# c\nb: 2\n"},
	{"many documents", strings.Repeat("---\na: 1\n", 1<<14)},
	{"many anchors", "a: 1\nl:\n" + strings.Repeat("- &x 1\n- *x\n", 1<<14)},
	{"aliases of aliases", aliasBomb(30)},
	{"merges of merges", mergeBomb(30)},
	{"an alias of itself", "a: &a [*a]\nb: 1\n"},
	{"a merge of itself", "a: &a\n  <<: *a\n  b: 1\n"},
	{"an alias of nothing", "a: *b\n"},
	{"invalid UTF-8", "a: \"\xff\xfe\"\nb: 1\n"},
	{"UTF-16", "\xff\xfea\x00:\x00 \x001\x00\n\x00"},
	{"a truncated character at the end", "a: 1\nb: \xe2\x80"},
	{"NUL", "a: 1\x00\nb: 2\n"},
	{"control characters", "a: \"\x01\x02\"\n\x1bb: 2\n"},
	{"surrogates", `{"a":"\ud800","b":"\udc00\ud800"}`},
	{"tabs", "a:\t1\t\nb:\t\t# c\n\tc: 1\n"},
	{"tabs as indentation", "a:\n\tb: 1\n"},
	{"other line breaks", "a: 1\u0085b: 2\u2028c: 3\u2029d: 4\n"},
	{"other line breaks in a comment", "a: 1 # x\u2028b: 2\n"},
	{"other line breaks in quotes", "a: \"x\u2028 y\u0085 z\"\nb: 'x\u2029 y'\n"},
	{"carriage returns without line feeds", "a: 1\rb: 2\r# c\rc:\r  d: 1\r"},
	{"all line breaks", "a: 1\r\nb: 2\n\rc: |\r\n  x\n  y\r  z\r\n"},
	{"a BOM inside", "a: 1\n\ufeffb: 2\n"},
	{"only a BOM", "\ufeff"},
	{"two BOMs", "\ufeff\ufeff\n\n- a\n"},
	{"BOM and markers", "\ufeff---\n\ufeff# c\na: 1\n...\n\ufeff---\nb: 1\n"},
	{"only comments", "# a\n\n# b"},
	{"only markers", "---\n---\n...\n---"},
	{"directives", "%YAML 1.1\n%TAG !e! tag:e,2000:\n--- !e!x\na: !e!y 1\nb: !<tag:z> 2\n"},
	{"an unknown directive", "%FOO bar\n---\na: 1\n"},
	{"unterminated quotes", "a: [1, {b: \"x\n"},
	{"unterminated literal", "a: |"},
	{"literal at the root", "--- |\n x\n y\n"},
	{"a scalar", "just text\n"},
	{"keys that are not strings", "1: a\n1.5: b\ntrue: c\n0x1F: d\n2001-01-01: e\n"},
	{"keys that read the same", "on: 1\nyes: 2\n\"true\": 3\ntrue: 4\n"},
	{"a null as a key", "~: 1\n: 2\n"},
	{"a map as a key", "? {a: 1}\n: 2\n? [b]\n: 3\nc: 1\n"},
	{"explicit keys", "? a\n: 1\n? |\n  b\n: 2\n? c\n"},
	{"an anchor on a key", "&k a: 1\nb: *k\n*k : 3\n"},
	{"a duplicate anchor", "a: &x 1\nb: *x\nc: &x 2\nd: *x\n"},
	{"an anchor on nothing", "a: &x\nb: *x\nc: !!str\n"},
	{"unusual brackets", "a: [ , ]\nb: {a, ? b, ? : c, d: }\nc: [a: 1, ? b : 2, {}]\n"},
	{"brackets without indentation", "a: [\n1,\n2\n]\nb: {\nc: 1\n}\n"},
	{"comments in brackets", "a: [ # 1\n  # 2\n  x # 3\n  , # 4\n  y # 5\n  # 6\n] # 7\n"},
	{"a literal with indicators", "a: |1-\n  x\n\n   y\n\n# c\nb: >+2\n    x\n\n\n"},
	{"text that looks like comments", "a: x#y\nb: \"# z\"\nc: |\n  # w\nd: 'it''s # v' # u\n"},
	{"dashes", "- - - a\n    - b\n  -\n    - c\n-\n-   -   d\n"},
	{"JSON with all blanks", "\t\n\r {\t\"a\"\n:\r[ 1\t,\n2 ] , \"b\" : { }\r}\n "},
	{"JSON numbers", `[0,-0,1e400,-1E-400,0.1e1,9007199254740993,123456789012345678901234567890]`},
	{"JSON with a duplicate key", `{"a":1,"b":2,"a":{"c":3},"a":[4]}`},
	{"JSON with comments", "{\"a\": 1, // no\n\"b\": 2,}\n"},
}

func deepMaps(depth int) string {
	var b strings.Builder
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

// aliasBomb returns a text whose last value has 10^levels elements.
func aliasBomb(levels int) string {
	text := "a: &a0 x\n"
	for i := range levels {
		before := fmt.Sprintf("*a%d", i)
		text += fmt.Sprintf("b%d: &a%d [%s%s]\n", i+1, i+1, strings.Repeat(before+", ", 9), before)
	}
	return text
}

// mergeBomb returns a text with maps that are each merged into the next one, ten times.
func mergeBomb(levels int) string {
	text := "a: &a0 {x: 1}\n"
	for i := range levels {
		before := fmt.Sprintf("*a%d", i)
		text += fmt.Sprintf("b%d: &a%d\n  <<: [%s%s]\n  k%d: 1\n", i+1, i+1, strings.Repeat(before+", ", 9), before, i)
	}
	return text
}

// ops returns the operations for a hostile text; fewer for a large one.
func (h hostileText) ops() []textedit.Operation {
	ops := []textedit.Operation{
		operation(jsontree.Replace, nil, `{"x":["y"]}`),
		operation(jsontree.Replace, jsontree.Pointer{"b"}, `"yes"`),
		operation(jsontree.Remove, jsontree.Pointer{"a"}, ""),
	}
	if len(h.text) > 10_000 {
		return ops
	}
	for _, path := range []string{"/a", "/b", "/c", "/0", "/-", "/a/0", "/a/-", "/a/b", "/l/-1", "/on", "/true", "/b1/0"} {
		p, _ := jsontree.Parse(path)
		ops = append(ops, operation(jsontree.Replace, p, `{"x":["y"]}`), operation(jsontree.Add, p, `"two\nlines\n"`),
			operation(jsontree.Remove, p, ""), operation(jsontree.Test, p, "1"))
	}
	return ops
}

// TestHostile checks that an edit does not panic, hang, or allocate more than a multiple of the text. Most of that is for parsing: an
// element of two bytes is a node of two hundred bytes.
func TestHostile(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	const times, besides = 160, 10 << 20
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			for _, op := range h.ops() {
				for _, format := range []textFormat{asJSON, asYAML} {
					c := trial{format: format, text: h.text, ops: []textedit.Operation{op}}
					used := allocated(1, func() { c.requireBounded(t) })
					require.LessOrEqual(t, used, uint64(times*len(h.text)+besides), "%s of %d bytes, %s %s", format, len(h.text), op.Op, op.Path)
				}
			}
		})
	}
}
