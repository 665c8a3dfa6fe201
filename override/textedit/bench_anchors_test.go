package textedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// anchoredYAML returns a text of at least size bytes, whose tenants share settings by aliases and merge keys, and the number of tenants.
func anchoredYAML(size int) (text []byte, tenants int) {
	var b strings.Builder
	b.WriteString("x-limits: &limits # for all\n  rate: 10\n  # in seconds\n  window: 60\n  labels: {team: web}\nx-retry: &retry\n  times: 3\n  wait: [1, 2, 4]\ntenants:\n")
	n := 0
	for ; b.Len() < size; n++ {
		fmt.Fprintf(&b, "- name: tenant-%d # must be unique\n  <<: *limits\n  window: %d\n  retry: *retry # as usual\n", n, n)
		fmt.Fprintf(&b, "  own: &own-%d {a: 1, b: [x, y]}\n  other: *own-%d\n  script: |\n    set -e\n    exec app %d\n\n", n, n, n)
	}
	return []byte(b.String()), n
}

// acrossAnchors returns n operations, spread over all tenants. Each of them writes an alias out: on the path, as a merge key, as a key
// that a merge key provides, or because its anchored node changes.
func acrossAnchors(n, tenants int) (ops []textedit.Operation) {
	for i := range n {
		tenant := jsontree.Pointer{"tenants", fmt.Sprint(i * tenants / n)}
		switch i % 4 {
		case 0:
			ops = append(ops, operation(jsontree.Replace, tenant.Child("retry", "times"), "5"))
		case 1:
			ops = append(ops, operation(jsontree.Remove, tenant.Child("rate"), ""))
		case 2:
			ops = append(ops, operation(jsontree.Add, tenant.Child("labels", "new"), fmt.Sprint(i)))
		default:
			ops = append(ops, operation(jsontree.Replace, tenant.Child("own", "b", "0"), `"z"`))
		}
	}
	return ops
}

// BenchmarkAnchors measures patches of 1, 10 and 100 operations that write aliases out.
func BenchmarkAnchors(b *testing.B) {
	for _, size := range sizes {
		text, tenants := anchoredYAML(size)
		for _, n := range []int{1, 10, 100} {
			b.Run(fmt.Sprintf("%dKB/%d", size/1000, n), func(b *testing.B) {
				if testing.Short() && size > 1_000_000 {
					b.Skip("a text of several megabytes")
				}
				patch, err := textedit.NewPatch(acrossAnchors(n, tenants)...)
				require.NoError(b, err)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := patch.YAML(text, 0); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestAnchorsAllocate checks that ten operations that write aliases out allocate at most 1.5 times as much as one, and a hundred at most
// twice as much.
func TestAnchorsAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	text, tenants := anchoredYAML(1_000_000)
	used := map[int]uint64{}
	for _, n := range []int{1, 10, 100} {
		patch, err := textedit.NewPatch(acrossAnchors(n, tenants)...)
		require.NoError(t, err)
		used[n] = allocated(1, func() {
			after, err := patch.YAML(text, 0)
			require.NoError(t, err)
			require.Equal(t, (n+3)/4, strings.Count(string(after), "times: 5"), "the number of edits")
		})
	}
	require.LessOrEqual(t, used[10], used[1]*3/2, "bytes of ten operations")
	require.LessOrEqual(t, used[100], used[1]*2, "bytes of a hundred operations")
}
