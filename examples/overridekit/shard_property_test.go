package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/testdata/leaktest"
)

// dividedFormats are the commands and formats that can be divided.
var dividedFormats = [][]string{
	{"render"}, {"render", "--blame"}, {"render", "-o", "diff"}, {"render", "-o", "text", "--strict"}, {"render", "-o", "markdown"}, {"render", "-o", "json", "--fail-on", "changes"},
	{"lint"}, {"lint", "--show-fixes", "--fail-on", "warning"}, {"lint", "-o", "markdown"}, {"lint", "-o", "json"}, {"lint", "-o", "sarif", "--show-silenced"},
	{"impact"}, {"impact", "-o", "markdown", "--fail-on", "changes"}, {"impact", "-o", "json"},
	{"plan", "--rows", "--why"}, {"plan", "--rows", "-o", "markdown", "--fail-on", "findings"}, {"plan", "--rows", "-o", "json"},
}

// shardCounts are the numbers of shards, the last ones with more shards than some estates have objects.
var shardCounts = []int{1, 2, 3, 7, 40}

// TestShardsOfEstates divides random estates. All shards together print what the whole run prints.
func TestShardsOfEstates(t *testing.T) {
	t.Parallel()
	seeds := 4
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			before, after := filepath.Join(dir, "before"), filepath.Join(dir, "after")
			size := []int{0, 3, 17, 60}[seed%4]
			for i, folder := range []string{before, after} {
				random := rand.New(rand.NewPCG(uint64(seed), uint64(i)))
				(&estate{rand: random, templates: size + i, clusters: 1 + seed%6, namespace: 1 + size/6}).write(t, folder)
			}
			requireAllMerged(t, before, after)
		})
	}
}

// TestShardsOfSecrets divides random Secrets and the policies that write them. The reports of formats that hide values do not contain
// any.
func TestShardsOfSecrets(t *testing.T) {
	t.Parallel()
	seeds := uint64(8)
	if testing.Short() {
		seeds = 2
	}
	dir := leaktest.Dir(t)
	before, after := filepath.Join(dir, "before.yaml"), filepath.Join(dir, "after.yaml")
	shown := 0
	for seed := range seeds {
		marks := leaktest.New(t, seed)
		require.NoError(t, os.WriteFile(before, []byte(marks.Stream()), 0o600))
		require.NoError(t, os.WriteFile(after, []byte(marks.Stream()), 0o600))
		requireAllMerged(t, before, after)
		for _, args := range dividedFormats {
			if args[0] == "impact" {
				args = append(args[:len(args):len(args)], before)
			}
			_, report, _ := overridekit("", append(args[:len(args):len(args)], "--shard", "0/1", after)...)
			require.Contains(t, report, `"overridekit-shard/1"`)
			showsValues := args[0] == "render" && !strings.Contains(strings.Join(args, " "), "-o ") || args[0] != "impact" && strings.Contains(strings.Join(args, " "), "-o json")
			if showsValues && marks.In(report) != "" {
				shown++
			}
			if !showsValues {
				require.Empty(t, marks.In(report), "seed %d, %s: %s", seed, args, report)
			}
		}
	}
	require.Positive(t, shown)
}

// requireAllMerged checks all commands and formats.
func requireAllMerged(t *testing.T, before, after string) {
	t.Helper()
	for _, args := range dividedFormats {
		if args[0] == "impact" {
			args = append(args[:len(args):len(args)], before)
		}
		for _, of := range shardCounts {
			isJSON := slices.Contains(args, "json")
			if testing.Short() && of > 7 || !isJSON && of != 3 && (testing.Short() || of > 7) {
				continue
			}
			require.True(t, requireMerged(t, of, "", append(args[:len(args):len(args)], after)...), args)
		}
	}
}
