package textedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// workload generates a text and n operations on it.
type workload struct {
	name   string
	format textFormat
	make   func(n int) (text string, ops []textedit.Operation)
}

// repeated generates a text of n pieces, and an operation for each.
func repeated(head, tail string, piece func(i int) string, op func(i int) textedit.Operation) func(n int) (string, []textedit.Operation) {
	return func(n int) (string, []textedit.Operation) {
		var b strings.Builder
		ops := make([]textedit.Operation, n)
		b.WriteString(head)
		for i := range n {
			b.WriteString(piece(i))
			ops[i] = op(i)
		}
		b.WriteString(tail)
		return b.String(), ops
	}
}

func line(format string) func(i int) string {
	return func(i int) string { return fmt.Sprintf(format, i, i) }
}

func onKey(verb jsontree.Verb, key, value string) func(i int) textedit.Operation {
	return func(i int) textedit.Operation {
		return operation(verb, jsontree.Pointer{"m", fmt.Sprintf(key, i)}, fmt.Sprintf(value, i))
	}
}

func onList(verb jsontree.Verb, index, value string) func(i int) textedit.Operation {
	return func(i int) textedit.Operation { return operation(verb, jsontree.Pointer{"l", index}, value) }
}

func onTheSame(i int) textedit.Operation {
	return operation(jsontree.Replace, jsontree.Pointer{"m", "k0"}, fmt.Sprintf(`{"a":"%d"}`, i))
}

// workloads has patches of many operations: on adjacent values, on the same value, and on values that earlier operations wrote.
var workloads = []workload{
	{"replace", asYAML, repeated("m:\n", "", line("  k%d: v%d\n"), onKey(jsontree.Replace, "k%d", `"w%d"`))},
	{"replace by maps", asYAML, repeated("m:\n", "", line("  k%d: v%d\n"), onKey(jsontree.Replace, "k%d", `{"a":{"b":[%d]}}`))},
	{"replace a literal", asYAML, repeated("m:\n", "", line("  k%d: |+\n    v%d\n\n"), onKey(jsontree.Replace, "k%d", `"w\n%d\n"`))},
	{"replace numbers as keys", asYAML, repeated("m:\n", "", line("  %d: v%d\n"), onKey(jsontree.Replace, "%d", `"w%d"`))},
	{"replace the same", asYAML, repeated("m:\n", "", line("  k%d: v%d\n"), onTheSame)},
	{"replace between anchors", asYAML, repeated("m:\n", "a: &a 1\nl: [*a, *a]\n", line("  k%d: v%d\n"), onKey(jsontree.Replace, "k%d", `"w%d"`))},
	{"replace on one line", asYAML, repeated("m: {", "}\n", line("k%d: v%d, "), onKey(jsontree.Replace, "k%d", `"w%d"`))},
	{"replace non-ASCII values on one line", asYAML, repeated("m: {", "}\n", line("k%d: é%d, "), onKey(jsontree.Replace, "k%d", `"ü%d"`))},
	{"add keys", asYAML, repeated("m:\n", "", line("  k%d: v%d\n"), onKey(jsontree.Add, "n%d", `{"a":%d}`))},
	{"add keys on one line", asYAML, repeated("m: {", "}\n", line("k%d: v%d, "), onKey(jsontree.Add, "n%d", `%d`))},
	{"remove keys", asYAML, repeated("m:\n  z: 1\n", "", line("  k%d: v%d\n"), onKey(jsontree.Remove, "k%d", ""))},
	{"remove keys below comments", asYAML, repeated("m:\n  z: 1\n", "", line("  # c%d\n  k%d: |+\n    x\n\n"), onKey(jsontree.Remove, "k%d", ""))},
	{"append", asYAML, repeated("l:\n", "", line("- v%d # %d\n"), onList(jsontree.Add, "-", `{"a":[1]}`))},
	{"insert first", asYAML, repeated("l:\n", "", line("- v%d # %d\n"), onList(jsontree.Add, "0", `{"a":1}`))},
	{"insert in the middle", asYAML, repeated("l:\n- 0\n", "", line("- v%d # %d\n"), onList(jsontree.Add, "1", `"new"`))},
	{"append on one line", asYAML, repeated("l: [0", "]\n", line(", [v%d, %d]"), onList(jsontree.Add, "-", `{"a":1}`))},
	{"remove the first", asYAML, repeated("l:\n", "- last\n", line("- a: v%d\n  b: %d\n"), onList(jsontree.Remove, "0", ""))},
	{"remove the last", asYAML, repeated("l:\n- first\n", "", line("- a: v%d\n  b: %d\n"), onList(jsontree.Remove, "-1", ""))},
	{"test", asYAML, repeated("m:\n", "", line("  k%d: v%d\n"), onKey(jsontree.Test, "k%d", `"v%d"`))},
	{"replace the text", asYAML, repeated("m:\n", "", line("  k%d: v%d\n"), func(i int) textedit.Operation { return operation(jsontree.Replace, nil, fmt.Sprintf(`{"m":%d}`, i)) })},

	{"replace", asJSON, repeated("{\"m\":{\n", `"z":1}}`, line("  \"k%d\": \"v%d\",\n"), onKey(jsontree.Replace, "k%d", `"w%d"`))},
	{"replace on one line", asJSON, repeated(`{"m":{`, `"z":1}}`, line(`"k%d":"v%d",`), onKey(jsontree.Replace, "k%d", `{"a":[%d]}`))},
	{"replace escaped keys", asJSON, repeated(`{"m":{`, `"z":1}}`, line(`"\u006b%d":"v%d",`), onKey(jsontree.Replace, "k%d", `"w%d"`))},
	{"add keys", asJSON, repeated(`{"m":{`, `"z":1}}`, line(`"k%d":"v%d",`), onKey(jsontree.Add, "n%d", `{"a":%d}`))},
	{"remove keys", asJSON, repeated("{\"m\":{\n", `"z":1}}`, line("  \"k%d\": \"v%d\",\n"), onKey(jsontree.Remove, "k%d", ""))},
	{"append", asJSON, repeated(`{"l":[0`, `]}`, line(`,{"k%d":"v%d"}`), onList(jsontree.Add, "-", `{"a":[1]}`))},
	{"insert first", asJSON, repeated(`{"l":[0`, `]}`, line(`,{"k%d":"v%d"}`), onList(jsontree.Add, "0", `{"a":[1]}`))},
	{"remove the first", asJSON, repeated(`{"l":[0`, `]}`, line(`,{"k%d":"v%d"}`), onList(jsontree.Remove, "0", ""))},
}

// TestManyOperations checks that the memory for n operations on a text of proportional size is in O(n log n): for twice the operations, it
// is little more than twice the memory.
func TestManyOperations(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	const n = 500
	for _, w := range workloads {
		t.Run(string(w.format)+" "+w.name, func(t *testing.T) {
			var used [3]uint64
			for i := range used {
				text, ops := w.make(n << i)
				patch, err := textedit.NewPatch(ops...)
				require.NoError(t, err)
				used[i] = allocated(1, func() {
					_, err := w.edit(patch, text)
					require.NoError(t, err)
				})
			}
			require.LessOrEqual(t, used[1], used[0]*23/10, "bytes of %d operations, %d of half as many", 2*n, used[0])
			require.LessOrEqual(t, used[2], used[1]*23/10, "bytes of %d operations, %d of half as many", 4*n, used[1])
		})
	}
}

func (w workload) edit(patch textedit.Patch, text string) ([]byte, error) {
	if w.format == asJSON {
		return patch.JSON([]byte(text))
	}
	return patch.YAML([]byte(text), 0)
}

// BenchmarkMany measures patches of 2,000 operations on texts of about 20 KB.
func BenchmarkMany(b *testing.B) {
	for _, w := range workloads {
		b.Run(string(w.format)+" "+w.name, func(b *testing.B) {
			text, ops := w.make(2000)
			patch, err := textedit.NewPatch(ops...)
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := w.edit(patch, text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
