package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sameDifference writes two states of n ConfigMaps, whose values differ before and are the same after. JSON is read faster than YAML.
func sameDifference(t *testing.T, n int) (before, after string) {
	t.Helper()
	var paths []string
	for i, name := range []string{"before", "after"} {
		folder := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.Mkdir(folder, 0o700))
		const most = 90_000 // documents of a file
		for from := 0; from < n; from += most {
			var text strings.Builder
			if from == 0 {
				text.WriteString(`{"apiVersion": "cluster.karmada.io/v1alpha1", "kind": "Cluster", "metadata": {"name": "c"}}`)
			}
			for k := from; k < min(n, from+most); k++ {
				fmt.Fprintf(&text, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "m%d"}, "data": {"a": "%d", "b": "%d"}}`, k, (1-i)*k, i)
			}
			require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprint(from, ".json")), []byte(text.String()), 0o600))
		}
		paths = append(paths, folder)
	}
	return paths[0], paths[1]
}

// TestShardsVary has one difference whose old values vary between the objects of different shards, but not all of them do.
func TestShardsVary(t *testing.T) {
	t.Parallel()
	before, after := sameDifference(t, 3)
	for _, of := range []int{2, 3, 50} {
		_, stdout, _, _ := merged(t, of, "", "impact", "-o", "json", before, after)
		require.Equal(t, 1, strings.Count(stdout, `"oldVaries"`))
		require.True(t, requireMerged(t, of, "", "impact", "-o", "json", before, after))
	}
}

// TestShardsLimits has more differences, more members and more errors than are listed.
func TestShardsLimits(t *testing.T) {
	t.Parallel()
	require.True(t, requireMerged(t, 3, "", "impact", "testdata/impact/before", "testdata/impact/after"))
	before, after := manyDifferences(t, 120, 15)
	for _, format := range []string{"text", "markdown", "json"} {
		require.True(t, requireMerged(t, 3, "", "impact", "-o", format, before, after))
	}
	if testing.Short() {
		return
	}
	before, after = manyDifferences(t, 10_050, 1)
	require.True(t, requireMerged(t, 3, "", "impact", "-o", "json", before, after))
	before, after = sameDifference(t, 100_050)
	require.True(t, requireMerged(t, 2, "", "impact", "-o", "json", before, after))
}
