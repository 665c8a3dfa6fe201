package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/testdata/leaktest"
)

const propagate = `---
{apiVersion: policy.karmada.io/v1alpha1, kind: PropagationPolicy, metadata: {name: p, namespace: default},
 spec: {resourceSelectors: [{apiVersion: v1, kind: Secret}], placement: {clusterAffinity: {clusterNames: [m1]}}}}
`

// TestPlanLeaks plans random Secrets, and compares two such plans, with and without a propagation policy.
func TestPlanLeaks(t *testing.T) {
	t.Parallel()
	dir := leaktest.Dir(t)
	write := func(name, stream string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(stream), 0o600))
		return path
	}
	seeds := uint64(100)
	if testing.Short() {
		seeds /= 20
	}
	differ, free, shown := 0, 0, 0
	for seed := range seeds {
		marks := leaktest.New(t, seed)
		streams := [2]string{marks.Stream(), marks.Stream()}
		before, after := write("before.yaml", streams[0]+propagate), write("after.yaml", streams[1]+propagate)
		bare, other := write("bare.yaml", streams[0]), write("other.yaml", streams[1])
		for _, args := range [][]string{
			{"--why", before}, {"--diff", before, after}, {"--diff", "-o", "markdown", before, after},
			{"--diff", bare, other}, {"--diff", "-o", "markdown", bare, other},
		} {
			_, stdout, stderr := overridekit("", append([]string{"plan"}, args...)...)
			require.Empty(t, marks.In(stdout+stderr), "seed %d, %s:\n%s%s\n%s\n%s", seed, args, stdout, stderr, streams[0], streams[1])
			switch hidden := strings.Contains(stdout, "*** (before)"); {
			case hidden && strings.Contains(stdout, "o propagation policy claims"):
				free++
			case hidden:
				differ++
			}
			if _, stdout, _ := overridekit("", append([]string{"plan", "--show-secrets"}, args...)...); marks.In(stdout) != "" {
				shown++
			}
		}
		for _, args := range [][]string{{"-o", "json", before}, {"-o", "yaml", before}, {"--diff", "-o", "json", before, after}, {"--diff", "-o", "json", bare, other}} {
			_, _, stderr := overridekit("", append([]string{"plan"}, args...)...)
			require.Empty(t, marks.In(stderr), "seed %d, %s:\n%s\n%s", seed, args, stderr, streams[0])
		}
	}
	require.Greater(t, differ, int(seeds)/5, "the output shows that values differ")
	require.Greater(t, free, int(seeds)/5, "also of objects without a propagation policy")
	require.Greater(t, shown, int(seeds), "--show-secrets shows the values")
}
