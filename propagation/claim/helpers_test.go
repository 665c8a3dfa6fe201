package claim_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// recordings reads the cases of a file, each as JSON, and checks their number.
func recordings(t *testing.T, file string, count int) (cases [][]byte) {
	t.Helper()
	zipped, err := os.Open("testdata/" + file + ".jsonl.gz")
	require.NoError(t, err)
	defer zipped.Close()
	text, err := gzip.NewReader(zipped)
	require.NoError(t, err)
	all, err := io.ReadAll(text)
	require.NoError(t, err)
	for line := range bytes.Lines(all) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			cases = append(cases, line)
		}
	}
	require.Len(t, cases, count, "every recording is read")
	return cases
}
