package crds_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/controller/crds/internal/generate"
)

var update = flag.Bool("update", false, "rewrite the files")

// TestFilesAreCurrent fails when a Go type has changed, until -update is given.
func TestFilesAreCurrent(t *testing.T) {
	want, err := generate.Files()
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.RemoveAll("files"))
		require.NoError(t, os.Mkdir("files", 0o755))
		for name, data := range want {
			require.NoError(t, os.WriteFile(filepath.Join("files", name), data, 0o644))
		}
	}
	entries, err := os.ReadDir("files")
	require.NoError(t, err)
	require.Len(t, entries, len(want))
	for name, data := range want {
		got, err := os.ReadFile(filepath.Join("files", name))
		require.NoError(t, err)
		require.Equal(t, string(data), string(got), "%s: if this is intended, run the test with -update", name)
	}
}
