package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestREADMEEvent runs the script of the README that changes a copy of what a plan returns. It can be repeated, prints what the README
// shows, and leaves nothing in the repository.
func TestREADMEEvent(t *testing.T) {
	t.Parallel()
	readme := strings.ReplaceAll(readFile(t, "README.md"), "\r\n", "\n")
	_, rest, found := strings.Cut(readme, "```sh\ntmp=$(mktemp -d)\n")
	require.True(t, found)
	script, rest, found := strings.Cut("tmp=$(mktemp -d)\n"+rest, "\n```\n\n```\n")
	require.True(t, found)
	want, _, found := strings.Cut(rest, "```\n")
	require.True(t, found)
	temporary, path := t.TempDir(), commandPath(t)
	for range 2 {
		output := filepath.Join(temporary, "output")
		require.Zero(t, shell(t, "export TMPDIR='"+filepath.ToSlash(temporary)+"'\n"+script+" >'"+filepath.ToSlash(output)+"'", "../..", path))
		require.Equal(t, want, readFile(t, output))
	}
	folders, err := filepath.Glob(filepath.Join(temporary, "tmp.*", "after"))
	require.NoError(t, err)
	require.Len(t, folders, 2)
}
