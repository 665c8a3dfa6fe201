package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/lint"
)

// largeFleet returns documents: objects, clusters in ten regions, and policies for some of them.
func largeFleet(objects, clusters int) string {
	var b strings.Builder
	for i := range clusters {
		fmt.Fprintf(&b, "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: c%d, labels: {region: r%d}}}\n---\n", i, i%10)
	}
	for i := range objects {
		fmt.Fprintf(&b, "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d%d, namespace: n%d, labels: {app: d%d}}, spec: {replicas: 3, selector: {matchLabels: {app: a}}, "+
			"template: {metadata: {labels: {app: a}}, spec: {containers: [{name: a, image: 'a:1'}]}}}}\n---\n", i, i%50, i)
	}
	for i := range 10 {
		fmt.Fprintf(&b, `apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: p%d}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
  overrideRules:
  - targetCluster: {labelSelector: {matchLabels: {region: r%d}}}
    overriders:
      plaintext: [{path: /spec/replicas, operator: replace, value: %d}]
---
`, i, i, i+4)
	}
	return b.String()
}

// BenchmarkAssert checks 10,000 objects in 500 clusters, which have 100,000 distinct outcomes.
func BenchmarkAssert(b *testing.B) {
	if testing.Short() {
		b.Skip("it needs a large machine")
	}
	file := filepath.Join(b.TempDir(), "all.yaml")
	require.NoError(b, os.WriteFile(file, []byte(largeFleet(10_000, 500)), 0o600))
	in, failures := loadFiles([]string{file})
	require.Empty(b, failures)
	for name, assertions := range map[string][]Assertion{
		"value":     {Value{Objects: []string{"Deployment/n1/*"}, Clusters: []string{"c7"}, Path: "/spec/replicas", Is: 11}},
		"decided":   {Decided{Objects: []string{"Deployment/*"}, Clusters: []string{"c7"}, Path: "/spec/replicas", By: "ClusterOverridePolicy/p7"}},
		"conflicts": {Conflicts{}},
		"valid":     {Valid{}},
		"unchanged": {Unchanged{}},
		"lint":      {Lint{lint.Warning}},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				found := in.assertAll(assertions)
				require.Equal(b, name == "unchanged", len(found) > 0, found)
			}
		})
	}
}
