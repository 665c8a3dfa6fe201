// Package golden compares output with golden files.
package golden

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// Require checks that a file has the text got. With the flag -update of the test program, it writes the file first. The reason is part of the
// failure.
func Require(t testing.TB, file, got, reason string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got, reason)
}
