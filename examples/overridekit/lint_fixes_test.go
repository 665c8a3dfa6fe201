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

// TestSecretOfAnotherKind has a policy that makes a custom resource of a Secret. Messages about its schema do not show what was in the Secret.
func TestSecretOfAnotherKind(t *testing.T) {
	t.Parallel()
	const stream = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: logins.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Login}
  versions: [{name: v1, schema: {openAPIV3Schema: {type: object, properties: {data: {type: object, properties: {token: {type: integer}, day: {format: date}}}}}}}]
---
apiVersion: v1
kind: Secret
metadata: {name: s, namespace: shop}
data: {token: VE9QU0VDUkVU, day: VE9QU0VDUkVU}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: p, namespace: shop}
spec:
  overrideRules:
  - overriders:
      plaintext:
      - {path: /kind, operator: replace, value: Login}
      - {path: /apiVersion, operator: replace, value: example.com/v1}
      - {path: /data/token, operator: replace, value: SECRET2}
`
	for _, args := range [][]string{{"render", "-o", "text", "--cluster", "c", "-"}, {"lint", "-"}} {
		_, stdout, stderr := overridekit(stream, args...)
		require.Contains(t, stdout+stderr, "/data/token is a string, expected an integer", args)
		require.NotContains(t, stdout+stderr, "VE9QU0VDUkVU", args)
		require.NotContains(t, stdout+stderr, "SECRET2", args)
		_, stdout, stderr = overridekit(stream, append([]string{args[0], "--show-secrets"}, args[1:]...)...)
		require.Contains(t, stdout+stderr, `/data/token is the string "SECRET2", expected an integer`, args)
	}
}
