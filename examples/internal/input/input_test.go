package input

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"

// TestFolder checks that files with the right extension are read, at any depth, sorted by path.
func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"b/z.json", "b.yml", "a/deep/er.yaml", "notes.txt", "b/.yaml.swp"} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(strings.Replace(configMap, "settings", "from-"+filepath.Base(name), 1)), 0o644))
	}
	var names []string
	notes := &Notes{Out: io.Discard}
	for _, o := range Read([]string{dir}, nil, "", nil, notes).Objects {
		names = append(names, o.GetName())
	}
	require.Equal(t, []string{"from-er.yaml", "from-b.yml", "from-z.json"}, names)
	require.Zero(t, notes.Status)

	require.Empty(t, filesOf(filepath.Join(dir, "a"), notes)[1:], "one file two levels down")
	empty := t.TempDir()
	require.Empty(t, filesOf(empty, notes))
	require.Equal(t, 1, notes.Status, "an empty folder is an error")
}
