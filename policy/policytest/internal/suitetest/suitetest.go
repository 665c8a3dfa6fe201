// Package suitetest has documents and folders for the tests of packages policytest and suite.
package suitetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Clusters, an object, and a policy.
const (
	Member1 = "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: member1}\n"
	Member2 = "apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: member2}\n"

	ConfigMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"

	// Relabel changes the object in member2 only.
	Relabel = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: relabel}
spec:
  overrideRules:
  - targetCluster: {clusterNames: [member2]}
    overriders:
      labelsOverrider:
      - {operator: add, value: {tier: web}}
`
)

// Stream returns documents after a reason.
func Stream(reason string, documents ...string) string {
	return "# " + reason + "\n" + strings.Join(documents, "---\n")
}

// Write writes files below a folder.
func Write(t testing.TB, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
}
