package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// TestJSONIsGraphic has names and values that a terminal would print from right to left. In the JSON of all subcommands they are escaped.
func TestJSONIsGraphic(t *testing.T) {
	t.Parallel()
	const common = `{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: "m\u202e1", labels: {a: "\u0085"}}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: "s\u202e", namespace: default}, data: {"k\u202e": "v\u0085"}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: PropagationPolicy, metadata: {name: "p\u202e", namespace: default},
 spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}], placement: {}}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: "o\u202e", namespace: default},
 spec: {overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {"l\u202e": "LABEL\u0085"}}, {operator: oops}]}}]}}
`
	dir := t.TempDir()
	before, after := filepath.Join(dir, "before.yaml"), filepath.Join(dir, "after.yaml")
	require.NoError(t, os.WriteFile(before, []byte(strings.ReplaceAll(common, "LABEL", "1")), 0o600))
	require.NoError(t, os.WriteFile(after, []byte(strings.ReplaceAll(strings.Replace(common, ", {operator: oops}", "", 1), "LABEL", "2")), 0o600))
	for _, args := range [][]string{
		{"render", "-o", "json", after},
		{"explain", "-o", "json", "--object", "ConfigMap/s\u202e", "--cluster", "m\u202e1", after},
		{"explain", "-o", "json", "--object", "ConfigMap/s\u202e", "--cluster", "m\u202e1", "--path", "/data", after},
		{"plan", "-o", "json", after},
		{"plan", "--diff", "-o", "json", before, after},
		{"lint", "-o", "json", before},
		{"lint", "-o", "sarif", before},
		{"impact", "-o", "json", before, after},
		{"waves", "-o", "json", before, after},
	} {
		_, stdout, stderr := overridekit("", args...)
		require.Contains(t, stdout, `\u202e`, "%s: %s", args, stderr)
		require.False(t, strings.ContainsFunc(stdout, func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) }), args)
	}
	for _, args := range [][]string{{"render", "-o", "diff", after}, {"plan", "--diff", before, after}, {"impact", before, after}} {
		_, stdout, _ := overridekit("", args...)
		require.Contains(t, stdout, "\ufffd", args)
		require.False(t, strings.ContainsFunc(stdout, func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsGraphic(r) }), args)
	}
}
