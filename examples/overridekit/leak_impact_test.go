package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/testdata/leaktest"
)

// TestImpactLeaks compares random Secrets in all formats, and plans waves for their policies.
func TestImpactLeaks(t *testing.T) {
	t.Parallel()
	dir := leaktest.Dir(t)
	before, after := filepath.Join(dir, "before.yaml"), filepath.Join(dir, "after.yaml")
	seeds := uint64(150)
	if testing.Short() {
		seeds /= 10
	}
	differ, shown := 0, 0
	for seed := range seeds {
		marks := leaktest.New(t, seed)
		streams := [2]string{marks.Stream(), marks.Stream()}
		require.NoError(t, os.WriteFile(before, []byte(streams[0]), 0o600))
		require.NoError(t, os.WriteFile(after, []byte(streams[1]), 0o600))
		for _, args := range [][]string{{"impact"}, {"impact", "-o", "markdown"}, {"impact", "-o", "html"}, {"impact", "-o", "json"}, {"waves"}, {"waves", "--rollback"}} {
			_, stdout, stderr := overridekit("", append(args, before, after)...)
			require.Empty(t, marks.In(stdout+stderr), "seed %d, %s:\n%s%s\n%s\n%s", seed, args, stdout, stderr, streams[0], streams[1])
			if strings.Contains(stdout, "*** (before)") {
				differ++
			}
		}
		if _, stdout, _ := overridekit("", "impact", "-o", "json", "--show-secrets", before, after); marks.In(stdout) != "" {
			shown++
		}
	}
	require.Greater(t, differ, int(seeds)/20, "the output shows that values differ")
	require.Greater(t, shown, int(seeds)/20, "--show-secrets shows the values")
}
