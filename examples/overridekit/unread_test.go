package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestUnreadReports checks that no report looks as if nothing was wrong when a document cannot be read: it has the file and the line.
func TestUnreadReports(t *testing.T) {
	const broken, fine = "testdata/unread/broken", "testdata/unread/fine"
	cases := []golden{
		{"unread/impact-json", "nothing is compared, and the JSON says why", []string{"impact", "-o", "json", fine, broken}, ""},
		{"unread/impact-markdown", "a comment with no text would look like no change", []string{"impact", "-o", "markdown", fine, broken}, ""},
		{"unread/impact-html", "the page has the fault", []string{"impact", "-o", "html", fine, broken}, ""},
		{"unread/impact-before-json", "a fault before the change has the same fields", []string{"impact", "-o", "json", broken, fine}, ""},
		{"unread/diff-json", "as impact", []string{"plan", "--diff", "-o", "json", fine, broken}, ""},
		{"unread/diff-markdown", "as impact", []string{"plan", "--diff", "-o", "markdown", fine, broken}, ""},
		{"unread/diff-before-json", "the difference has the fault of the state before", []string{"plan", "--diff", "-o", "json", broken, fine}, ""},
		{"unread/diff-before-markdown", "the difference has the fault of the state before", []string{"plan", "--diff", "-o", "markdown", broken, fine}, ""},
		{"unread/rows-json", "the fault is a warning, as in the JSON of a whole plan", []string{"plan", "--rows", "-o", "json", broken}, ""},
		{"unread/rows-markdown", "the fault is below the table", []string{"plan", "--rows", "-o", "markdown", broken}, ""},
		{"unread/render-json", "the fault is an element of the array", []string{"render", "-o", "json", broken}, ""},
		{"unread/render-markdown", "the fault is below the table", []string{"render", "-o", "markdown", broken}, ""},
		{"unread/render-only-json", "nothing else was read", []string{"render", "-o", "json", broken + "/policies.yaml"}, ""},
		{"unread/render-only-markdown", "an empty table has no use, the fault has", []string{"render", "-o", "markdown", broken + "/policies.yaml"}, ""},
		{"unread/waves-json", "nothing is planned, and the JSON says why", []string{"waves", "-o", "json", fine, broken}, ""},
	}
	for _, tc := range cases {
		if command := tc.args[0]; command != "waves" && tc.args[1] != "--diff" && !slices.Contains(tc.args, "html") { // which have no --shard
			require.True(t, requireMerged(t, 2, "", tc.args...), "%s: the shards have the fault, and merge keeps it", tc.name)
		}
	}
	testGolden(t, "", cases)
}

// controlPlanes has objects of the control planes, which no cluster gets.
const controlPlanes = `
{apiVersion: core.kubeadmiral.io/v1alpha1, kind: PropagationPolicy, metadata: {name: a, namespace: default}}
---
{apiVersion: core.kubeadmiral.io/v1alpha1, kind: PropagationPolicy, metadata: {name: b, namespace: default}}
---
{apiVersion: types.kubeadmiral.io/v1alpha1, kind: FederatedDeployment, metadata: {name: a, namespace: default}}
---
{apiVersion: networking.karmada.io/v1alpha1, kind: MultiClusterService, metadata: {name: a, namespace: default}}
---
{apiVersion: autoscaling.karmada.io/v1alpha1, kind: FederatedHPA, metadata: {name: a, namespace: default}}
---
{apiVersion: apps.karmada.io/v1alpha1, kind: WorkloadRebalancer, metadata: {name: a}}
---
{apiVersion: placement.kubernetes-fleet.io/v1, kind: ClusterResourcePlacement, metadata: {name: a}}
---
{apiVersion: apps.clusternet.io/v1alpha1, kind: Subscription, metadata: {name: a, namespace: default}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterPropagationPolicy, metadata: {name: all}, spec: {resourceSelectors: [{apiVersion: core.kubeadmiral.io/v1alpha1, kind: PropagationPolicy}, {apiVersion: v1, kind: ConfigMap}]}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: all}
spec: {overrideRules: [{overriders: {annotationsOverrider: [{operator: add, value: {a: b}}]}}]}
---
` + configMap

// TestControlPlaneObjects checks that no command takes an object of a control plane for one that clusters get, and that each says once what is not read.
func TestControlPlaneObjects(t *testing.T) {
	t.Parallel()
	before, after := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(before+"/all.yaml", []byte(configMap), 0o600))
	require.NoError(t, os.WriteFile(after+"/all.yaml", []byte(controlPlanes), 0o600))
	for _, args := range [][]string{
		{"render", after}, {"render", "-o", "json", after}, {"render", "-o", "text", after}, {"plan", after}, {"plan", "-o", "json", after}, {"lint", after},
		{"impact", before, after}, {"impact", "-o", "json", before, after}, {"explain", "--object", "ConfigMap/settings", "--cluster", "m", after},
	} {
		_, stdout, stderr := overridekit("", args...)
		for _, kind := range []string{"FederatedDeployment", "MultiClusterService", "FederatedHPA", "WorkloadRebalancer", "ClusterResourcePlacement", "Subscription"} {
			require.NotContains(t, stdout, kind, args)
			require.Equal(t, 1, strings.Count(stderr, "no cluster gets a "+kind+" of "), "%v: %s", args, stderr)
		}
		require.NotContains(t, stdout, "kubeadmiral.io", args)
		require.Equal(t, 1, strings.Count(stderr, "PropagationPolicy default/a: it and 1 more are not read, and no cluster gets a PropagationPolicy of core.kubeadmiral.io"), "%v: %s", args, stderr)
	}
	_, _, stderr := overridekit("", "explain", "--object", "PropagationPolicy/default/a", "--cluster", "m", after)
	require.Contains(t, stderr, "error: ", "clusters do not get it")
}
