package files_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/files"
)

// TestHostileKustomization reads kustomization files that would take minutes or gigabytes.
func TestHostileKustomization(t *testing.T) {
	t.Parallel()
	var directives strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&directives, "%%TAG !a%d! x\n", i)
	}
	for name, text := range map[string]string{
		"directives": directives.String() + "---\npatches: []\n",
		"aliases":    "a: &a " + strings.Repeat("x", 50_000) + "\nb: [" + strings.Repeat("*a,", 100_000) + "]\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(folder, "kustomization.yaml"), []byte(text), 0o600))
			_, report := files.Reader{}.Read(folder)
			require.NotEmpty(t, report.Errors, "the file is also read as a document, which reports the error")
		})
	}
}
