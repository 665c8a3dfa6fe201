package textedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// growing generates a text with n repetitions of something unusual.
type growing struct {
	name   string
	format textFormat
	text   func(n int) string
}

// around repeats piece between before and after.
func around(before, piece, after string) func(n int) string {
	return func(n int) string { return before + strings.Repeat(piece, n) + after }
}

var growingTexts = []growing{
	{"a repeated key", asJSON, around(`{"b":1,`, `"a":1,`, `"z":1}`)},
	{"only a repeated key", asJSON, around(`{`, `"a":1,`, `"a":1}`)},
	{"two alternating keys", asJSON, around(`{`, `"a":1,"b":2,`, `"a":1}`)},
	{"two alternating keys, on lines", asJSON, around("{\n", "\"a\":1,\n\"b\":2,\n", "\"a\":1\n}")},
	{"elements", asJSON, around(`{"a":[`, `1,`, `1],"b":1}`)},
	{"a repeated key in brackets", asYAML, around(`{b: 1, `, `a: 1, `, "z: 1}\n")},
	{"a repeated key in brackets, on lines", asYAML, around("{b: 1,\n", "  a: 1, # c\n", "  z: 1}\n")},
	{"comments between keys in brackets", asYAML, around("{b: 1,\n", "  a: 1,\n\n  # free\n\n", "  z: 1}\n")},
	{"characters beyond ASCII on one line", asYAML, around(`{`, `a: é, b: 2, `, "z: 1}\n")},
	{"colons before commas", asYAML, around(`{b:, `, `a:, `, "z:}\n")},
	{"a repeated key in a block", asYAML, around("b: 1\n", "a: 1\n", "z: 1\n")},
	{"block scalars that keep blank lines", asYAML, around("b: |+\n  x\n\n", "a: |+\n  x\n\n", "z: 1\n")},
	{"blank lines below a block scalar", asYAML, around("b: |+\n  x\n", "a: 1\n\n", "z: 1\n")},
	{"comments around keys", asYAML, around("b: 1\n", "# c\na: 1 # d\n  # e\n\n", "z: 1\n")},
	{"two alternating keys in a block", asYAML, around("", "b: 1\na: 1\n", "z: 1\n")},
	{"carriage returns without line feeds", asYAML, around("", "b: 1\ra: 1\r", "z: 1\r")},
	{"comments that belong to a key", asYAML, around("a: 1\r", "  # c\r", "b: 1\r")},
	{"anchors and aliases", asYAML, around("a: 1\nb: 2\nl:\n", "- &x 1\n- *x\n", "")},
	{"aliases of one anchor", asYAML, around("k: &x {a: 1}\na: 1\nb: 2\nl:\n", "- *x\n", "")},
	{"merge keys", asYAML, around("k: &x {c: 1}\na: 1\nb: 2\n", "<<: *x\n", "")},
	{"a merge of many", asYAML, around("k: &x {c: 1}\na: 1\nb: 2\n<<: [", "*x, ", "*x]\n")},
	{"a list of maps to merge", asYAML, func(n int) string {
		var b strings.Builder
		b.WriteString("b: 1\n<<:\n")
		for i := range n {
			fmt.Fprintf(&b, "- {y%d: 1}\n", i)
		}
		return b.String() + "- {a: 1}\n"
	}},
	{"explicit keys", asYAML, around("", "? a\n: 1\n", "b: 1\n")},
	{"nulls", asYAML, around("b:\n", "a:\n", "z:\n")},
	{"a scalar over lines", asYAML, around("b: x\n", "  y\n", "a: 1\n")},
	{"quotes in quotes", asYAML, around("b: '", "''", "'\na: 1\n")},
	{"documents", asYAML, around("", "---\na: 1\nb: 1\n", "")},
	{"lines of blanks with a tab", asYAML, around("b: 1\na: x\n", " \t\n", "")},
	{"numbers as keys", asYAML, func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%d: 1\n", i)
		}
		return b.String() + "a: 1\nb: 1\n"
	}},
}

// TestHostileGrowth checks that the memory of an operation grows linearly with the text, whether it succeeds or fails.
func TestHostileGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	const n = 1000
	ops := []textedit.Operation{
		operation(jsontree.Remove, jsontree.Pointer{"a"}, ""),
		operation(jsontree.Replace, jsontree.Pointer{"b"}, `"yes"`),
		operation(jsontree.Add, jsontree.Pointer{"new"}, `{"x":[1]}`),
		operation(jsontree.Test, jsontree.Pointer{"a"}, `{"x":1}`),
		operation(jsontree.Replace, nil, `{"a":1}`),
		operation(jsontree.Remove, jsontree.Pointer{"l", "0"}, ""),
		operation(jsontree.Add, jsontree.Pointer{"a", "-"}, `1`),
	}
	for _, g := range growingTexts {
		t.Run(string(g.format)+" "+g.name, func(t *testing.T) {
			for _, op := range ops {
				var used [3]uint64
				for i := range used {
					patch, err := textedit.NewPatch(op)
					require.NoError(t, err)
					text := g.text(n << i)
					used[i] = allocated(1, func() { _, _ = workload{format: g.format}.edit(patch, text) })
				}
				const besides = 64 << 10
				require.LessOrEqual(t, used[1], used[0]*5/2+besides, "%s %s at %d, bytes at half of it: %d", op.Op, op.Path, 2*n, used[0])
				require.LessOrEqual(t, used[2], used[1]*5/2+besides, "%s %s at %d, bytes at half of it: %d", op.Op, op.Path, 4*n, used[1])
			}
		})
	}
}
