package input

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRead checks what is printed about a folder.
func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"
	for name, text := range map[string]string{".hidden.yaml": configMap, "a.yaml": configMap, "b.yaml": configMap, "ci.yaml": "on: push\n", "bad.yaml": "kind: ConfigMap\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	for verbose, want := range map[bool]string{
		false: "note: ignored in folders: 1 hidden, 1 with neither apiVersion nor kind (--verbose lists them)\n",
		true:  "note: ignored, hidden: .hidden.yaml\nnote: ignored, with neither apiVersion nor kind: ci.yaml:1: apiVersion is missing, expected a string\n",
	} {
		var out strings.Builder
		notes := &Notes{Out: &out, Verbose: verbose}
		require.Len(t, Reader{}.Read([]string{dir}, notes).Objects, 2)
		require.Equal(t, "error: bad.yaml:1: apiVersion is missing, expected a string\nnote: to leave out files that are not Kubernetes objects, use --exclude bad.yaml\nwarning: b.yaml:1: ConfigMap settings is given again, it is also in a.yaml:1\n"+want,
			strings.ReplaceAll(out.String(), dir+string(filepath.Separator), ""))
		require.Equal(t, Trouble, notes.Status)
		require.Equal(t, 1, notes.Warnings)
	}
}
