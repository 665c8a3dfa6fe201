package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/cli"
)

// merged runs a command line in shards and merges their reports, in another order. It reports whether the command can be divided.
func merged(t testing.TB, of int, stdin string, args ...string) (status int, stdout, stderr string, divided bool) {
	t.Helper()
	dir := t.TempDir()
	files := make([]string, of)
	for i := range of {
		var out, notes strings.Builder
		env := &cli.Env{In: strings.NewReader(stdin), Out: &out, Err: &notes, Index: fmt.Sprint(i)}
		given := slices.Insert(slices.Clone(args), 1, "--shard", fmt.Sprintf("auto/%d", of))
		status = run(env, given)
		if !strings.HasPrefix(out.String(), `{"format":"overridekit-shard/`) {
			return status, out.String(), notes.String(), false
		}
		require.Zero(t, status, notes.String())
		require.Empty(t, notes.String(), "the report has the notes")
		files[(i*5+2)%of] = filepath.Join(dir, fmt.Sprint(i, ".json"))
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i, ".json")), []byte(out.String()), 0o600))
	}
	files = slices.DeleteFunc(files, func(f string) bool { return f == "" })
	for i := range of {
		if f := filepath.Join(dir, fmt.Sprint(i, ".json")); !slices.Contains(files, f) {
			files = append(files, f)
		}
	}
	status, stdout, stderr = overridekit("", append([]string{"merge"}, files...)...)
	return status, stdout, stderr, true
}

// requireMerged checks that the merged reports of shards are the whole run, byte for byte.
func requireMerged(t testing.TB, of int, stdin string, args ...string) (divided bool) {
	t.Helper()
	status, stdout, stderr, divided := merged(t, of, stdin, args...)
	if !divided {
		return false
	}
	wantStatus, want, wantErr := overridekit(stdin, args...)
	require.Equal(t, wantErr, stderr, "%d shards: %s", of, args)
	require.Equal(t, want, stdout, "%d shards: %s", of, args)
	require.Equal(t, wantStatus, status, "%d shards: %s", of, args)
	return true
}

// TestShardsOfCases divides all command lines of the golden files.
func TestShardsOfCases(t *testing.T) {
	t.Parallel()
	for subcommand, cases := range map[string][]golden{"render": renderCases, "lint": lintCases, "impact": impactCases(), "plan": planCases()} {
		t.Run(subcommand, func(t *testing.T) {
			t.Parallel()
			divided, counts := 0, []int{1, 3, 20}
			if testing.Short() {
				counts = []int{3}
			}
			for _, tc := range cases {
				for _, of := range counts {
					args := append([]string{subcommand}, tc.args...)
					if subcommand == "plan" {
						args = append([]string{subcommand, "--rows"}, tc.args...)
					}
					if requireMerged(t, of, tc.stdin, args...) {
						divided++
					}
				}
			}
			require.Greater(t, divided, len(counts)*len(cases)/3)
		})
	}
}
