package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestManyWithoutEffect checks that the list is bounded.
func TestManyWithoutEffect(t *testing.T) {
	t.Parallel()
	var stream strings.Builder
	stream.WriteString(configMap)
	for i := range 50 {
		fmt.Fprintf(&stream, "---\n{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: p%02d, namespace: shop},\n"+
			" spec: {overrideRules: [{overriders: {plaintext: [{path: /data, operator: add, value: {}}]}}]}}\n", i)
	}
	status, _, stderr := overridekit(stream.String(), "render", "--strict", "--cluster", "c", "-")
	require.Equal(t, 1, status, stderr)
	require.Equal(t, 21, strings.Count(stderr, "\n"), stderr)
	require.Contains(t, stderr, "error: standard input:5: OverridePolicy shop/p00: no effect: it does not select ConfigMap default/settings: "+
		"the policy applies to namespace shop, the object is in namespace default; the namespace of ConfigMap default/settings is assumed\n")
	require.True(t, strings.HasSuffix(stderr, "\nerror: 30 more policies, rules and steps without effect\n"), stderr)
}

// TestEffectOfEarlierTier checks that a policy has an effect if a cluster-wide policy adds the label by which it selects.
func TestEffectOfEarlierTier(t *testing.T) {
	t.Parallel()
	const stream = configMap + `---
{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: adds},
 spec: {overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {tier: "1"}}]}}]}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: selects, namespace: default},
 spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {tier: "1"}}}],
        overrideRules: [{overriders: {plaintext: [{path: /data, operator: add, value: {}}]}}]}}
`
	status, stdout, stderr := overridekit(stream, "render", "--strict", "--cluster", "c", "-o", "text", "-")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "OverridePolicy default/selects")
	require.Empty(t, stderr)
}

// TestEffectOnIncomplete checks what is said of a policy whose only object fails, because it names another policy that was not read.
func TestEffectOnIncomplete(t *testing.T) {
	t.Parallel()
	const stream = configMap + `---
{apiVersion: v1, kind: ConfigMap, metadata: {name: x, namespace: shop,
 labels: {kubeadmiral.io/override-policy-name: gone, kubeadmiral.io/cluster-override-policy-name: named}}}
---
{apiVersion: core.kubeadmiral.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: named},
 spec: {overrideRules: [{overriders: {labels: [{operator: addIfAbsent, value: {tier: front}}]}}]}}
`
	_, _, stderr := overridekit(stream, "render", "--strict", "--cluster", "c", "-")
	require.Contains(t, stderr, "ConfigMap shop/x: a label names OverridePolicy shop/gone, which was not read\n")
	require.Contains(t, stderr, "ClusterOverridePolicy named: no effect: it selects ConfigMap shop/x, which names a policy that was not read\n")
}
