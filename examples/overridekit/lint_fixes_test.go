package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const renamedSecret = `apiVersion: v1
kind: Secret
metadata: {name: a, namespace: default}
data: {old: eA==}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: other, namespace: default}
---
apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: first}
spec:
  resourceSelectors: [{apiVersion: v1, kind: Secret, name: a}]
  overrideRules: [{overriders: {plaintext: [{path: PATH, operator: replace, value: VALUE}]}}]
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: second, namespace: default}
spec:
  resourceSelectors: [{apiVersion: v1, kind: KIND, name: NAME}]
  overrideRules: [{overriders: {plaintext: [{path: /data, operator: add, value: {k: TOPSECRET1}}]}}]
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: m1}
`

// TestFixesOfRenamedSecrets has policies that cover a Secret only after another policy has changed what identifies it.
func TestFixesOfRenamedSecrets(t *testing.T) {
	t.Parallel()
	for _, c := range [][]string{
		{"/metadata/name", "b", "Secret", "b"}, {"/kind", "ConfigMap", "ConfigMap", "a"},
		{"/metadata", "{name: b, namespace: default}", "Secret", "b"},
	} {
		stream := strings.NewReplacer("PATH", c[0], "VALUE", c[1], "KIND", c[2], "NAME", c[3]).Replace(renamedSecret)
		_, stdout, stderr := overridekit(stream, "lint", "--show-fixes", "-")
		require.NotContains(t, stdout+stderr, "TOPSECRET1", c)
		require.Contains(t, stdout, "    fix: ", c)
		_, stdout, _ = overridekit(stream, "lint", "--show-fixes", "--show-secrets", "-")
		require.Contains(t, stdout, "TOPSECRET1", c)
	}
}

// TestLintLongName has a policy with a long name. The name is cut, and the lines keep their fields, messages and codes.
func TestLintLongName(t *testing.T) {
	t.Parallel()
	stream := strings.Replace(renamedSecret, "name: second", "name: "+strings.Repeat("x", 100_000), 1)
	_, stdout, _ := overridekit(stream, "lint", "-")
	require.Contains(t, stdout, "xxx…: spec.")
	require.Contains(t, stdout, `none has the kind "KIND" (unmatched-selector)`)
	for line := range strings.Lines(stdout) {
		require.Less(t, len(line), 600)
	}
}

// TestExplainOneCluster checks that the only cluster is named once.
func TestExplainOneCluster(t *testing.T) {
	t.Parallel()
	_, _, stderr := overridekit(renamedSecret, "explain", "--object", "Secret/a", "--cluster", "m9", "-")
	require.Contains(t, stderr, "no Cluster document for m9 was read, found m1\n")
}
