package suite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMatrixOfPaths checks that a cell does not read what only other cells name, even if all cases read it.
func TestMatrixOfPaths(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const settings = "# each workload\nread: [../../extra]\nmatrix:\n  workload: ../../workloads/*\n"
	write(t, folder, map[string]string{
		"clusters.yaml":         member1,
		"workloads/a.yaml":      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n",
		"workloads/b.yaml":      "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}\n",
		"workloads/both/c.yaml": "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}\n",
		"extra/d.yaml":          "{apiVersion: v1, kind: ConfigMap, metadata: {name: d}}\n",
		"tests/m/case.yaml":     settings,
		"tests/all/case.yaml":   "# no matrix\n",
	})
	load := func() *Suite {
		s, err := Load(filepath.Join(folder, "tests"), filepath.Join(folder, "clusters.yaml"), filepath.Join(folder, "workloads"))
		require.NoError(t, err)
		return s
	}
	for _, c := range load().Cases {
		require.Empty(t, c.Check(Options{Update: true}).Failures)
	}
	for name, want := range map[string]string{
		"tests/m/want/a.yaml":    "# ConfigMap default/a in member1: unchanged\n---\n# ConfigMap default/d in member1: unchanged\n",
		"tests/m/want/b.yaml":    "# ConfigMap default/b in member1: unchanged\n---\n# ConfigMap default/d in member1: unchanged\n",
		"tests/m/want/both.yaml": "# ConfigMap default/c in member1: unchanged\n---\n# ConfigMap default/d in member1: unchanged\n",
		"tests/all/want.yaml":    "# ConfigMap default/a in member1: unchanged\n---\n# ConfigMap default/b in member1: unchanged\n---\n# ConfigMap default/c in member1: unchanged\n",
	} {
		got, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
		require.NoError(t, err)
		require.Equal(t, want, string(got), name)
	}
}
