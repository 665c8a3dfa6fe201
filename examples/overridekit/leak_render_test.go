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

// TestRenderLeaks prints random Secrets in all formats for people.
func TestRenderLeaks(t *testing.T) {
	t.Parallel()
	file := filepath.Join(leaktest.Dir(t), "all.yaml")
	seeds := uint64(150)
	if testing.Short() {
		seeds /= 10
	}
	diffs, shown := 0, 0
	for seed := range seeds {
		marks := leaktest.New(t, seed)
		stream := marks.Stream()
		require.NoError(t, os.WriteFile(file, []byte(stream), 0o600))
		for _, args := range [][]string{{"-o", "diff"}, {"-o", "text"}, {"-o", "markdown"}, {"--blame"}} {
			var stdout, stderr strings.Builder
			run(&cli.Env{Out: &stdout, Err: &stderr}, append([]string{"render"}, append(args, file)...))
			require.Empty(t, marks.In(stdout.String()+stderr.String()), "seed %d, %s:\n%s%s\n%s", seed, args, &stdout, &stderr, stream)
			if strings.Contains(stdout.String(), "*** (before)") {
				diffs++
			}
			stdout.Reset()
			run(&cli.Env{Out: &stdout, Err: &stderr}, append([]string{"render"}, append(args, "--show-secrets", file)...))
			if marks.In(stdout.String()) != "" {
				shown++
			}
		}
		for _, args := range [][]string{{"-o", "yaml"}, {"-o", "json"}} {
			var stderr strings.Builder
			run(&cli.Env{Out: &strings.Builder{}, Err: &stderr}, append([]string{"render"}, append(args, file)...))
			require.Empty(t, marks.In(stderr.String()), "seed %d, %s:\n%s\n%s", seed, args, &stderr, stream)
		}
	}
	require.Greater(t, diffs, int(seeds)/8, "the output shows that values differ")
	require.Greater(t, shown, int(seeds)/5, "--show-secrets shows the values")
}

// TestRenderJSONShows checks that JSON output has the values of a Secret in changes and results, because it is for programs.
func TestRenderJSONShows(t *testing.T) {
	t.Parallel()
	const stream = `
{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: p},
 spec: {overrideRules: [{overriders: {plaintext: [{path: /data/a, operator: replace, value: hunter2}]}}]}}
---
{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {a: hunter1}}
`
	status, stdout, stderr := overridekit(stream, "render", "-o", "json", "--cluster", "m1", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, `"old": "hunter1"`)
	require.Equal(t, 2, strings.Count(stdout, "hunter2"), "in the result and in the change")
}
