package suite

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPatterns(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"cases/a/case.yaml":   "# reads files\nread: [../../more]\nmatrix: {workload: [../../w/*]}\n",
		"cases/bad/case.yaml": "# names a file that does not exist\nread: [../../absent.yaml]\n",
		"more/m.yaml":         configMap,
		"w/1.yaml":            member1,
		"clusters/1.yaml":     member2,
	})
	s, err := Load(filepath.Join(folder, "cases"), filepath.Join(folder, "clusters/*.yaml"))
	require.ErrorContains(t, err, "absent.yaml")
	var want []string
	for _, name := range []string{"absent.yaml", "cases", "clusters/*.yaml", "more", "w/*"} {
		want = append(want, filepath.Join(folder, filepath.FromSlash(name)))
	}
	require.Equal(t, want, s.Patterns(), "also of the malformed case")
}
