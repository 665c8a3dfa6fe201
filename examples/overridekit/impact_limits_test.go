package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// manyDifferences writes two states that differ in n ConfigMaps, each in another way, in some clusters. The values are long. JSON is read faster than YAML.
func manyDifferences(t *testing.T, n, clusters int) (before, after string) {
	t.Helper()
	var facts strings.Builder
	for i := range clusters {
		fmt.Fprintf(&facts, `{"apiVersion": "cluster.karmada.io/v1alpha1", "kind": "Cluster", "metadata": {"name": "c%03d"}}`, i)
	}
	var paths []string
	for _, name := range []string{"before", "after"} {
		text := strings.Builder{}
		text.WriteString(facts.String())
		for i := range n {
			fmt.Fprintf(&text, `{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "m%04d"}, "data": {"%s": "%s-%d"}}`, i, name, strings.Repeat("é", 400), i)
		}
		paths = append(paths, filepath.Join(t.TempDir(), name+".json"))
		require.NoError(t, os.WriteFile(paths[len(paths)-1], []byte(text.String()), 0o600))
	}
	return paths[0], paths[1]
}

// TestImpactMarkdownLimit checks that a comment is as long as GitHub allows at most, and counts what is left out.
func TestImpactMarkdownLimit(t *testing.T) {
	t.Parallel()
	before, after := manyDifferences(t, 300, 3)
	status, stdout, stderr := overridekit("", "impact", "-o", "markdown", before, after)
	require.Zero(t, status, stderr)
	require.LessOrEqual(t, len(stdout), 65_536)
	require.Greater(t, len(stdout), 60_000, "the space is used")
	shown := strings.Count(stdout, "<details>")
	require.Equal(t, shown, strings.Count(stdout, "</details>"))
	left := regexp.MustCompile(`Not shown: (\d+) more distinct differences in (\d+) pairs`).FindStringSubmatch(stdout)
	require.Len(t, left, 3, stdout[len(stdout)-300:])
	groups, err := strconv.Atoi(left[1])
	require.NoError(t, err)
	pairs, err := strconv.Atoi(left[2])
	require.NoError(t, err)
	require.Equal(t, 300, shown+groups)
	require.Equal(t, 3*300, 3*shown+pairs)
}

// TestImpactMarkdownOmitted has more differences than an impact lists. The comment does not promise that JSON has all of them.
func TestImpactMarkdownOmitted(t *testing.T) {
	if testing.Short() {
		t.Skip("a large input")
	}
	t.Parallel()
	before, after := manyDifferences(t, 10_050, 1)
	status, stdout, stderr := overridekit("", "impact", "-o", "markdown", before, after)
	require.Zero(t, status, stderr)
	require.LessOrEqual(t, len(stdout), 65_536)
	shown := strings.Count(stdout, "<details>")
	require.Contains(t, stdout, fmt.Sprintf("\n**Not shown: more than %d other distinct differences in %d pairs.** ", 10_000-shown, 10_050-shown))
	require.True(t, strings.HasSuffix(stdout, "`overridekit impact -o json` prints 10000 differences.\n"), stdout[len(stdout)-300:])
}

// TestImpactTextLimit checks that text lists 100 differences, 10 clusters, and 300 columns of a line.
func TestImpactTextLimit(t *testing.T) {
	t.Parallel()
	before, after := manyDifferences(t, 120, 15)
	status, stdout, stderr := overridekit("", "impact", before, after)
	require.Zero(t, status, stderr)
	require.Equal(t, 100, strings.Count(stdout, "\nchanged, 15 pairs\n"))
	require.Contains(t, stdout, "c008, c009 and 5 more\n")
	require.True(t, strings.HasSuffix(stdout, "\nand 300 pairs with other differences\n"))
	require.Contains(t, stdout, "é…\n", "long lines are cut")
}

// TestLongNames has names, values and clusters of half a megabyte. The lines of text are bounded; a table has a few cells in a line.
func TestLongNames(t *testing.T) {
	if testing.Short() {
		t.Skip("a large input")
	}
	t.Parallel()
	long, key := strings.Repeat("é", 250_000), strings.Repeat("é", 500) // YAML does not have longer keys
	state := func(value string) string {
		return fmt.Sprintf(`{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: %[1]s, labels: {%[3]s: %[1]s}}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: other}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: %[1]s, namespace: %[1]s}, data: {%[3]s: %[1]s}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: %[1]s},
 spec: {overrideRules: [{overriders: {annotationsOverrider: [{operator: add, value: {%[3]s: %[2]s%[1]s}}]}},
  {targetCluster: {clusterNames: [none-%[1]s]}, overriders: {labelsOverrider: [{operator: add, value: {a: %[1]s}}, {operator: %[1]s}]}}]}}
`, long, value, key)
	}
	dir := t.TempDir()
	before, after := filepath.Join(dir, "before.yaml"), filepath.Join(dir, "after.yaml")
	require.NoError(t, os.WriteFile(before, []byte(state("1")), 0o600))
	require.NoError(t, os.WriteFile(after, []byte(state("2")), 0o600))
	for _, args := range [][]string{
		{"impact", before, after}, {"impact", "-o", "markdown", before, after}, {"impact", "-o", "html", before, after}, {"waves", before, after},
		{"render", "-o", "text", before},
	} {
		_, stdout, stderr := overridekit("", args...)
		require.Contains(t, stdout, strings.Repeat("é", 250)+"…", args)
		stdout += stderr
		for line := range strings.Lines(stdout) {
			require.Less(t, len([]rune(line)), 2_010, args)
		}
	}
}

// TestLintLongFix has a fix with a long value, which is cut in text only.
func TestLintLongFix(t *testing.T) {
	t.Parallel()
	policy := fmt.Sprintf(`{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: default}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: c}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: p},
 spec: {overrideRules: [{overriders: {plaintext: [{path: /data/a, operator: add, value: %s}]}}]}}
`, strings.Repeat("é", 500_000))
	_, stdout, stderr := overridekit(policy, "lint", "--show-fixes", "-")
	fix := regexp.MustCompile("(?m)^    fix: (.*)$").FindStringSubmatch(stdout)
	require.Len(t, fix, 2, stderr)
	require.Len(t, []rune(fix[1]), 301)
	_, stdout, _ = overridekit(policy, "lint", "-o", "json", "-")
	require.Contains(t, stdout, strings.Repeat("é", 500_000))
}

// TestImpactLongDiff checks that a diff is cut, and says so.
func TestImpactLongDiff(t *testing.T) {
	t.Parallel()
	var data strings.Builder
	for i := range 300 {
		fmt.Fprintf(&data, "k%03d: %s, ", i, strings.Repeat("x", 50))
	}
	after := fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {%s}\n", data.String())
	before := filepath.Join(t.TempDir(), "before.yaml")
	require.NoError(t, os.WriteFile(before, []byte(configMap), 0o600))
	_, stdout, stderr := overridekit(after, "impact", "--cluster", "c", before, "-")
	require.Equal(t, 195, strings.Count(stdout, "\n  +  k"), stderr)
	require.Contains(t, stdout, "  … 108 more lines\n")
	_, stdout, stderr = overridekit(after, "impact", "--cluster", "c", "-o", "markdown", before, "-")
	shown := strings.Count(stdout, "\n+  k") + 5 // two titles, the position, apiVersion and data
	require.Greater(t, shown, 90, stderr)
	require.Contains(t, stdout, fmt.Sprintf("\n… %d more lines\n```\n", 308-shown))
}

// TestImpactPageLimit checks that a page shows the 200 objects and 100 clusters with the most differences, and counts the others.
func TestImpactPageLimit(t *testing.T) {
	t.Parallel()
	before, after := manyDifferences(t, 250, 120)
	text, err := os.ReadFile(after)
	require.NoError(t, err)
	// One more object that differs in c119 only, and one that fails in c118.
	extra := `{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "one"}}
{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "two"}}
`
	policies := `{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy", "metadata": {"name": "p"},
 "spec": {"resourceSelectors": [{"apiVersion": "v1", "kind": "Secret"}], "overrideRules": [
  {"targetCluster": {"clusterNames": ["c119"]}, "overriders": {"labelsOverrider": [{"operator": "add", "value": {"a": "b"}}]}},
  {"targetCluster": {"clusterNames": ["c118"]}, "overriders": {"plaintext": [{"path": "/none/a", "operator": "replace", "value": 1}]}}]}}
`
	require.NoError(t, os.WriteFile(after, []byte(string(text)+extra+policies), 0o600))
	text, err = os.ReadFile(before)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(before, []byte(string(text)+extra), 0o600))

	status, page, stderr := overridekit("", "impact", "-o", "html", before, after)
	require.Equal(t, 2, status)
	require.Equal(t, 1, strings.Count(stderr, "\n"), "both Secrets have the same error: %s", stderr)
	require.Contains(t, page, "Not shown: 52 more objects and 20 more clusters. The page has the 200 objects and 100 clusters with the most differences.")
	require.Equal(t, 200, strings.Count(page, `<th scope="row"`))
	require.Equal(t, 100, strings.Count(page, `<th scope="col"`))
	require.Contains(t, page, `<tr><th scope="row" title="Secret default/one">`, "an object with an error comes first")
	require.Contains(t, page, `<th scope="col" title="c119">`)
	require.Contains(t, page, `<th scope="col" title="c118">`)
	require.Contains(t, page, `<th scope="col" title="c097">`)
	require.NotContains(t, page, `<th scope="col" title="c098">`)
	require.Less(t, len(page), 5_000_000)
}

// TestImpactJSONSize has 300 objects that each differ in another way, in 100 clusters. The clusters are listed once.
func TestImpactJSONSize(t *testing.T) {
	t.Parallel()
	before, after := manyDifferences(t, 300, 100)
	status, stdout, stderr := overridekit("", "impact", "-o", "json", before, after)
	require.Zero(t, status, stderr)
	require.Equal(t, 300, strings.Count(stdout, `"clusterList": 0`))
	require.Equal(t, 2, strings.Count(stdout, `"c042"`), "once in clusterLists, and once in clusters")
}

// TestImpactErrorCount has 30 distinct errors, each in two objects and three clusters. All formats print 20 of them, and count the others.
func TestImpactErrorCount(t *testing.T) {
	t.Parallel()
	var before, after strings.Builder
	for i := range 3 {
		fmt.Fprintf(&before, "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: c%d}}\n---\n", i)
	}
	for i := range 60 {
		fmt.Fprintf(&before, "{apiVersion: v1, kind: ConfigMap, metadata: {name: m%02d, labels: {n: n%02d}}}\n---\n", i, i/2)
	}
	after.WriteString(before.String())
	for i := range 30 {
		fmt.Fprintf(&after, `{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: p%02d},
 spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {n: n%02d}}}], overrideRules: [
  {overriders: {plaintext: [{path: /none/a, operator: replace, value: 1}]}}]}}
---
`, i, i)
	}
	path := filepath.Join(t.TempDir(), "before.yaml")
	require.NoError(t, os.WriteFile(path, []byte(before.String()), 0o600))
	var want string
	for _, args := range [][]string{{"impact"}, {"impact", "-o", "markdown"}, {"impact", "-o", "html"}, {"impact", "-o", "json"}, {"waves"}} {
		status, _, stderr := overridekit(after.String(), append(args, path, "-")...)
		require.Equal(t, 2, status)
		if want == "" {
			want = stderr
		}
		require.Equal(t, want, stderr, args)
	}
	require.Equal(t, 21, strings.Count(want, "error: "), want)
	require.True(t, strings.HasSuffix(want, "\nerror: 10 more distinct errors\n"), want)
}
