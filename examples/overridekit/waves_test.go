package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// someLabels has a cluster with the label stage and one without it, and a policy for both.
const someLabels = `{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: oslo}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: paris, labels: {stage: canary}}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: p},
 spec: {overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}}]}}
`

func TestWaves(t *testing.T) {
	compare := func(args ...string) []string {
		return append(args, "testdata/waves/before.yaml", "testdata/waves/after.yaml")
	}
	testGolden(t, "waves", []golden{
		{"name", "one cluster after the other; a cluster without a difference has no wave", compare(), ""},
		{"names", "two clusters first, then the others together", compare("--by", "name=tokyo,paris"), ""},
		{"label", "by the values of a label, sorted", compare("--by", "label=stage"), ""},
		{"label-first", "one of the values first", compare("--by", "label=stage=live"), ""},
		{"percent", "cumulative shares of the clusters", compare("--by", "percent=10,50,100"), ""},
		{"region", "one cluster of each region first", compare("--by", "region"), ""},
		{"region-json", "the same as JSON, with the wave of each cluster", compare("--by", "region", "-o", "json"), ""},
		{"rollback", "the way back, in other groups", compare("--by", "label=stage=live", "--rollback"), ""},
		{"rollback-failing", "an error with the old policies is an error", []string{"--rollback", impactBefore, impactAfter}, ""},
		{"cluster", "only some clusters", compare("--cluster", "paris", "--cluster", "tokyo"), ""},
		{"same", "nothing changes", []string{"--fail-on", "changes", "testdata/waves/after.yaml", "testdata/waves/after.yaml"}, ""},
		{"same-json", "wave 0 is the last one", []string{"-o", "json", "testdata/waves/after.yaml", "testdata/waves/after.yaml"}, ""},
		{"policies-only", "objects and clusters that change have no wave; a new error is an error", []string{impactBefore, impactAfter}, ""},
		{"fail-on-changes", "status 1, because something changes", compare("--fail-on", "changes", "--object", "Deployment/web"), ""},
		{"bad-by", "what can be grouped by", compare("--by", "stage"), ""},
		{"bad-percent", "the shares ascend", compare("--by", "percent=50,10"), ""},
		{"twice", "a cluster cannot change in two waves", compare("--by", "name=paris,paris"), ""},
		{"unknown-name", "a misspelt cluster is an error", compare("--by", "name=pari"), ""},
		{"unknown-label", "a label that no cluster has would plan one wave for all clusters", compare("--by", "label=stge"), ""},
		{"unknown-value", "a misspelt value would come last, not first", compare("--by", "label=stage=canry,live"), ""},
		{"no-labels", "without Cluster documents only names are known", []string{"--cluster", "c1", "--by", "label=stage", "testdata/impact/bare.yaml", "testdata/impact/bare.yaml"}, ""},
		{"name-and-cluster", "a cluster that --cluster leaves out is not an error", compare("--by", "name=tokyo,paris", "--cluster", "paris"), ""},
		{"value-and-cluster", "the same for a value that only other clusters have", compare("--by", "label=stage=live", "--cluster", "paris"), ""},
		{"some-labels", "clusters without the label are the group others", []string{"--by", "label=stage", "testdata/waves/before.yaml", "-"}, someLabels},
		{"no-region", "a warning: one cluster of all, then the others", []string{"--by", "region", "--cluster", "c1", "--cluster", "c2", "testdata/impact/bare.yaml", "testdata/impact/bare.yaml"}, ""},
		{"signed-percent", "a sign is probably meant as a step", compare("--by", "percent=+10"), ""},
		{"bad-bool", "without names of Go functions", compare("--rollback=maybe"), ""},
		{"one-path", "two are compared", []string{impactBefore}, ""},
		{"help", "the flags and the JSON", []string{"-h"}, ""},
	})
}

// TestManyWaves checks that the text is bounded in width, and the JSON complete.
func TestManyWaves(t *testing.T) {
	t.Parallel()
	var clusters strings.Builder
	for i := range 100 {
		fmt.Fprintf(&clusters, "---\n{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: c%03d}}\n", i)
	}
	before := filepath.Join(t.TempDir(), "before.yaml")
	require.NoError(t, os.WriteFile(before, []byte(configMap+clusters.String()), 0o600))
	after := configMap + clusters.String() + "---\n{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: p},\n" +
		" spec: {overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}}]}}\n"
	status, stdout, stderr := overridekit(after, "waves", "--by", "percent=5,100", before, "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "c009 and 90 more")
	for line := range strings.Lines(stdout) {
		require.Less(t, len(line), 300)
	}
	_, stdout, _ = overridekit(after, "waves", "--by", "percent=5,100", "-o", "json", before, "-")
	require.Equal(t, 200, strings.Count(stdout, `"c0`), "each with its wave, and in the wave in which it changes")
}
