package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/testdata/leaktest"
)

// TestExplainLeaks explains random Secrets, whole and at single paths.
func TestExplainLeaks(t *testing.T) {
	t.Parallel()
	file := filepath.Join(leaktest.Dir(t), "all.yaml")
	seeds := uint64(100)
	if testing.Short() {
		seeds /= 20
	}
	differ, shown := 0, 0
	for seed := range seeds {
		marks := leaktest.New(t, seed)
		stream := marks.Stream()
		require.NoError(t, os.WriteFile(file, []byte(stream), 0o600))
		for _, more := range [][]string{{}, {"--path", "/data/a"}, {"--path", "/stringData"}, {"--path", ""}, {"--path", "/metadata/annotations"}} {
			for _, format := range []string{"text", "json"} {
				args := append([]string{"--object", "Secret/s", "--cluster", "m1", "-o", format}, more...)
				var stdout, stderr strings.Builder
				run(&cli.Env{Out: &stdout, Err: &stderr}, append([]string{"explain"}, append(args, file)...))
				require.Empty(t, marks.In(stdout.String()+stderr.String()), "seed %d, %s:\n%s%s\n%s", seed, args, &stdout, &stderr, stream)
				if strings.Contains(stdout.String(), "*** (before)") {
					differ++
				}
				stdout.Reset()
				run(&cli.Env{Out: &stdout, Err: &stderr}, append([]string{"explain"}, append(args, "--show-secrets", file)...))
				if marks.In(stdout.String()) != "" {
					shown++
				}
			}
		}
	}
	require.Greater(t, differ, int(seeds), "the output shows that values differ")
	require.Greater(t, shown, 3*int(seeds), "--show-secrets shows the values")
}
