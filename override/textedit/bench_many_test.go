package textedit_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// sizes has the sizes of the texts of benchmarks, in bytes. The last one takes seconds.
var sizes = []int{100_000, 1_000_000, 4_600_000}

// rulesJSON returns the JSON form of rulesYAML.
func rulesJSON(size int) (text []byte, rules int) {
	asYAML, rules := rulesYAML(size)
	var v any
	if err := yaml.Unmarshal(asYAML, &v); err != nil {
		panic(err)
	}
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(err)
	}
	return text, rules
}

// across returns n operations, spread over all rules: they replace scalars, add labels, insert arguments and remove scripts.
func across(n, rules int) (ops []textedit.Operation) {
	for i := range n {
		rule := jsontree.Pointer{"rules", fmt.Sprint(i * rules / n)}
		switch i % 4 {
		case 0:
			ops = append(ops, operation(jsontree.Replace, rule.Child("labels", "team"), `"database"`))
		case 1:
			ops = append(ops, operation(jsontree.Add, rule.Child("labels", "new"), fmt.Sprint(i)))
		case 2:
			ops = append(ops, operation(jsontree.Add, rule.Child("args", "0"), `"--quiet"`))
		default:
			ops = append(ops, operation(jsontree.Remove, rule.Child("script"), ""))
		}
	}
	return ops
}

// BenchmarkOperations measures patches of 1, 10 and 100 operations on texts of several sizes.
func BenchmarkOperations(b *testing.B) {
	for _, size := range sizes {
		for _, format := range []textFormat{asYAML, asJSON} {
			text, rules := rulesYAML(size)
			if format == asJSON {
				text, rules = rulesJSON(size)
			}
			for _, n := range []int{1, 10, 100} {
				b.Run(fmt.Sprintf("%s/%dKB/%d", format, size/1000, n), func(b *testing.B) {
					if testing.Short() && size > 1_000_000 {
						b.Skip("a text of several megabytes")
					}
					patch, err := textedit.NewPatch(across(n, rules)...)
					require.NoError(b, err)
					w := workload{format: format}
					b.SetBytes(int64(len(text)))
					b.ReportAllocs()
					for b.Loop() {
						if _, err := w.edit(patch, string(text)); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

// TestOperationsAllocate checks that ten operations allocate at most 1.5 times as much as one, and a hundred at most twice as much.
func TestOperationsAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	for _, format := range []textFormat{asYAML, asJSON} {
		text, rules := rulesYAML(1_000_000)
		if format == asJSON {
			text, rules = rulesJSON(1_000_000)
		}
		used := map[int]uint64{}
		for _, n := range []int{1, 10, 100} {
			patch, err := textedit.NewPatch(across(n, rules)...)
			require.NoError(t, err)
			used[n] = allocated(1, func() {
				after, err := workload{format: format}.edit(patch, string(text))
				require.NoError(t, err)
				require.Equal(t, n, strings.Count(string(after), "database")+strings.Count(string(after), "new")+
					strings.Count(string(after), "--quiet")+rules-strings.Count(string(after), "script"), "the number of edits")
			})
		}
		require.LessOrEqual(t, used[10], used[1]*3/2, "bytes of ten operations on %s", format)
		require.LessOrEqual(t, used[100], used[1]*2, "bytes of a hundred operations on %s", format)
	}
}

// BenchmarkBanner removes the first 10,000 keys of a text below a long license, or below many blank lines.
func BenchmarkBanner(b *testing.B) {
	for _, c := range []struct{ name, head string }{
		{"without", ""},
		{"50,000 comment lines", strings.Repeat("# c\n", 50_000)},
		{"200,000 blank lines", strings.Repeat("\n", 200_000) + "# c\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			text, ops := repeated(c.head, "z: 1\n", line("k%d: v%d\n"), func(i int) textedit.Operation {
				return operation(jsontree.Remove, jsontree.Pointer{fmt.Sprintf("k%d", i)}, "")
			})(10_000)
			patch, err := textedit.NewPatch(ops...)
			require.NoError(b, err)
			b.ReportAllocs()
			for b.Loop() {
				after, err := patch.YAML([]byte(text), 0)
				require.NoError(b, err)
				require.Equal(b, c.head+"z: 1\n", string(after))
			}
		})
	}
}
