package textedit_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// largeYAML returns a text of about 100 KB, and the pointer to a value in the middle of it.
func largeYAML() (text []byte, middle jsontree.Pointer) {
	text, rules := rulesYAML(100_000)
	return text, jsontree.Pointer{"rules", fmt.Sprint(rules / 2), "labels", "team"}
}

// rulesYAML returns a text of at least size bytes with realistic comments, and the number of its rules.
func rulesYAML(size int) (text []byte, rules int) {
	var b strings.Builder
	b.WriteString("# rules of a fleet\nrules:\n")
	n := 0
	for ; b.Len() < size; n++ {
		fmt.Fprintf(&b, "# rule %d\n- name: rule-%d # must be unique\n  image: 'registry.example/app:%d'\n", n, n, n)
		fmt.Fprintf(&b, "  replicas: %d\n  args: [--verbose, \"--id=%d\"]\n", n%7, n)
		fmt.Fprintf(&b, "  labels:\n    tier: front\n    # who is called at night\n    team: web\n  script: |\n    set -e\n    exec app %d\n\n", n)
	}
	return []byte(b.String()), n
}

// BenchmarkRead measures go.yaml.in/yaml/v3, which parses the text into nodes. It is a lower bound for an edit.
func BenchmarkRead(b *testing.B) {
	text, _ := largeYAML()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var n yamlv3.Node
		if err := yamlv3.Unmarshal(text, &n); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReplace measures one edit in the middle of the text.
func BenchmarkReplace(b *testing.B) {
	text, middle := largeYAML()
	patch, err := textedit.NewPatch(operation(jsontree.Replace, middle, `"database"`))
	require.NoError(b, err)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := patch.YAML(text, 0); err != nil {
			b.Fatal(err)
		}
	}
}

// TestReplaceAllocates checks that an edit allocates little more than the two parses before and after it, and their decoded values.
func TestReplaceAllocates(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	text, middle := largeYAML()
	patch, err := textedit.NewPatch(operation(jsontree.Replace, middle, `"database"`))
	require.NoError(t, err)
	read := allocated(5, func() {
		var n yamlv3.Node
		require.NoError(t, yamlv3.Unmarshal(text, &n))
	})
	replaced := allocated(5, func() {
		after, err := patch.YAML(text, 0)
		require.NoError(t, err)
		require.NotEqual(t, len(text), len(after))
	})
	require.LessOrEqual(t, replaced, 45*read/10, "bytes of an edit, %d of reading", read)
}

// allocated returns the average number of bytes that a call allocates. Other tests must not run in parallel.
func allocated(calls uint64, call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		call()
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / calls
}
