package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/testdata/leaktest"
)

// TestLintLeaks checks policies for random Secrets in all formats. Only fixes may have values: in JSON, and if --show-secrets asks for them.
func TestLintLeaks(t *testing.T) {
	if testing.Short() {
		t.Skip("values are rare in findings, so it needs many cases")
	}
	t.Parallel()
	shown, inJSON := 0, 0
	for seed := range uint64(300) {
		marks := leaktest.New(t, seed)
		stream := marks.Stream()
		for _, args := range [][]string{{"--show-fixes"}, {"-o", "markdown"}, {"-o", "sarif"}} {
			_, stdout, stderr := overridekit(stream, append([]string{"lint", "-"}, args...)...)
			require.Empty(t, marks.In(stdout+stderr), "seed %d, %s:\n%s%s\n%s", seed, args, stdout, stderr, stream)
		}
		_, stdout, stderr := overridekit(stream, "lint", "-o", "json", "-")
		require.Empty(t, marks.In(stderr), "seed %d:\n%s\n%s", seed, stderr, stream)
		if marks.In(stdout) != "" {
			inJSON++
		}
		if _, stdout, _ := overridekit(stream, "lint", "--show-fixes", "--show-secrets", "-"); marks.In(stdout) != "" {
			shown++
		}
	}
	require.Greater(t, shown, 30, "--show-secrets shows the values")
	require.Positive(t, inJSON, "the fixes in JSON have the values")
}
