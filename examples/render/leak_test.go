package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/testdata/leaktest"
)

// TestLeaks prints random Secrets in all formats for people.
func TestLeaks(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "all.yaml")
	seeds := uint64(150)
	if testing.Short() {
		seeds /= 5
	}
	diffs, shown := 0, 0
	for seed := range seeds {
		marks := leaktest.New(t, seed)
		stream := marks.Stream()
		require.NoError(t, os.WriteFile(file, []byte(stream), 0o600))
		for _, args := range [][]string{{"-o", "diff"}, {"-o", "summary"}, {"-blame"}} {
			var stdout, stderr strings.Builder
			run(append(args, file), nil, &stdout, &stderr, false)
			require.Empty(t, marks.In(stdout.String()+stderr.String()), "seed %d, %s:\n%s%s\n%s", seed, args, &stdout, &stderr, stream)
			if strings.Contains(stdout.String(), "*** (before)") {
				diffs++
			}
			stdout.Reset()
			run(append(args, "-show-secrets", file), nil, &stdout, &stderr, false)
			if marks.In(stdout.String()) != "" {
				shown++
			}
		}
		for _, args := range [][]string{{"-o", "yaml"}, {"-o", "json"}} {
			var stderr strings.Builder
			run(append(args, file), nil, &strings.Builder{}, &stderr, false)
			require.Empty(t, marks.In(stderr.String()), "seed %d, %s:\n%s\n%s", seed, args, &stderr, stream)
		}
	}
	require.Greater(t, diffs, int(seeds)/8, "the output shows that values differ")
	require.Greater(t, shown, int(seeds)/5, "-show-secrets shows the values")
}

// TestJSONShows checks that JSON output has the values of a Secret in changes and results, because it is for programs.
func TestJSONShows(t *testing.T) {
	t.Parallel()
	const stream = `
{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: p},
 spec: {overrideRules: [{overriders: {plaintext: [{path: /data/a, operator: replace, value: hunter2}]}}]}}
---
{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {a: hunter1}}
`
	var stdout, stderr strings.Builder
	require.Zero(t, run([]string{"-o", "json", "-cluster", "m1", "-"}, strings.NewReader(stream), &stdout, &stderr, false), &stderr)
	require.Contains(t, stdout.String(), `"old": "hunter1"`)
	require.Equal(t, 2, strings.Count(stdout.String(), "hunter2"), "in the result and in the change")
}
