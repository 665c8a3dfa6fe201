package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
	"github.com/overridekit/overridekit/testdata/leaktest"
)

const propagate = `---
{apiVersion: policy.karmada.io/v1alpha1, kind: PropagationPolicy, metadata: {name: p, namespace: default},
 spec: {resourceSelectors: [{apiVersion: v1, kind: Secret}], placement: {clusterAffinity: {clusterNames: [m1]}}}}
`

// TestPlanLeaks plans random Secrets, and compares two such plans.
func TestPlanLeaks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	before, after := filepath.Join(dir, "before.yaml"), filepath.Join(dir, "after.yaml")
	seeds := uint64(100)
	if testing.Short() {
		seeds /= 5
	}
	differ, shown := 0, 0
	for seed := range seeds {
		marks := leaktest.New(t, seed)
		streams := [2]string{marks.Stream() + propagate, marks.Stream() + propagate}
		require.NoError(t, os.WriteFile(before, []byte(streams[0]), 0o600))
		require.NoError(t, os.WriteFile(after, []byte(streams[1]), 0o600))
		for _, args := range [][]string{{"--why", before}, {"--diff", before, after}, {"--diff", "-o", "markdown", before, after}} {
			var stdout, stderr strings.Builder
			run(&cli.Env{Out: &stdout, Err: &stderr}, append([]string{"plan"}, args...))
			require.Empty(t, marks.In(stdout.String()+stderr.String()), "seed %d, %s:\n%s%s\n%s\n%s", seed, args, &stdout, &stderr, streams[0], streams[1])
			if strings.Contains(stdout.String(), "*** (before)") {
				differ++
			}
			stdout.Reset()
			run(&cli.Env{Out: &stdout, Err: &stderr}, append([]string{"plan"}, append([]string{"--show-secrets"}, args...)...))
			if marks.In(stdout.String()) != "" {
				shown++
			}
		}
		for _, args := range [][]string{{"-o", "json", before}, {"-o", "yaml", before}, {"--diff", "-o", "json", before, after}} {
			var stderr strings.Builder
			run(&cli.Env{Out: &strings.Builder{}, Err: &stderr}, append([]string{"plan"}, args...))
			require.Empty(t, marks.In(stderr.String()), "seed %d, %s:\n%s\n%s", seed, args, &stderr, streams[0])
		}
	}
	require.Greater(t, differ, int(seeds)/5, "the output shows that values differ")
	require.Greater(t, shown, int(seeds)/2, "--show-secrets shows the values")
}
